package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Every key that restricts access, as the records of the config declare them, at every kind of
 * source and in every place where a source can be written: a token without the scope never gets
 * through a running hub.
 */
@Timeout(120)
class RestrictingKeysTest {
    private static final String TOKENS = "tokens:\n" + HubFixtures.token("some", "t", "other");

    /** Of each key that restricts, a value which keeps a caller of the scope {@code other} out. */
    private static final Map<String, String> VALUES =
            Map.of(
                    "scopes", "\"scopes\": [\"admin\"]",
                    "toolScopes", "\"toolScopes\": {\"*\": [\"admin\"]}",
                    "filters.include", "\"filters\": {\"include\": [\"nothing*\"]}",
                    "filters.exclude", "\"filters\": {\"exclude\": [\"*\"]}");

    /** Of the keys with which other clients restrict a server. */
    private static final Map<String, String> OF_CLIENTS =
            Map.of(
                    "includeTools", "\"includeTools\": [\"nothing\"]",
                    "enabledTools", "\"enabledTools\": [\"nothing\"]",
                    "allowedTools", "\"allowedTools\": [\"nothing\"]",
                    "tools", "\"tools\": [\"nothing\"]",
                    "excludeTools", "\"excludeTools\": [\"%s\"]",
                    "disabledTools", "\"disabledTools\": [\"%s\"]",
                    "disabled", "\"disabled\": true",
                    "enabled", "\"enabled\": false");

    /** Where an MCP server can be written. */
    private enum Place {
        SOURCES,
        MCP_SERVERS,
        SERVERS,
        FILE_OF_MCP_SERVERS,
        FILE_OF_SERVERS;

        boolean isFile() {
            return this == FILE_OF_MCP_SERVERS || this == FILE_OF_SERVERS;
        }

        /** A config with MCP servers by name. */
        String config(Map<String, String> servers, Path folder) throws IOException {
            String object =
                    servers.entrySet().stream()
                            .map(each -> "\"%s\": {%s}".formatted(each.getKey(), each.getValue()))
                            .collect(Collectors.joining(",\n  ", "{", "}"));
            return switch (this) {
                case SOURCES -> sources("mcp", servers);
                case MCP_SERVERS -> "mcpServers: " + object;
                case SERVERS -> "servers: " + object;
                case FILE_OF_MCP_SERVERS -> file("mcpServers", object, folder);
                case FILE_OF_SERVERS -> file("servers", object, folder);
            };
        }

        private static String file(String key, String object, Path folder) throws IOException {
            Files.writeString(
                    folder.resolve("mcp.json"), "{ // servers\n\"" + key + "\": " + object + ",}");
            return key + ": mcp.json";
        }
    }

    @TempDir Path folder;

    private final Hub upstream = HubFixtures.started(HubFixtures.TEST_SOURCE);

    @AfterEach
    void stop() {
        upstream.close();
    }

    private static String sources(String kind, Map<String, String> sources) {
        return sources.entrySet().stream()
                .map(
                        each ->
                                "  - {name: %s, type: %s, %s}\n"
                                        .formatted(each.getKey(), kind, each.getValue()))
                .collect(Collectors.joining("", "sources:\n", ""));
    }

    private String mcp(String more) {
        String tool = "test_answer";
        return "\"url\": \"%s/mcp\"".formatted(upstream.uri())
                + (more.isEmpty() ? "" : ", " + more.replace("%s", tool));
    }

    /** The keys of a record that restrict, those within objects with their path. */
    private static Set<String> restricting(Class<?> record) {
        Set<String> keys = new TreeSet<>();
        for (RecordComponent component : record.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (component.isAnnotationPresent(Flat.class)) {
                keys.addAll(restricting(component.getType()));
            } else if (key != null && key.restricts()) {
                Set<String> within =
                        component.getType().isRecord()
                                ? restricting(component.getType())
                                : Set.of();
                within.forEach(each -> keys.add(component.getName() + "." + each));
                if (within.isEmpty()) {
                    keys.add(component.getName());
                }
            }
        }
        return keys;
    }

    private static String name(String key) {
        return "s-" + key.replace('.', '-');
    }

    private static String value(String key) {
        return Objects.requireNonNull(VALUES.get(key), "a value for the key " + key);
    }

    private Hub started(String config) {
        Hub hub =
                Hub.of(
                        HubConfig.parse(
                                "listen: 127.0.0.1:0\n" + TOKENS + config, folder, any -> null));
        hub.start();
        assertThat(hub.awaitSources(Duration.ofSeconds(60))).isTrue();
        return hub;
    }

