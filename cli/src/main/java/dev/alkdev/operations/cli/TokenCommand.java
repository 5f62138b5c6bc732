package dev.alkdev.operations.cli;

import dev.alkdev.operations.config.NewToken;
import dev.alkdev.operations.schema.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

/** Makes a token. */
@Command(
        name = "token",
        header = "Makes a token, and the lines of the config that accept it.",
        description = {
            "The token is shown this once: the config holds only its hash.",
            "Changes nothing by itself."
        },
        footer = {
            "  operations token --id ann --scope tasks:write",
            "  operations token --id ci --json > ci.json",
            "  export OPERATIONS_TOKEN=$(jq -r .token ci.json)   # for the caller",
            "  jq -r .yaml ci.json                               # for the config"
        })
final class TokenCommand implements ConsoleCommand {
    @Option(
            names = "--id",
            required = true,
            paramLabel = "NAME",
            description = "Name of the token's owner")
    String id = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            split = ",",
            description = "Scopes to grant; repeat it, or separate several with commas")
    List<String> scopes = new ArrayList<>();

    @Override
    public int run(Console console) {
        if (id.isBlank()) {
            throw CommandFailure.usage("--id is the name of the token's owner and cannot be empty");
        }
        NewToken made = NewToken.create(id, scopes);
        console.result(() -> json(made), () -> show(made, console));
        return ExitCode.OK;
    }

    private ObjectNode json(NewToken made) {
        return Json.mapper()
                .createObjectNode()
                .put("id", id)
                .put("token", made.token().value())
                .put("hash", made.hash().text())
                .put("yaml", made.yaml());
    }

    private void show(NewToken made, Console console) {
        console.line("Token, to be handed to " + id + " and kept secret:");
        console.line("");
        console.line("  " + made.token().value());
        console.line("");
        console.line("Lines for the config of the hub:");
        console.line("");
        made.yaml().lines().forEach(line -> console.line("  " + line));
    }
}
