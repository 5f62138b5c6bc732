package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.mcp.McpServerOptions;
import dev.alkdev.operations.openapi.DocumentException;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.openapi.OpenApiReport;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reports on an OpenAPI document, or an MCP server. */
@Command(
        name = "inspect",
        header = "Reports what an OpenAPI document or MCP server offers and what is wrong with it.",
        description = {
            "Reads OpenAPI 3.x and Swagger 2.0, JSON and YAML. With --mcp it starts the command,"
                    + " or",
            "connects to the URL, as an MCP client. Needs no hub."
        },
        footer = {
            "  operations inspect openapi.yaml",
            "  operations inspect https://petstore3.swagger.io/api/v3/openapi.json --operations",
            "  operations inspect --mcp https://tools.example/mcp",
            "  operations inspect --mcp -- npx -y @modelcontextprotocol/server-everything"
        })
final class InspectCommand implements ConsoleCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE|URL|COMMAND",
            description = "The document, or with --mcp the server: its URL, or its command")
    List<String> words = List.of();

    @Option(names = "--operations", description = "List the operations, too")
    boolean operations;

    @Option(names = "--mcp", description = "Inspect an MCP server instead of a document")
    boolean mcp;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Bearer token for an MCP server with a URL")
    @Nullable String token;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description =
                    "A variable for the command of an MCP server, besides PATH, HOME and LANG")
    Map<String, String> env = new HashMap<>();

    @Override
    public int run(Console console) {
        if (mcp) {
            McpInspection found = connect(console);
            console.result(found::json, () -> found.show(console));
        } else {
            OpenApiReport report = read(source(), console);
            console.result(() -> json(report), () -> show(report, console));
        }
        return ExitCode.OK;
    }

    private McpInspection connect(Console console) {
        try (Progress progress = Progress.start(console, "Connecting to " + words.getFirst())) {
            return McpInspection.of(config());
        }
    }

    private McpServerOptions config() {
        String first = words.getFirst();
        boolean isUrl = first.startsWith("http://") || first.startsWith("https://");
        if (!isUrl && token != null) {
            throw CommandFailure.usage("--token is for a server with a URL; a command has --env");
        }
        try {
            McpServerOptions.Builder config =
                    isUrl
                            ? McpServerOptions.url(first)
                            : McpServerOptions.command(first, words.subList(1, words.size()));
            env.forEach(config::env);
            return token == null ? config.build() : config.bearer(token).build();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(first + " is not an MCP server: " + e.getMessage());
        }
    }

    private DocumentSource source() {
        if (words.size() > 1) {
            throw CommandFailure.usage(
                    "one document is inspected at a time; a command needs --mcp before it");
        }
        String document = words.getFirst();
        if (document.startsWith("http://") || document.startsWith("https://")) {
            try {
                return DocumentSource.url(document);
            } catch (IllegalArgumentException e) {
                throw CommandFailure.usage(document + " is not a URL: " + e.getMessage());
            }
        }
        Path file = Path.of(document);
        if (!Files.exists(file)) {
            throw CommandFailure.noFile("there is no file " + document);
        }
        return DocumentSource.file(file);
    }

    private static OpenApiReport read(DocumentSource source, Console console) {
        try (Progress progress = Progress.start(console, "Reading " + source.description())) {
            return OpenApi.inspect(source);
        } catch (DocumentException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw CommandFailure.interrupted();
            }
            throw new CommandFailure(
                    ExitCode.INVALID, "UNREADABLE_DOCUMENT", String.valueOf(e.getMessage()));
        }
    }

    private void show(OpenApiReport report, Console console) {
        String version = report.version() + " (OpenAPI " + report.specification() + ")";
        console.line(Tint.HEADING.of(report.title()), Tint.PLAIN.of(" " + version));
        console.line(counts(report));
        if (operations) {
            console.line("");
            table(report.operations()).print(console);
        }
        console.line("");
        console.line(problems(report.problems().size()));
        report.problems().forEach(problem -> console.line("  " + problem));
    }

    private static String counts(OpenApiReport report) {
        List<String> counts = new ArrayList<>();
        for (OperationType type : OperationType.values()) {
            long number = count(report, type);
            if (number > 0) {
                counts.add(count(number, type.wireName()));
            }
        }
        String all = count(report.operations().size(), "operation");
        return counts.isEmpty() ? all : all + ": " + String.join(", ", counts);
    }

    private static long count(OpenApiReport report, OperationType type) {
        return report.operations().stream().filter(spec -> spec.type() == type).count();
    }

    static String problems(int number) {
        return number == 0 ? "No problems" : count(number, "problem");
    }

    static String count(long number, String what) {
        String plural = what.equals("query") ? "queries" : what + "s";
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? what : plural);
    }

    static Table table(List<OperationSpec> operations) {
        Table table = new Table("NAME", "TYPE", "DESCRIPTION");
        for (OperationSpec spec : operations) {
            String type = spec.type().wireName();
            table.add(Tint.ofType(type), spec.name(), type, spec.summary());
        }
        return table;
    }

    private ObjectNode json(OpenApiReport report) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("title", report.title())
                .put("version", report.version())
                .put("specification", report.specification());
        ObjectNode counts = json.putObject("counts");
        for (OperationType type : OperationType.values()) {
            counts.put(type.wireName(), count(report, type));
        }
        if (operations) {
            ArrayNode all = json.putArray("operations");
            report.operations().forEach(spec -> all.add(spec.toJson()));
        }
        return json.set("problems", Json.mapper().valueToTree(report.problems()));
    }
}
