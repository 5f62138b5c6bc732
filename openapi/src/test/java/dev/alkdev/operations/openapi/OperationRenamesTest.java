package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class OperationRenamesTest {
    private static final String DOCUMENT =
            """
            openapi: 3.1.0
            info: {title: T, version: "1"}
            servers: [{url: "http://127.0.0.1:1"}]
            paths:
              /orders:
                get: {operationId: orders/list, responses: {}}
                post: {operationId: orders/add, responses: {}}
              /chat:
                post:
                  operationId: createChat
                  responses:
                    "200": {content: {application/json: {}, text/event-stream: {}}}
              /bills:
                get: {responses: {}}
            """;

    private static List<String> names(String document, Map<String, String> renames) {
        ImportOptions options =
                ImportOptions.builder().rename(OperationRenames.of(renames)).build();
        HttpServiceConfig config = HttpServiceConfig.builder("api").imports(options).build();
        return OpenApi.from(document, config).operations().stream()
                .map(it -> it.spec().name())
                .toList();
    }

    private static List<String> names(Map<String, String> renames) {
        return names(DOCUMENT, renames);
    }

    @Test
    void aNameIsGivenByOperationIdOrName() {
        assertThat(names(Map.of("orders/list", "all", "get_bills", "bills")))
                .containsExactly("all", "orders_add", "createChat", "createChat_stream", "bills");
        assertThat(names(Map.of("orders_list", "all")))
                .containsExactly(
                        "all", "orders_add", "createChat", "createChat_stream", "get_bills");
    }

    @Test
    void aStarTakesUpWhatItStandsFor() {
        assertThat(names(Map.of("orders/*", "*-order")))
                .containsExactly(
                        "list-order", "add-order", "createChat", "createChat_stream", "get_bills");
    }

    @Test
    void anExactKeyGoesBeforePatternsAndTheFirstOfThoseCounts() {
        Map<String, String> renames = new LinkedHashMap<>();
        renames.put("*/list", "first");
        renames.put("orders/*", "second");
        renames.put("orders/add", "exact");

        assertThat(names(renames)).startsWith("first", "exact");
    }

    @Test
    void theStreamOfAnOperationFollowsItsName() {
        assertThat(names(Map.of("createChat", "chat"))).contains("chat", "chat_stream");
        assertThat(names(Map.of("createChat", "chat", "createChat_stream", "live")))
                .contains("chat", "live");
    }

    @Test
    void whoKeepsADisputedNameDoesNotDependOnTheOrderOfTheDocument() {
        String turned =
                """
                openapi: 3.1.0
                info: {title: T, version: "1"}
                servers: [{url: "http://127.0.0.1:1"}]
                paths:
                  /orders:
                    post: {operationId: orders/add, responses: {}}
                    get: {operationId: orders/list, responses: {}}
                """;

        assertThat(names(Map.of("orders/*", "same"))).startsWith("same", "same_post_orders");
        assertThat(names(turned, Map.of("orders/*", "same")))
                .containsExactly("same_post_orders", "same");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a    | ''  | the rename \"a\" to \"\" needs two names",
                "''   | b   | the rename \"\" to \"b\" needs two names",
                "a**  | b   | the rename \"a**\" to \"b\" may have one * on each side",
                "a*   | **  | the rename \"a*\" to \"**\" may have one * on each side",
                "a    | b*  | the rename \"a\" to \"b*\" takes up a * that the old name does not"
                        + " have",
            })
    void aRenameThatCannotBeMeantIsRefused(String key, String name, String message) {
        assertThatThrownBy(() -> OperationRenames.of(Map.of(key, name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
