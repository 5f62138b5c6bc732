package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Each response has the schema of its status and media type, whatever the order of the document.
 * Each declared schema knows one member, named after its status and type.
 */
class MediaTypeSchemasTest {
    private static final List<String> TYPES =
            List.of(
                    "application/json",
                    "application/vnd.a+json",
                    "application/vnd.a+json;version=2",
                    "application/hal+json; charset=utf-8",
                    "text/json",
                    "application/problem+json",
                    "text/plain",
                    "application/*",
                    "*/*");

    private static final List<String> SENT =
            List.of(
                    "application/json",
                    "application/json; charset=UTF-8",
                    "Application/JSON",
                    "application/vnd.a+json",
                    "application/vnd.a+json; charset=utf-8; version=2",
                    "application/hal+json",
                    "text/json",
                    "application/problem+json",
                    "application/other+json");

    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** Documents with one to three media types in each of several statuses. */
    static Stream<List<List<String>>> documents() {
        List<List<String>> sets = new ArrayList<>();
        for (int i = 0; i < TYPES.size(); i++) {
            String next = TYPES.get((i + 1) % TYPES.size());
            String other = TYPES.get((i + 4) % TYPES.size());
            sets.add(List.of(TYPES.get(i)));
            sets.add(List.of(TYPES.get(i), next));
            sets.add(List.of(other, TYPES.get(i), next));
        }
        List<List<List<String>>> documents = new ArrayList<>();
        for (List<String> status :
                List.of(
                        List.of("200"),
                        List.of("2XX"),
                        List.of("default"),
                        List.of("200", "default"),
                        List.of("200", "201"),
                        List.of("2xx", "201"))) {
            sets.forEach(types -> documents.add(List.of(status, types)));
        }
        return documents.stream();
    }

    private static String member(String status, String type) {
        return (status + "_" + type).toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static String responses(List<String> statuses, List<String> types) {
        List<String> responses = new ArrayList<>();
        for (String status : statuses) {
            List<String> contents = new ArrayList<>();
            for (String type : types) {
                contents.add(
                        "\"%s\": {\"schema\": {\"type\": \"object\", \"properties\": {\"%s\": {}}}}"
                                .formatted(type, member(status, type)));
            }
            responses.add(
                    "\"%s\": {\"description\": \"\", \"content\": {%s}}"
                            .formatted(status, String.join(", ", contents)));
        }
        return "{\"responses\": {" + String.join(", ", responses) + "}}";
    }

    @ParameterizedTest
    @MethodSource("documents")
    void selectTheSchemaOfTheReceivedResponse(List<List<String>> document) {
        List<String> statuses = document.getFirst();
        List<String> types = document.getLast();
        TestApi api = TestApi.of(server, "get", "/p", responses(statuses, types));
        for (int status : new int[] {200, 201, 203}) {
            for (String sent : SENT) {
                String body =
                        "{\"extra\": 1, \"" + expected(statuses, types, status, sent) + "\": 2}";
                server.on("/p", status, sent, body);

                JsonNode data = api.call("{}").data();

                boolean described = !expected(statuses, types, status, sent).isEmpty();
                assertThat(data.has("extra"))
                        .as("%s %s for %s: %s", status, sent, document, data)
                        .isEqualTo(!described);
                assertThat(data.size()).isEqualTo(described ? 1 : 2);
            }
        }
    }

    /** The member of the schema that applies, by the rules of the specification; or empty. */
    private static String expected(
            List<String> statuses, List<String> types, int status, String sent) {
        String declared =
                statuses.contains("" + status)
                        ? "" + status
                        : statuses.stream()
                                .filter(it -> it.equalsIgnoreCase("2XX"))
                                .findFirst()
                                .orElse(statuses.equals(List.of("default")) ? "default" : "");
        if (declared.isEmpty()) {
            return "";
        }
        String plain = sent.toLowerCase(java.util.Locale.ROOT).replaceAll(";.*", "");
        List<String> same = types.stream().filter(it -> plain(it).equals(plain)).toList();
        for (String type : same) {
            boolean versioned = type.contains("version=2");
            if (same.size() == 1 || versioned == sent.contains("version=2")) {
                return member(declared, type);
            }
        }
        for (String range : List.of(plain.replaceAll("/.*", "/*"), "*/*")) {
            if (types.contains(range)) {
                return member(declared, range);
            }
        }
        return "";
    }

    private static String plain(String type) {
        return type.replaceAll(";.*", "");
    }

    @Test
    void ofAResponseWithoutATypeIsTheOnlyOneDeclared() {
        server.on("/p", 200, "", "{\"extra\": 1}");

        TestApi single =
                TestApi.of(server, "get", "/p", responses(List.of("200"), List.of("text/json")));
        assertThat(single.call("{}").data()).isEqualTo(Json.parse("{}"));
        TestApi several =
                TestApi.of(server, "get", "/p", responses(List.of("200"), TYPES.subList(0, 2)));
        assertThat(several.call("{}").data()).isEqualTo(Json.parse("{\"extra\": 1}"));
    }

    @Test
    void withSeveralTypesInOneHeaderIsTheFirstJsonType() {
        TestApi api =
                TestApi.of(
                        server,
                        "get",
                        "/p",
                        responses(List.of("200"), List.of("application/json")));
        for (String header :
                List.of("application/json, text/html", "text/html, application/json")) {
            server.on("/p", 200, header, "{\"extra\": 1, \"200applicationjson\": 2}");

            assertThat(api.call("{}").data()).isEqualTo(Json.parse("{\"200applicationjson\": 2}"));
        }
    }

    @Test
    void keepTheirParametersInTheAcceptHeader() {
        TestApi.of(server, "get", "/p", responses(List.of("200"), TYPES.subList(0, 3))).call("{}");

        assertThat(server.next().header("accept"))
                .isEqualTo(
                        "application/json, application/vnd.a+json,"
                                + " application/vnd.a+json;version=2, */*;q=0.1");
    }
}
