package dev.alkdev.operations.cli;

import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.code.JavaGenerator;
import dev.alkdev.operations.code.JavaSource;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes an interface for operations. */
@Command(
        name = "generate",
        header = "Writes Java interfaces through which operations can be called.",
        description = "One for each namespace, with the records it needs; for Clients.bind.",
        footer = {
            "  operations generate java --namespace pets --package com.acme.pets",
            "  operations generate java pets.find pets.add --output src/main/java",
            "  operations generate java --config hub.yaml -n pets --output - | less"
        })
final class GenerateCommand extends TargetCommand {
    private static final String SCREEN = "-";

    @Parameters(index = "0", paramLabel = "java", description = "The language")
    String language = "";

    @Parameters(index = "1..*", paramLabel = "ID", description = "Operations")
    List<String> ids = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            description = "All operations of this namespace")
    @Nullable String namespace;

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "The package of the interfaces (default: none)")
    String packageName = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name of the interface (default: from the namespace)")
    @Nullable String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FOLDER",
            description = "The folder of sources (default: this one); - prints them")
    String output = ".";

    @Override
    int run(Target target, Console console) {
        List<JavaSource> sources = generate(target);
        if (output.equals(SCREEN)) {
            print(sources, console);
        } else {
            write(sources, console);
        }
        return ExitCode.OK;
    }

    private List<JavaSource> generate(Target target) {
        if (!language.equals("java")) {
            throw CommandFailure.usage(
                    "the language is java, not " + language, "Use: operations generate java ID…");
        }
        if (ids.isEmpty() == (namespace == null)) {
            throw CommandFailure.usage("name either operations or a --namespace");
        }
        try {
            JavaGenerator generator = JavaGenerator.inPackage(packageName);
            generator = name == null ? generator : generator.named(name);
            List<OperationSpec> specs = new ArrayList<>();
            for (String id : namespace == null ? ids : idsOf(target, namespace)) {
                specs.add(with(target, id, () -> target.describe(id)).spec());
            }
            return generator.generate(specs);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> idsOf(Target target, String namespace) {
        Listing listing = target.list(Map.of("brief", "true", "namespace", namespace));
        if (listing.ids().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    ErrorCode.OPERATION_NOT_FOUND,
                    "there is no operation of the namespace " + namespace + " that you may use",
                    listing.missing().toArray(String[]::new));
        }
        return listing.ids();
    }

    private static void print(List<JavaSource> sources, Console console) {
        ObjectNode json = Json.mapper().createObjectNode();
        ArrayNode all = json.putArray("sources");
        sources.forEach(each -> all.addObject().put("path", each.path()).put("text", each.text()));
        console.result(
                () -> json,
                () -> sources.forEach(each -> each.text().lines().forEach(console::line)));
    }

    private void write(List<JavaSource> sources, Console console) {
        ObjectNode json = Json.mapper().createObjectNode();
        ArrayNode files = json.putArray("files");
        for (JavaSource source : sources) {
            Path file = Path.of(output).resolve(source.path());
            try {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, source.text());
            } catch (IOException e) {
                throw CommandFailure.outputLost(e);
            }
            files.add(file.toString());
        }
        console.result(
                () -> json, () -> files.forEach(file -> console.line("Wrote " + file.asString())));
    }
}
