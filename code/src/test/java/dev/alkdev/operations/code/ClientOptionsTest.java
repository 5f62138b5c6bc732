package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.InProcessLink;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.LeakCheck;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The options of a client, and the members of an input that have no value. */
@ExtendWith(LeakCheck.class)
class ClientOptionsTest {
    record Page(List<String> items, String next) {}

    @Operations("ids")
    static final class Ids {
        final CyclicBarrier together = new CyclicBarrier(3);
        final Set<String> pages = new HashSet<>();

        @Query
        String id(OperationContext context) throws Exception {
            together.await(60, TimeUnit.SECONDS);
            return context.requestId();
        }

        @Query
        Page page(@Nullable String cursor, OperationContext context) {
            pages.add(context.requestId());
            int number = cursor == null ? 0 : Integer.parseInt(cursor);
            return new Page(List.of("item " + number), String.valueOf(number + 1));
        }
    }

    @Operations("ids")
    interface IdsClient {
        @Query("id")
        CompletableFuture<String> later();

        @Query("page")
        @Paged(cursor = "cursor", next = "next", items = "items")
        Stream<String> items();
    }

    @Test
    void optionsAreAppliedToEachCallAnew(OperationRegistry registry) {
        registry.registerAll(AnnotatedOperations.of(new Ids()));
        InProcessLink.Pair link = InProcessLink.pair();
        try (Peer caller = Peer.over(link.left(), OperationRegistry.create());
                Peer server = Peer.over(link.right(), registry)) {
            assertThat(server).isNotNull();
            IdsClient client =
                    Clients.with(
                            Clients.bind(IdsClient.class, caller),
                            options -> options.requestId(Call.newRequestId()));

            List<String> ids =
                    Stream.generate(client::later).limit(3).toList().stream()
                            .map(CompletableFuture::join)
                            .toList();

            assertThat(ids).hasSize(3).doesNotHaveDuplicates();
        }
    }

    @Test
    void eachPageIsACallWithItsOwnRequestId(OperationRegistry registry) {
        Ids ids = new Ids();
        registry.registerAll(AnnotatedOperations.of(ids));

        assertThat(Clients.bind(IdsClient.class, registry).items().limit(3)).hasSize(3);

        assertThat(ids.pages).hasSize(3);
    }

    @Operations("echo")
    interface Echo {
        @Query
        JsonNode optional(Optional<String> text, OptionalInt number, @Nullable Integer size);

        @Query
        JsonNode json(@Nullable JsonNode value);
    }

    @Test
    void absentOptionalMembersAreNotSent(OperationRegistry registry) {
        registry.register(
                dev.alkdev.operations.OperationSpec.query("echo.optional").build(),
                (input, context) -> input);
        registry.register(
                dev.alkdev.operations.OperationSpec.query("echo.json").build(),
                (input, context) -> input);
        Echo echo = Clients.bind(Echo.class, registry);

        assertThat(echo.optional(Optional.empty(), OptionalInt.empty(), null)).hasToString("{}");
        assertThat(echo.optional(Optional.of("a"), OptionalInt.of(1), 2))
                .hasToString("{\"text\":\"a\",\"number\":1,\"size\":2}");
        assertThat(echo.json(tools.jackson.databind.node.NullNode.getInstance()))
                .as("a JSON null that is passed explicitly")
                .hasToString("{\"value\":null}");
    }
}
