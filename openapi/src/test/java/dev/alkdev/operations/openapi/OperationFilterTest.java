package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.function.Predicate;

class OperationFilterTest {
    private static final OperationFilter ALL = OperationFilter.all();
    private static final ApiOperation GET_ORDER =
            operation("orders_get", "orders/get", "GET", "/orders/{id}", "orders", "read");

    private static ApiOperation operation(
            String name, String id, String method, String path, String... tags) {
        return new ApiOperation(name, id, method, path, List.of(tags), OperationType.QUERY, false);
    }

    @ParameterizedTest
    @CsvSource({
        "orders/get, true",
        "orders_get, true",
        "orders/*, true",
        "*, true",
        "*get, true",
        "o*/*t, true",
        "orders?get, true",
        "ORDERS/get, false",
        "get, false",
        "orders, false",
        "orders/get?, false",
    })
    void anIdIsTheOperationIdOrTheName(String pattern, boolean fits) {
        assertThat(ALL.withIds("other", pattern).test(GET_ORDER)).isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/{id}, true",
        "/orders/*, true",
        "/*/{id}, true",
        "/**, true",
        "**, true",
        "/orders/{??}, true",
        "/orders**, true",
        "/orders, false",
        "/*, false",
        "/orders/{id}/*, false",
        "/orders?{id}, false",
    })
    void aPathIsMatchedBySegments(String pattern, boolean fits) {
        assertThat(ALL.withPaths("/other", pattern).test(GET_ORDER)).isEqualTo(fits);
    }

    @Test
    void tagsAndMethodsAreMatchedToo() {
        assertThat(ALL.withTags("read").test(GET_ORDER)).isTrue();
        assertThat(ALL.withTags("ord*").test(GET_ORDER)).isTrue();
        assertThat(ALL.withTags("write").test(GET_ORDER)).isFalse();
        assertThat(ALL.withMethods("post", "get").test(GET_ORDER)).isTrue();
        assertThat(ALL.withMethods("post").test(GET_ORDER)).isFalse();
    }

    @Test
    void everyListThatIsGivenMustFitAndFiltersCombine() {
        assertThat(ALL.test(GET_ORDER)).isTrue();
        OperationFilter reading = ALL.withTags("orders").withMethods("GET");
        assertThat(reading.test(GET_ORDER)).isTrue();
        assertThat(reading.withPaths("/bills/**").test(GET_ORDER)).isFalse();

        Predicate<ApiOperation> but = reading.and(ALL.withIds("*/get").negate());
        assertThat(but.test(GET_ORDER)).isFalse();
    }

    @Test
    void anOperationWithoutIdHasAName() {
        ApiOperation nameless =
                new ApiOperation(
                        "get_orders",
                        null,
                        "GET",
                        "/orders",
                        List.of(),
                        OperationType.QUERY,
                        false);

        assertThat(ALL.withIds("get_*").test(nameless)).isTrue();
        assertThat(ALL.withIds("orders/*").test(nameless)).isFalse();
        assertThat(ALL.withTags("*").test(nameless)).isFalse();
    }

    @Test
    void aPatternThatCannotBeMeantIsRefused() {
        assertThatThrownBy(() -> ALL.withMethods("GTE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "there is no method \"GTE\"; there are [DELETE, GET, HEAD, OPTIONS, PATCH,"
                                + " POST, PUT, TRACE]");
        assertThatThrownBy(() -> ALL.withIds(" "))
                .hasMessage("an empty pattern matches nothing; * matches everything");
        assertThatThrownBy(() -> ALL.withPaths("orders"))
                .hasMessage("the pattern of a path begins with / or *, not as \"orders\"");
    }

    @Test
    void itChoosesWhatIsImported() {
        String document =
                """
                openapi: 3.1.0
                info: {title: T, version: "1"}
                servers: [{url: "http://127.0.0.1:1"}]
                paths:
                  /orders: {get: {operationId: a, responses: {}}, post: {operationId: b, responses: {}}}
                  /bills: {get: {operationId: c, responses: {}}}
                """;
        ImportOptions options =
                ImportOptions.builder().filter(ALL.withPaths("/orders").withMethods("GET")).build();

        ImportedApi api =
                OpenApi.from(document, HttpServiceConfig.builder("api").imports(options).build());

        assertThat(api.operations()).extracting(it -> it.spec().id()).containsExactly("api.a");
    }
}
