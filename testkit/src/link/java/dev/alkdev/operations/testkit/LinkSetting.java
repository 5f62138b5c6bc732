package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Everything a test of a link needs, made anew for each. */
final class LinkSetting implements AutoCloseable {
    final OperationRegistry leftRegistry;
    final OperationRegistry rightRegistry;
    final LinkOperations operations = new LinkOperations();
    final LinkedPeers peers;

    LinkSetting(LinkImportContract contract, LeakCheck leaks, Caller left, boolean trusted) {
        leftRegistry = leaks.watch(bounded());
        rightRegistry = leaks.watch(bounded());
        operations.register(rightRegistry);
        leftRegistry.register(
                OperationSpec.query("left.hello").build(),
                (input, context) -> JsonNodeFactory.instance.stringNode("hello"));
        peers = contract.connect(leftRegistry, rightRegistry, left, trusted);
        await().atMost(LinkContract.SOON).until(() -> peers.left().isUp() && peers.right().isUp());
    }

    /** With a budget that counts, and is never used up. */
    private static OperationRegistry bounded() {
        return OperationRegistry.builder().byteBudget(ByteBudget.of(1L << 40)).build();
    }

    ResponseEnvelope<JsonNode> call(String id, String input) {
        return peers.left().call(id, Json.parse(input));
    }

    @Override
    public void close() {
        peers.close();
        await().atMost(LinkContract.SOON)
                .untilAsserted(
                        () -> {
                            assertThat(peers.left().requests().pendingCount()).isZero();
                            assertThat(peers.right().requests().pendingCount()).isZero();
                            assertThat(peers.left().handler().activeCount()).isZero();
                            assertThat(peers.right().handler().activeCount()).isZero();
                        });
    }

    static void assertFails(String code, Runnable call) {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(call::run)
                .extracting(CallException::code)
                .isEqualTo(code);
    }
}
