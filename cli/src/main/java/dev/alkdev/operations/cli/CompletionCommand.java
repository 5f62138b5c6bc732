package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.Objects;

/** Prints a completion script. */
@Command(
        name = "completion",
        header =
                "Prints a script that completes commands, options and operation ids in bash and"
                        + " zsh.",
        footer = {
            "  source <(operations completion)",
            "  operations completion > ~/.local/share/bash-completion/completions/operations"
        })
final class CompletionCommand implements ConsoleCommand {
    /**
     * Completes operation ids with a list from the hub; picocli only knows commands and options.
     */
    private static final String OPERATION_IDS =
            """

            function _operations_with_ids() {
              _complete_operations || true
              local current="${COMP_WORDS[COMP_CWORD]}"
              case "${COMP_WORDS[COMP_CWORD-1]}" in
                call|describe|subscribe)
                  COMPREPLY+=( $(compgen -W "$("${COMP_WORDS[0]}" list --ids 2>/dev/null)" -- "$current") )
                  ;;
              esac
            }
            complete -F _operations_with_ids -o default operations
            """;

    @Spec @Nullable CommandSpec spec;

    @Override
    public int run(Console console) {
        CommandLine root = Objects.requireNonNull(spec).root().commandLine();
        String script = AutoComplete.bash(root.getCommandName(), root) + OPERATION_IDS;
        console.result(
                () -> Json.mapper().createObjectNode().put("script", script),
                () -> console.out.print(script));
        return ExitCode.OK;
    }
}
