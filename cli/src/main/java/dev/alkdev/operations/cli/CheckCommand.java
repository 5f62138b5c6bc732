package dev.alkdev.operations.cli;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;
import dev.alkdev.operations.hub.HubCheck;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.schema.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.List;

/** Checks a config. */
@Command(
        name = "check",
        header = "Checks the config of a hub without running it.",
        description = "Prints mistakes as file:line:column: message; exit code 6 if there are any.",
        footer = {
            "  operations check",
            "  operations check hub.yaml --json",
            "  operations check --schema > hub.schema.json"
        })
final class CheckCommand implements ConsoleCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The config, YAML or JSON (default: ${DEFAULT-VALUE})",
            defaultValue = "hub.yaml")
    Path file = Path.of("hub.yaml");

    @Option(
            names = "--schema",
            description = "Print the JSON Schema of config files, with the types of your plugins")
    boolean schema;

    @Override
    public int run(Console console) {
        if (schema) {
            console.line(HubConfig.schemaFor(file).toPrettyString());
            return ExitCode.OK;
        }
        try {
            HubCheck check = HubCheck.of(HubFile.existing(file));
            console.result(
                    () -> json(true, List.of(), check.warnings()), () -> tell(check, console));
            return ExitCode.OK;
        } catch (ConfigException e) {
            console.result(
                    () -> json(false, e.problems(), List.of()),
                    () -> e.problems().forEach(problem -> console.line(problem.toString())));
            return ExitCode.INVALID;
        }
    }

    private void tell(HubCheck check, Console console) {
        check.warnings().forEach(warning -> console.line("warning: " + warning));
        console.line(valid(check.config()));
    }

    private String valid(HubConfig config) {
        int issuers = config.auth().jwt().size();
        return file
                + " is valid: "
                + Console.count(config.sources().size(), "source")
                + ", "
                + Console.count(config.tokens().size(), "token")
                + (issuers == 0 ? "" : ", " + Console.count(issuers, "issuer"));
    }

    private ObjectNode json(
            boolean valid, List<ConfigProblem> problems, List<ConfigProblem> warnings) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("file", file.toString()).put("valid", valid);
        json.set("problems", Json.mapper().valueToTree(problems));
        return json.set("warnings", Json.mapper().valueToTree(warnings));
    }
}
