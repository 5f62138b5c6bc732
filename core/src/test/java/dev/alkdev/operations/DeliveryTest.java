package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.List;

class DeliveryTest {
    private static final JsonNode IDEMPOTENT = Json.parse("{\"idempotentHint\": true}");

    @Test
    void requestsForQueriesAndIdempotentMutationsMayBeSentAgain() {
        List<OperationSpec> repeatable =
                List.of(
                        OperationSpec.query("a.b").build(),
                        OperationSpec.mutation("a.b").annotations(IDEMPOTENT).build(),
                        OperationSpec.mutation("a.b").meta(IDEMPOTENT).build(),
                        OperationSpec.mutation("a.b")
                                .annotations(Json.parse("{\"readOnlyHint\": true}"))
                                .build());

        assertThat(repeatable).allMatch(Delivery.MAY_HAVE_STARTED::allowsRetry);
    }

    @Test
    void otherRequestsMayBeSentAgainOnlyIfTheyWereNotSent() {
        List<OperationSpec> others =
                List.of(
                        OperationSpec.mutation("a.b").build(),
                        OperationSpec.mutation("a.b")
                                .annotations(Json.parse("{\"idempotentHint\": false}"))
                                .build(),
                        OperationSpec.subscription("a.b").annotations(IDEMPOTENT).build());

        assertThat(others)
                .noneMatch(Delivery.MAY_HAVE_STARTED::allowsRetry)
                .allMatch(Delivery.NOT_SENT::allowsRetry);
    }
}
