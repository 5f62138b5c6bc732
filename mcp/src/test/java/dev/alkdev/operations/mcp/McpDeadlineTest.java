package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.testkit.HandDrivenClock;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The deadline of a call is that of the registry's clock, and is enforced in one place. */
@ExtendWith(LeakCheck.class)
class McpDeadlineTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HandDrivenClock clock = new HandDrivenClock();
    private final OperationRegistry registry = OperationRegistry.builder().time(clock).build();
    @TempDir private Path folder;

    private McpServerOptions config() {
        return OddServers.config(folder.resolve("received")).build();
    }

    private Optional<JsonNode> received(String method) {
        return OddServers.received(folder.resolve("received")).stream()
                .filter(message -> message.path("method").asString("").equals(method))
                .findFirst();
    }

    private void awaitReceived(String method) {
        await().until(() -> received(method).isPresent());
    }

    private static CallException failure(CompletableFuture<?> call) {
        return (CallException)
                catchThrowableOfType(ExecutionException.class, () -> call.get(60, TimeUnit.SECONDS))
                        .getCause();
    }

    @Test
    void theDeadlineOfACallIsThatOfTheClockOfItsRegistry() {
        try (McpSource source = McpSource.of("odd", config())) {
            source.start(registry);
            Call call = Call.builder().timeout(TIMEOUT).to("odd.slow", OddServers.nothing());
            CompletableFuture<?> running =
                    CompletableFuture.supplyAsync(() -> registry.execute(call));
            awaitReceived("tools/call");

            // By the clock of the machine this call was over before it began.
            clock.advance(TIMEOUT.minusMillis(1));
            assertThat(running).isNotDone();
            assertThat(clock.pending()).isEqualTo(1);

            clock.advance(Duration.ofMillis(1));
            CallException failure = failure(running);
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(failure).hasMessage("odd.slow did not end by its deadline");
            awaitReceived("notifications/cancelled");
            assertThat(received("notifications/cancelled").orElseThrow().at("/params/reason"))
                    .isEqualTo(Json.parse("\"timeout\""));
        }
    }

    @Test
    void aCallThatNoHandlerRunsForEndsByItsTimeout() {
        try (McpClient client = McpClient.connect(config())) {
            Call call =
                    Call.builder().timeout(Duration.ofMillis(100)).to("slow", OddServers.nothing());

            CallException failure =
                    catchThrowableOfType(
                            CallException.class,
                            () -> client.callTool("slow", OddServers.nothing(), call));

            assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(failure).hasMessage("slow did not end by its deadline");
        }
    }

    @Test
    void aCallThatNoHandlerRunsForFailsWithTheReasonOfItsCancellation() {
        Cancellation cancellation = Cancellation.create();
        try (McpClient client = McpClient.connect(config())) {
            Call call = Call.builder().cancellation(cancellation).to("slow", OddServers.nothing());
            CompletableFuture<?> running =
                    CompletableFuture.supplyAsync(
                            () -> client.callTool("slow", OddServers.nothing(), call));
            awaitReceived("tools/call");

            cancellation.cancel("the window was closed");

            CallException failure = failure(running);
            assertThat(failure.code()).isEqualTo(ErrorCode.ABORTED);
            assertThat(failure).hasMessage("the window was closed");
        }
    }

    private void endsWithinTheTimeOfOneCall(String tool, String input, int calls)
            throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(calls);
        registry.register(
                OperationSpec.query("shop.wait").build(),
                (nothing, context) -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return null;
                });
        try (OperationSearch index = OperationSearch.over(registry)) {
            OperationRegistry search =
                    SearchOperations.over(registry, index, LimitOptions.defaults());
            clock.advance(Duration.ofSeconds(1));
            Call call = Call.builder().timeout(TIMEOUT).to(tool, Json.parse(input));
            CompletableFuture<?> running =
                    CompletableFuture.supplyAsync(() -> search.execute(call));
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(clock.pending()).isEqualTo(1);
            clock.advance(TIMEOUT);

            assertThat(failure(running)).hasMessage(tool + " did not end by its deadline");
            assertThat(registry.openCalls()).isZero();
        }
    }

    @Test
    void whatSearchCallsEndsWithIt() throws Exception {
        endsWithinTheTimeOfOneCall("search.call", "{\"operation\": \"shop.wait\"}", 1);
    }

    @Test
    void theCallsOfABatchShareItsTimer() throws Exception {
        endsWithinTheTimeOfOneCall(
                "search.batch",
                "{\"calls\": [{\"operation\": \"shop.wait\"}, {\"operation\": \"shop.wait\"}]}",
                2);
    }
}