    /** Calls what the source {@code open} has at all sources: only its own is let through. */
    private static void assertRestricted(Hub hub, Set<String> keys) throws Exception {
        String id =
                hub.registry().list(OperationQuery.all()).operations().stream()
                        .map(OperationSpec::id)
                        .filter(each -> each.startsWith("open."))
                        .filter(each -> each.matches(".*(answer|getWeather|get)"))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(hub.sources()));
        String input =
                id.endsWith("getWeather")
                        ? "{\"town\": \"x\"}"
                        : id.endsWith("get") ? "{\"id\": \"x\"}" : "{}";
        try (HubClient anybody = HubClient.of(hub)) {
            HubClient client = anybody.with("t");
            assertThat(client.call(id, input).statusCode()).isEqualTo(200);
            for (String key : keys) {
                String same = name(key) + id.substring("open".length());
                assertThat(client.call(same, input).statusCode())
                        .as("%s, %s", key, hub.sources())
                        .isIn(403, 404);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofMcpServersHoldInEveryPlace(Place place) throws Exception {
        Map<String, String> servers = new LinkedHashMap<>(Map.of("open", mcp("")));
        Set<String> keys = restricting(McpSourceConfig.class);
        keys.forEach(key -> servers.put(name(key), mcp(value(key))));
        if (place != Place.SOURCES) {
            OF_CLIENTS.forEach((key, value) -> servers.put(name(key), mcp(value)));
            keys.addAll(OF_CLIENTS.keySet());
        }
        try (Hub hub = started(place.config(servers, folder))) {
            assertRestricted(hub, keys);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openapi", "provider", "peer", "scan"})
    void ofEveryOtherKindHold(String kind) throws Exception {
        try (TestApi api = TestApi.start()) {
            String body =
                    switch (kind) {
                        case "openapi" -> "document: \"" + api.documentUrl() + "\"";
                        case "provider" -> "provider: test";
                        case "peer" ->
                                "url: \"%s\", namespace: NAME"
                                        .formatted(HubFixtures.linkUri(upstream));
                        default -> "folder: ops, namespace: NAME";
                    };
            Path ops = Files.createDirectories(folder.resolve("ops"));
            Files.writeString(
                    ops.resolve("Shop.java"),
                    """
                    import dev.alkdev.operations.code.*;
                    @Operations("shop") class Shop { @Query String get(String id) { return id; } }
                    """);
            Set<String> keys = restricting(recordOf(kind));
            Map<String, String> sources = new LinkedHashMap<>();
            sources.put("open", body.replace("NAME", "open"));
            keys.forEach(
                    key ->
                            sources.put(
                                    name(key),
                                    body.replace("NAME", name(key)) + ", " + value(key)));
            try (Hub hub = started(sources(kind, sources))) {
                assertRestricted(hub, keys);
            }
        }
    }

    private static Class<?> recordOf(String kind) {
        return StandardKinds.KINDS.stream()
                .filter(each -> each.getAnnotation(Kind.class).value().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyKindOfSourceIsTried() {
        assertThat(
                        StandardKinds.KINDS.stream()
                                .filter(SourceConfig.class::isAssignableFrom)
                                .map(each -> each.getAnnotation(Kind.class).value()))
                .containsExactlyInAnyOrder("openapi", "mcp", "provider", "peer", "scan");
        assertThat(restricting(McpSourceConfig.class)).isEqualTo(VALUES.keySet());
    }

    /** {@link TokenToolsTest} tries them in every way in. */
    @Test
    void theKeysOfTokensAreKnown() {
        assertThat(restricting(HashedTokenConfig.class)).containsExactly("tools");
        assertThat(restricting(JwtConfig.class)).containsExactly("toolsClaim");
    }

    @ParameterizedTest
    @EnumSource
    void withTypingErrorsLetNobodyIn(Place place) throws Exception {
        Map<String, String> wrong =
                Map.of(
                        "scope", "\"scope\": [\"admin\"]",
                        "toolscopes", "\"toolscopes\": {\"*\": [\"admin\"]}",
                        "filter", "\"filter\": {\"exclude\": [\"*\"]}",
                        "excludes", "\"filters\": {\"excludes\": [\"*\"]}",
                        "disabledTool", "\"disabledTool\": [\"x\"]",
                        "acl", "\"acl\": {\"*\": \"admin\"}",
                        "list", "\"scopes\": {\"admin\": true}",
                        "method", "\"filters\": {\"exclude\": [{\"method\": \"GET\"}]}");
        if (!place.isFile()) {
            for (Map.Entry<String, String> each : wrong.entrySet()) {
                String config = place.config(Map.of("open", mcp(each.getValue())), folder);
                assertThat(ConfigText.in(folder).problems(config)).as(each.getKey()).hasSize(1);
            }
            return;
        }
        Map<String, String> servers = new LinkedHashMap<>(Map.of("open", mcp("")));
        wrong.forEach((key, value) -> servers.put(name(key), mcp(value)));
        try (Hub hub = started(place.config(servers, folder))) {
            assertRestricted(hub, wrong.keySet());
            assertThat(hub.sources())
                    .filteredOn(each -> each.status().state() == State.FAILED)
                    .hasSize(wrong.size())
                    .allSatisfy(
                            each ->
                                    assertThat(each.status().lastError())
                                            .matches("\"?mcp.json\"?:\\d+:\\d+: .*"));
        }
    }
}
