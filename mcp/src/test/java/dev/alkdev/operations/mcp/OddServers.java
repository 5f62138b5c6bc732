package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs {@link OddServer}s, and looks at what they received. */
final class OddServers {
    /** What servers were started with, and the version that those of before agree on. */
    private static final Map<Path, McpVersion> RECORDS = new ConcurrentHashMap<>();

    private OddServers() {}

    /** The version that a server of before agrees on. */
    static String version(List<String> oddities) {
        return oddities.stream()
                .filter(oddity -> McpVersion.of(oddity).isPresent())
                .findFirst()
                .orElse("2025-11-25");
    }

    /** A server that writes what it receives into a file. */
    static McpServerOptions.Builder config(Path record, String... oddities) {
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
        RECORDS.put(record, McpVersion.of(version(List.of(oddities))).orElseThrow());
        return McpServerOptions.command(
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

    /** Lets all that the servers of a test received pass through a {@link Conversation}. */
    static void replay() {
        RECORDS.forEach(
                (record, version) -> {
                    Conversation conversation = Conversation.ofClient(version);
                    received(record).forEach(conversation::fromClient);
                });
        RECORDS.clear();
    }
}
