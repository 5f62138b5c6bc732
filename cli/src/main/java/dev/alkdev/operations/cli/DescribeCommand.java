package dev.alkdev.operations.cli;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.ExampleValue;
import dev.alkdev.operations.schema.Schema;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Shows input, output, errors and access of an operation. */
@Command(
        name = "describe",
        header = "Shows input, output, errors and access of an operation.",
        footer = {
            "  operations describe tasks.add",
            "  operations describe tasks.add --json | jq .inputSchema"
        })
final class DescribeCommand extends TargetCommand {
    /** What a shell takes as it is. */
    private static final Pattern PLAIN = Pattern.compile("[-A-Za-z0-9_.:/@+,[^\\x00-\\x7F]]*");

    @Parameters(paramLabel = "ID", description = "The operation, as namespace.name")
    String id = "";

    @Override
    int run(Target target, Console console) {
        Description description = with(target, id, () -> target.describe(id));
        console.result(description::toJson, () -> show(description, console));
        return ExitCode.OK;
    }

    private static void show(Description description, Console console) {
        OperationSpec spec = description.spec();
        String type = spec.type().wireName();
        console.line(
                Tint.HEADING.of(spec.id()),
                Tint.PLAIN.of("  "),
                Tint.ofType(type).of(type),
                Tint.PLAIN.of("  " + spec.version()));
        spec.title().ifPresent(console::line);
        if (!spec.description().isBlank()) {
            console.line(spec.description().strip());
        }
        if (!spec.tags().isEmpty()) {
            console.line("Tags: " + String.join(", ", spec.tags()));
        }
        console.line("Access: " + access(spec.accessControl()));
        if (!description.drift().isNone()) {
            console.line("Drift: " + description.driftText());
        }
        schema("Input (* required)", spec.inputSchema(), console);
        schema(
                spec.type() == OperationType.SUBSCRIPTION ? "Each item" : "Output",
                spec.outputSchema(),
                console);
        errors(spec, console);
        console.line("");
        console.line(Tint.HEADING.of("Try"));
        console.line("  " + example(spec));
    }

    private static String access(AccessControl access) {
        if (access.isPublic()) {
            return "everybody";
        }
        List<String> needed = new ArrayList<>();
        if (!access.requiredScopes().isEmpty()) {
            needed.add("scopes " + String.join(", ", access.requiredScopes()));
        }
        if (!access.requiredScopesAny().isEmpty()) {
            needed.add("one of the scopes " + String.join(", ", access.requiredScopesAny()));
        }
        if (access.resourceType() != null) {
            needed.add("action " + access.resourceAction() + " on a " + access.resourceType());
        }
        return String.join("; ", needed);
    }

    private static void schema(String heading, Schema schema, Console console) {
        console.line("");
        console.line(Tint.HEADING.of(heading));
        new SchemaOutline(schema.view()).print(console);
    }

    private static void errors(OperationSpec spec, Console console) {
        if (spec.errors().isEmpty()) {
            return;
        }
        console.line("");
        console.line(Tint.HEADING.of("Errors"));
        Table table = new Table("CODE", "STATUS", "DESCRIPTION");
        for (ErrorSpec error : spec.errors()) {
            String status = error.httpStatus() == null ? "" : error.httpStatus().toString();
            table.add(error.code(), status, Table.firstLine(error.description()));
        }
        table.print(console);
    }

    private static String example(OperationSpec spec) {
        boolean streams = spec.type() == OperationType.SUBSCRIPTION;
        return "operations "
                + (streams ? "subscribe " : "call ")
                + spec.id()
                + arguments(ExampleValue.of(spec.inputSchema().view()));
    }

    /** The arguments of a command line for an input, with a space before each. */
    private static String arguments(JsonNode example) {
        if (!example.isObject()) {
            return " " + quoted(example.toString());
        }
        return example.properties().stream()
                .map(each -> " " + argument(each.getKey(), each.getValue()))
                .collect(Collectors.joining());
    }

    private static String argument(String name, JsonNode value) {
        if (value.isContainer() || value.isNull()) {
            return name + ":=" + quoted(value.toString());
        }
        String text = value.asString();
        return name + "=" + (PLAIN.matcher(text).matches() ? text : quoted(text));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
