package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.base.Backoff;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Servers that would take all memory, or fill the log. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class ServerBoundsTest {
    private static ObjectNode action(String name) {
        return JsonNodeFactory.instance.objectNode().put("do", name);
    }

    private static McpClient connect(String... faults) {
        return McpClient.connect(FaultyServer.options(faults).build());
    }

    private static void assertNothingHeld() {
        await().untilAsserted(
                        () -> {
                            assertThat(ServerMemory.MESSAGES.used()).isZero();
                            assertThat(ServerMemory.REPORTS.used()).isZero();
                            assertThat(ServerMemory.QUESTIONS.used()).isZero();
                        });
    }

    @Test
    void listWithoutEndFailsTheSourceAndReleasesItsMemory() {
        McpSource source =
                McpSource.of(
                        "faulty",
                        FaultyServer.options("endless")
                                .backoff(new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1)))
                                .build());
        try (source) {
            source.start(OperationRegistry.create());

            assertThat(source.status().state()).isEqualTo(State.FAILED);
            assertThat(source.status().lastError())
                    .startsWith("tools/list of ")
                    .contains("is larger than " + ServerMemory.LARGEST_LIST / 1024 + " KiB");
        }
        assertThat(ServerMemory.LISTS.used()).isZero();
        assertNothingHeld();
    }

    @Test
    void deepResultFailsAtOnce() {
        try (McpClient client = connect()) {
            McpException failure =
                    catchThrowableOfType(
                            McpException.class, () -> client.callTool("echo", action("deep")));

            assertThat(failure.code()).isEqualTo(McpErrorCode.INTERNAL_ERROR);
            assertThat(failure).hasMessageContaining("unusable");
            assertThat(client.remark()).isNull();
        }
        assertNothingHeld();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'jsonrpc': '2.0', 'id': ID} | the response is unusable: a message has",
                "{'id': ID, 'result': {}} | the response is unusable: 'jsonrpc' must be",
                "{'jsonrpc': '2.0', 'id': ID, 'error': 'no disk'} | no disk",
                "{'jsonrpc': '2.0', 'id': ID, 'error': {'reason': 7}} | {\"reason\":7}"
            })
    void wrongResponseFailsAtOnceWithItsReason(String response, String reason) {
        ObjectNode arguments = action("raw").put("raw", response.replace('\'', '"'));
        try (McpClient client = connect()) {
            assertThatThrownBy(() -> client.callTool("echo", arguments))
                    .isInstanceOf(McpException.class)
                    .hasMessageContaining(reason);
        }
        assertNothingHeld();
    }

    @Test
    void emptyCursorEndsAList() {
        try (McpSource source = McpSource.of("faulty", FaultyServer.options().build())) {
            source.start(OperationRegistry.create());

            assertThat(source.status().leftOut().keySet()).containsExactly("task");
        }
    }

    @Test
    void slowCallerGetsTheLatestProgressOnly() {
        List<Progress> received = new ArrayList<>();
        Call call =
                Call.builder()
                        .onProgress(
                                progress -> {
                                    if (received.isEmpty()) {
                                        // The server is done before this caller reads on.
                                        await().until(
                                                        () ->
                                                                ServerMemory.MESSAGES.used() > 0
                                                                        || !received.isEmpty());
                                    }
                                    received.add(progress);
                                })
                        .to("faulty.echo", action("progress"));
        ObjectNode arguments = action("progress").put("times", 200).put("bytes", 1_000);
        try (McpClient client = connect()) {
            client.callTool("echo", arguments, call);
        }

        assertThat(received.size()).isBetween(2, 1 + 16);
        assertThat(received.getLast().amount()).isEqualTo(200);
        assertNothingHeld();
    }

    @Test
    void endedCallsLeaveTheQueueOfAServerThatDoesNotRead() {
        String text = "x".repeat((int) (ServerMemory.UNREAD_INPUT / 4));
        try (McpClient client = connect("deaf")) {
            client.listTools();
            for (int i = 0; i < 20; i++) {
                Call call =
                        Call.builder()
                                .timeout(Duration.ofMillis(100))
                                .to("faulty.echo", action("echo"));
                CallException failure =
                        catchThrowableOfType(
                                CallException.class,
                                () ->
                                        client.callTool(
                                                "echo", action("echo").put("text", text), call));
                assertThat(failure.code()).as("%s", i).isEqualTo(ErrorCode.TIMEOUT);
            }
        }
        assertNothingHeld();
    }

    @Test
    void serverThatReadsNothingForLongIsLost() {
        McpServerOptions options =
                FaultyServer.options("deaf").idleTimeout(Duration.ofMillis(300)).build();
        try (McpClient client = McpClient.connect(options)) {
            client.listTools();
            ObjectNode arguments = action("echo").put("text", "x".repeat(1_000_000));

            await().untilAsserted(
                            () -> {
                                CallException failure =
                                        catchThrowableOfType(
                                                CallException.class,
                                                () -> client.callTool("echo", arguments));
                                assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                                assertThat(failure).hasMessageContaining("has not read its input");
                            });
            await().untilAsserted(() -> assertThat(client.isOpen()).isFalse());
        }
    }

    @Test
    void serverThatChangesItsToolsAllTheTimeIsReadRarelyAndLoggedOnce() {
        OperationRegistry registry = OperationRegistry.create();
        AtomicInteger changes = new AtomicInteger();
        try (CapturedLog log = new CapturedLog();
                McpSource source =
                        McpSource.of("faulty", FaultyServer.options("changing").build())) {
            source.start(registry);
            long begun = System.nanoTime();
            registry.onChange(change -> changes.incrementAndGet());
            await().until(() -> changes.get() >= 150);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);

            // Three listings of 50 changed tools each, with pauses between them.
            assertThat(took).isGreaterThan(Duration.ofMillis(500));
            assertThat(log.text().split("has changed the definitions", -1)).hasSize(2);
            assertThat(log.text()).contains("of 50 of its tools").contains("and 47 more");
        }
    }

    @Test
    void listsCountOnceHoweverOftenTheyAreRead() {
        try (McpSource source = McpSource.of("faulty", FaultyServer.options().build())) {
            source.start(OperationRegistry.create());
            long once = ServerMemory.LISTS.used();

            source.refresh();
            source.refresh();

            assertThat(once).isPositive();
            assertThat(ServerMemory.LISTS.used()).isEqualTo(once);
        }
        assertThat(ServerMemory.LISTS.used()).isZero();
    }
}
