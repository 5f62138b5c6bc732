package dev.alkdev.operations.cli;

import dev.alkdev.operations.schema.SchemaView;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A command that gives an input to one operation. For one thread. */
abstract class InputCommand extends TargetCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The operation, as namespace.name")
    String id = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "INPUT",
            description = "JSON, @file, -, or members as key=value; nothing is {}")
    List<String> arguments = new ArrayList<>();

    @Option(names = "--envelope", description = "Print whole envelopes, with meta")
    boolean envelope;

    /** Does something with the operation and the input that was given for it. */
    <T> T withInput(Target target, Console console, Function<JsonNode, T> action) {
        Supplier<SchemaView> schema = () -> inputSchema(target, id);
        return with(
                target, id, () -> action.apply(InputArguments.read(arguments, console.in, schema)));
    }
}
