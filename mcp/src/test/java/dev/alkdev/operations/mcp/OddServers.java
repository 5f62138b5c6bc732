package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Runs {@link OddServer}s, and looks at what they received. */
final class OddServers {
    private OddServers() {}

    /** A server that writes what it receives into a file. */
    static McpServerConfig.Builder config(Path record, String... oddities) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "-Xshare:auto",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                OddServer.class.getName(),
                                record.toString()));
        arguments.addAll(List.of(oddities));
        return McpServerConfig.command(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), arguments);
    }

    static ObjectNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The text of a result. */
    static String text(JsonNode result) {
        return result.path("content").path(0).path("text").asString();
    }

    static List<JsonNode> received(Path record) {
        try {
            return Files.exists(record)
                    ? Files.readAllLines(record).stream().map(Json::parse).toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Requires that what was received is as the schema of a version says. */
    static void assertValid(Path record, McpVersion version) {
        ObjectNode schema = schema(version);
        Schema requests = at(schema, "ClientRequest");
        Schema notifications = at(schema, "ClientNotification");
        for (JsonNode message : received(record)) {
            String method = message.path("method").asString("");
            boolean other = method.equals("server/discover") && !version.isModern();
            if (!method.isEmpty() && !other && !method.equals("initialize")) {
                Schema fitting = message.has("id") ? requests : notifications;
                assertThat(fitting.errors(message)).as(message.toString()).isEmpty();
            }
        }
    }

    private static Schema at(ObjectNode schema, String type) {
        return Schema.of(schema.deepCopy().put("$ref", "#/$defs/" + type));
    }

    private static ObjectNode schema(McpVersion version) {
        String name = "/mcp-schema/" + version.text() + ".json.gz";
        try (InputStream in =
                new GZIPInputStream(
                        Objects.requireNonNull(OddServers.class.getResourceAsStream(name)))) {
            return (ObjectNode) Json.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
