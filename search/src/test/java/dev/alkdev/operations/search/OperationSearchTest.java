package dev.alkdev.operations.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

class OperationSearchTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final OperationSearch search =
            OperationSearch.over(
                    registry,
                    id -> Map.of("shop.pay", List.of("checkout")).getOrDefault(id, List.of()));

    OperationSearchTest() {
        add("shop.listOrders", "List the orders of a customer", "GET", "/customers/{id}/orders");
        add("shop.createOrder", "Create an order", "POST", "/orders");
        add("shop.deleteOrder", "Delete an order", "DELETE", "/orders/{id}");
        add("shop.getOrder", "Get an order", "GET", "/orders/{id}");
        add("shop.pay", "Pay an invoice", "POST", "/invoices/{id}/pay");
        add("shop.getProfile", "Get the profile of the authenticated user", "GET", "/me");
        add("files.create_directory", "Create a new directory", "", "");
        add("chat.postMessage", "Sends a message to a channel", "POST", "/chat.postMessage");
    }

    @AfterEach
    void close() {
        search.close();
    }

    private void add(String id, String title, String method, String path) {
        boolean reads = method.equals("GET");
        registry.registerSpec(
                (reads ? OperationSpec.query(id) : OperationSpec.mutation(id))
                        .title(title)
                        .meta(
                                Json.mapper()
                                        .createObjectNode()
                                        .put("method", method)
                                        .put("path", path))
                        .build());
    }

    private List<String> ids(String query) {
        return search.find(query, 3).hits().stream().map(hit -> hit.spec().id()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "create an order | shop.createOrder",
                "orders creating | shop.createOrder",
                "remove an order | shop.deleteOrder",
                "make a folder | files.create_directory",
                "who am I | shop.getProfile",
                "chat.postMessage | chat.postMessage",
                "chatPostMessage | chat.postMessage",
                "post_message | chat.postMessage",
                "delte ordre | shop.deleteOrder",
                "checkout | shop.pay",
                "GET /orders/{orderId} | shop.getOrder",
                "DELETE /orders/{id} | shop.deleteOrder",
                "/orders | shop.createOrder",
            })
    void theFirstHitIsWhatTheQueryIsAbout(String query, String id) {
        assertThat(ids(query)).first().isEqualTo(id);
        assertThat(search.find(query, 1).fitsWell()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p | shop.pay",
                "pro | shop.getProfile",
                "chann | chat.postMessage",
                "create a dire | files.create_directory",
                "delete o | shop.deleteOrder",
                "no | shop.getNotes",
            })
    void aWordThatIsStillBeingTypedFindsWhatBeginsWithIt(String query, String id) {
        add("shop.getNotes", "Get the notes about a customer", "GET", "/notes");
        assertThat(ids(query)).contains(id);
        assertThat(search.find(query, 1).fitsWell()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "zzqx", "the of", "///", "{}", "\u0000", "日本語", "?!"})
    void aQueryThatFitsNothingSaysSo(String query) {
        assertThat(search.find(query, 5).fitsWell()).isFalse();
    }

    @Test
    void aPoorFitIsSaidToBeOne() {
        SearchResult result = search.find("translate the weather report into order", 5);
        assertThat(result.hits()).isNotEmpty();
        assertThat(result.fitsWell()).isFalse();
    }

    @Test
    void changesOfTheRegistryAreFoundAtOnce() {
        assertThat(ids("refund a payment")).doesNotContain("shop.refund");
        add("shop.refund", "Refund a payment", "POST", "/refunds");
        assertThat(ids("refund a payment")).first().isEqualTo("shop.refund");

        registry.remove("shop.refund");
        assertThat(ids("refund a payment")).doesNotContain("shop.refund");

        registry.remove("chat.postMessage");
        add("chat.postMessage", "Archive a conversation", "POST", "/archive");
        assertThat(ids("archive conversation")).first().isEqualTo("chat.postMessage");
    }

    @Test
    void manyChangesLeaveNothingBehind() {
        ids("order");
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 500; i++) {
                add("bulk.op" + i, "Bulk number " + i, "GET", "/bulk");
            }
            assertThat(search.find("bulk", 1_000).hits()).hasSizeGreaterThan(300);
            for (int i = 0; i < 500; i++) {
                registry.remove("bulk.op" + i);
            }
            assertThat(search.find("bulk", 1_000).hits()).isEmpty();
            assertThat(ids("create an order")).first().isEqualTo("shop.createOrder");
        }
    }

    @Test
    void wordsOfMarkupAndPathVariablesAreNotFound() {
        registry.registerSpec(
                OperationSpec.query("zoo.count")
                        .describedAs(
                                "<b class=\"zebra\">Counts</b>"
                                        + " [penguins](https://giraffe.example/). Keeps 1 < 2 and"
                                        + " array[0](walrus")
                        .meta(Json.mapper().createObjectNode().put("path", "/zoo/{ostrich}"))
                        .build());
        assertThat(ids("count penguins")).first().isEqualTo("zoo.count");
        assertThat(ids("walrus array")).first().isEqualTo("zoo.count");
        assertThat(ids("zebra")).isEmpty();
        assertThat(ids("giraffe")).isEmpty();
        assertThat(ids("ostrich")).isEmpty();
    }

    @Test
    void aPathGivesTheBestHitsInOrderHoweverManyThereAre() {
        for (int i = 0; i < 50; i++) {
            add("deep.op" + (10 + i), "Number " + i, "GET", "/orders/{id}/parts/" + i);
        }
        List<SearchHit> all = search.find("/orders/{id}", 1_000).hits();
        assertThat(all).hasSizeGreaterThan(50);
        assertThat(search.find("/orders/{id}", 4).hits()).isEqualTo(all.subList(0, 4));
        assertThat(ids("/orders/{id}"))
                .containsExactly("shop.getOrder", "shop.deleteOrder", "deep.op10");
    }

    @Test
    void onlyWhatMayBeUsedIsFound() {
        registry.registerSpec(
                OperationSpec.query("shop.secretOrders")
                        .title("List secret orders")
                        .requires("admin")
                        .build());
        Caller stranger = Caller.anonymous();
        assertThat(
                        search.find(
                                        "secret orders",
                                        10,
                                        spec -> spec.accessControl().permits(stranger))
                                .hits())
                .extracting(hit -> hit.spec().id())
                .doesNotContain("shop.secretOrders");
        assertThat(ids("secret orders")).first().isEqualTo("shop.secretOrders");
    }

    @Test
    void longQueriesAndTextsAreBounded() {
        registry.registerSpec(
                OperationSpec.query("long.text")
                        .describedAs("word ".repeat(100_000) + "<".repeat(10_000))
                        .build());
        assertThat(search.find("order ".repeat(100_000), 1).hits()).hasSize(1);
        assertThat(ids("word")).first().isEqualTo("long.text");
    }

    @Test
    void aFailureToIndexIsNotKept() {
        AtomicBoolean broken = new AtomicBoolean(true);
        Function<String, List<String>> aliases =
                id -> {
                    if (broken.get()) {
                        throw new IllegalStateException("no aliases now");
                    }
                    return List.of();
                };
        try (OperationSearch breaking = OperationSearch.over(registry, aliases)) {
            assertThatThrownBy(() -> breaking.find("create an order", 1))
                    .hasMessage("no aliases now");
            broken.set(false);
            assertThat(breaking.find("create an order", 1).hits())
                    .extracting(hit -> hit.spec().id())
                    .containsExactly("shop.createOrder");
        }
    }

    /** As many words as a query can have, each compared with all that are known. */
    @Test
    void aQueryOfUnknownWordsTakesNoLongerThanAFewOfThem() {
        for (int i = 0; i < 5_000; i++) {
            add("bulk.op" + i, "Bulk zworda" + Integer.toString(i * 7919, 36), "GET", "/bulk");
        }
        search.find("order", 1);
        String few = "zxa1 zxb2 zxc3 zxd4 zxe5";
        String many = few + " zyy1 zyy2 zyy3 zyy4".repeat(25);
        long best = Long.MAX_VALUE;
        long worst = Long.MAX_VALUE;
        for (int i = 0; i < 7; i++) {
            best = Math.min(best, nanos(few));
            worst = Math.min(worst, nanos(many));
        }
        assertThat(worst).isLessThan(best * 8 + 20_000_000);
    }

    private long nanos(String query) {
        long from = System.nanoTime();
        search.find(query, 5);
        return System.nanoTime() - from;
    }

    @Test
    void aLimitBelowOneIsRefused() {
        assertThatThrownBy(() -> search.find("order", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit should be at least 1 but is 0");
    }
}
