package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
class SearchOperationsTest {
    private static final Caller ANN = Caller.of(Identity.of("ann", "shop:write"));

    private final OperationRegistry registry = OperationRegistry.create();
    private final OperationSearch index = OperationSearch.over(registry);
    private final OperationRegistry search =
            SearchOperations.over(registry, index, LimitOptions.defaults().withBatch(3, 2));

    SearchOperationsTest() {
        registry.register(
                OperationSpec.query("shop.find_order")
                        .describedAs("Finds an order by its number")
                        .input(schema("{'type': 'object', 'required': ['number']}"))
                        .build(),
                (input, context) ->
                        Map.of(
                                "number",
                                input.get("number"),
                                "caller",
                                context.caller().toString()));
        registry.register(
                OperationSpec.mutation("shop.cancel_order")
                        .describedAs("Cancels an order")
                        .requires("shop:write")
                        .build(),
                (input, context) -> "cancelled");
    }

    @AfterEach
    void close() {
        index.close();
    }

    private static Schema schema(String json) {
        return Schema.of(Json.parse(json.replace('\'', '"')));
    }

    private JsonNode run(String tool, Caller caller, String input) {
        Call call =
                Call.builder()
                        .caller(caller)
                        .timeout(Duration.ofMinutes(1))
                        .to("search." + tool, Json.parse(input.replace('\'', '"')));
        return search.execute(call).data();
    }

    private static List<String> ids(JsonNode answer) {
        List<String> ids = new ArrayList<>();
        answer.path("operations").forEach(operation -> ids.add(operation.path("id").asString()));
        return ids;
    }

    @Test
    void theFourToolsAreListed() {
        assertThat(List.of("batch", "call", "describe", "search"))
                .allSatisfy(name -> assertThat(search.isCallable("search." + name)).isTrue());
        assertThat(search.size()).isEqualTo(4);
    }

    @Test
    void searchFindsWhatTheCallerMayUse() {
        assertThat(ids(run("search", ANN, "{'query': 'cancel an order'}")))
                .startsWith("shop.cancel_order");
        assertThat(ids(run("search", Caller.anonymous(), "{'query': 'cancel an order'}")))
                .containsExactly("shop.find_order");
    }

    @Test
    void searchGivesSchemasIfTheyAreWanted() {
        JsonNode hit =
                run("search", ANN, "{'query': 'find an order', 'limit': 1, 'schemas': true}")
                        .path("operations")
                        .path(0);

        assertThat(hit.path("inputSchema").path("required").path(0).asString()).isEqualTo("number");
        assertThat(hit.path("type").asString()).isEqualTo("query");
    }

    @Test
    void searchSaysThatNothingFits() {
        assertThat(run("search", ANN, "{'query': 'zzzz qqqq'}"))
                .isEqualTo(Json.parse("{\"fitsWell\": false, \"operations\": []}"));
    }

    @Test
    void searchKeepsToANamespaceAndAType() {
        assertThat(ids(run("search", ANN, "{'query': 'order', 'type': 'mutation'}")))
                .containsExactly("shop.cancel_order");
        assertThat(ids(run("search", ANN, "{'query': 'order', 'namespace': 'other'}"))).isEmpty();
    }

    @Test
    void describeGivesTheWholeSpec() {
        JsonNode answer = run("describe", ANN, "{'operations': ['shop.find_order']}");

        assertThat(answer.path("operations").path(0))
                .isEqualTo(registry.spec("shop.find_order").toJson());
    }

    @Test
    void describeHidesWhatTheCallerMayNotUse() {
        assertThatThrownBy(
                        () ->
                                run(
                                        "describe",
                                        Caller.anonymous(),
                                        "{'operations': ['shop.cancel_order']}"))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.OPERATION_NOT_FOUND));
    }

    @Test
    void callRunsInTheNameOfTheCaller() {
        JsonNode data =
                run("call", ANN, "{'operation': 'shop.find_order', 'input': {'number': 7}}");

        assertThat(data.path("number").asInt()).isEqualTo(7);
        assertThat(data.path("caller").asString()).isEqualTo(ANN.toString());
    }

    @Test
    void callFailsAsADirectCallDoes() {
        assertCode("{'operation': 'shop.cancel_order'}", ErrorCode.ACCESS_DENIED);
        assertCode("{'operation': 'shop.none'}", ErrorCode.OPERATION_NOT_FOUND);
        assertCode("{'operation': 'shop.find_order'}", ErrorCode.VALIDATION_ERROR);
    }

    private void assertCode(String input, String code) {
        assertThatThrownBy(() -> run("call", Caller.anonymous(), input))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void batchAnswersEachCallForItself() {
        JsonNode results =
                run(
                                "batch",
                                Caller.anonymous(),
                                "{'calls': [{'operation': 'shop.find_order', 'input': {'number':"
                                        + " 1}}, {'operation': 'shop.cancel_order'}]}")
                        .path("results");

        assertThat(results.path(0).path("data").path("number").asInt()).isEqualTo(1);
        assertThat(results.path(1).path("operation").asString()).isEqualTo("shop.cancel_order");
        assertThat(results.path(1).path("error").path("code").asString())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void batchIsBounded() {
        String call = "{'operation': 'shop.find_order'}";
        assertThatThrownBy(
                        () ->
                                run(
                                        "batch",
                                        ANN,
                                        "{'calls': ["
                                                + String.join(",", call, call, call, call)
                                                + "]}"))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR));
    }

    @Test
    void aCancelledBatchLeavesNothingRunning() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        registry.register(
                OperationSpec.query("shop.wait").build(),
                (input, context) -> {
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                        throw e;
                    }
                    return null;
                });
        Cancellation cancellation = Cancellation.create();
        String input =
                "{\"calls\": [{\"operation\": \"shop.wait\"}, {\"operation\": \"shop.wait\"}]}";
        Call call = Call.builder().cancellation(cancellation).to("search.batch", Json.parse(input));
        CompletableFuture<?> batch = CompletableFuture.supplyAsync(() -> search.execute(call));
        assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

        cancellation.cancel("nobody waits");

        assertThatThrownBy(() -> batch.get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(CallException.class);
        assertThat(interrupted).hasValue(2);
        assertThat(registry.openCalls()).isZero();
    }
}
