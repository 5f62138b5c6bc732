package dev.alkdev.operations.cli;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.openapi.DocumentException;
import dev.alkdev.operations.openapi.DocumentProblem;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.openapi.OpenApiReport;
import dev.alkdev.operations.schema.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Reports on an OpenAPI document. */
@Command(
        name = "inspect",
        header = "Reports what an OpenAPI document offers and what is wrong with it.",
        description = "Reads OpenAPI 3.x and Swagger 2.0, JSON and YAML. Needs no hub.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  operations inspect openapi.yaml",
            "  operations inspect https://petstore3.swagger.io/api/v3/openapi.json --operations"
        })
final class InspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|URL", description = "The document")
    String document = "";

    @Option(names = "--operations", description = "List the operations, too")
    boolean operations;

    private final Console console;

    InspectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        OpenApiReport report = read(source());
        if (console.isJson()) {
            console.result(json(report));
        } else {
            show(report);
        }
        return ExitCode.OK;
    }

    private DocumentSource source() {
        if (document.startsWith("http://") || document.startsWith("https://")) {
            try {
                return DocumentSource.url(document);
            } catch (IllegalArgumentException e) {
                throw CommandFailure.usage(document + " is no URL: " + e.getMessage());
            }
        }
        Path file = Path.of(document);
        if (!Files.exists(file)) {
            throw CommandFailure.noFile("there is no file " + document);
        }
        return DocumentSource.file(file);
    }

    private OpenApiReport read(DocumentSource source) {
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

    private void show(OpenApiReport report) {
        String version = report.version() + " (OpenAPI " + report.specification() + ")";
        console.line(Tint.HEADING.of(report.title()), Tint.PLAIN.of(" " + version));
        console.line(counts(report));
        if (operations) {
            console.line("");
            table(report).print(console);
        }
        console.line("");
        List<DocumentProblem> problems = report.problems();
        console.line(problems.isEmpty() ? "No problems" : count(problems.size(), "problem"));
        problems.forEach(problem -> console.line("  " + problem));
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

    private static String count(long number, String what) {
        String plural = what.equals("query") ? "queries" : what + "s";
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? what : plural);
    }

    private static Table table(OpenApiReport report) {
        Table table = new Table("NAME", "TYPE", "DESCRIPTION");
        for (OperationSpec spec : report.operations()) {
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
        ArrayNode problems = json.putArray("problems");
        for (DocumentProblem problem : report.problems()) {
            problems.addObject()
                    .put("kind", problem.kind().name())
                    .put("pointer", problem.pointer())
                    .put("message", problem.message());
        }
        return json;
    }
}
