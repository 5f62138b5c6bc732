package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
    /** Completes operation ids; picocli only knows commands and options. */
    private static final String OPERATION_IDS = "/completion.bash";

    @Spec @Nullable CommandSpec spec;

    @Override
    public int run(Console console) {
        CommandLine root = Objects.requireNonNull(spec).root().commandLine();
        String script = AutoComplete.bash(root.getCommandName(), root) + operationIds(root);
        console.result(
                () -> Json.mapper().createObjectNode().put("script", script),
                () -> console.out.print(script));
        return ExitCode.OK;
    }

    private static String operationIds(CommandLine root) {
        SortedSet<String> ofTarget = new TreeSet<>();
        SortedSet<String> others = new TreeSet<>();
        for (CommandLine command : root.getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (command.getCommand() instanceof TargetCommand && option.arity().max() > 0) {
                    (choosesTarget(option) ? ofTarget : others).addAll(List.of(option.names()));
                }
            }
        }
        return HubFile.resource(OPERATION_IDS)
                .replace("@TARGET_OPTIONS@", String.join("|", ofTarget))
                .replace(
                        "@TARGET_ASSIGNMENTS@",
                        ofTarget.stream().collect(Collectors.joining("=*|", "", "=*")))
                .replace("@OTHER_OPTIONS@", String.join("|", others));
    }

    private static boolean choosesTarget(OptionSpec option) {
        return option.userObject() instanceof Field field
                && field.getDeclaringClass() == TargetCommand.class;
    }
}
