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
        header = "Prints a script that completes commands and options in bash and zsh.",
        footer = {
            "  source <(operations completion)",
            "  operations completion > ~/.local/share/bash-completion/completions/operations"
        })
final class CompletionCommand implements ConsoleCommand {
    @Spec @Nullable CommandSpec spec;

    @Override
    public int run(Console console) {
        CommandLine root = Objects.requireNonNull(spec).root().commandLine();
        String script = AutoComplete.bash(root.getCommandName(), root);
        console.result(
                () -> Json.mapper().createObjectNode().put("script", script),
                () -> console.out.print(script));
        return ExitCode.OK;
    }
}
