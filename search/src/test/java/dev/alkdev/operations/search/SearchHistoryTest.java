package dev.alkdev.operations.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Results depend on the operations alone, not on how they came to be there. */
@Timeout(60)
class SearchHistoryTest {
    private static final String[] NOUNS = {
        "invoice",
        "customer",
        "order",
        "ticket",
        "user",
        "team",
        "project",
        "branch",
        "payment",
        "refund",
        "report",
        "file",
        "folder",
        "message",
        "event",
        "task",
        "note",
        "label",
        "key"
    };
    private static final String[] VERBS = {
        "create", "list", "get", "update", "delete", "search", "send", "count", "export", "archive",
        "restore", "merge", "close", "open", "assign", "tag"
    };

    private final Random random = new Random(5);

    private String any(String[] words) {
        return words[random.nextInt(words.length)];
    }

    private static OperationSpec spec(String id, String description) {
        return OperationSpec.query(id).describedAs(description).build();
    }

    private List<OperationSpec> specs() {
        List<OperationSpec> specs = new ArrayList<>();
        for (String noun : NOUNS) {
            for (String verb : VERBS) {
                String description = verb + " a " + noun + " of the " + any(NOUNS);
                specs.add(spec(noun + "s." + verb, description));
            }
        }
        return specs;
    }

    private List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            StringBuilder query = new StringBuilder(any(VERBS) + " " + any(NOUNS));
            if (i % 3 == 0) {
                query.append(' ').append(any(NOUNS));
            }
            if (i % 4 == 0) {
                query.setCharAt(random.nextInt(query.length()), 'x');
            }
            queries.add(query.toString());
        }
        return queries;
    }

    private static List<SearchHit> hits(OperationSearch search, String query) {
        return search.find(query, 10).hits();
    }

    @Test
    void theSameOperationsRankAlikeWhateverWasThereBefore() {
        List<OperationSpec> specs = specs();
        OperationRegistry fresh = OperationRegistry.create();
        specs.forEach(fresh::registerSpec);
        List<OperationSpec> shuffled = new ArrayList<>(specs);
        Collections.shuffle(shuffled, random);
        OperationRegistry changed = OperationRegistry.create();
        try (OperationSearch one = OperationSearch.over(fresh);
                OperationSearch other = OperationSearch.over(changed)) {
            for (OperationSpec spec : shuffled) {
                changed.registerSpec(spec(spec.id(), "temporary " + any(NOUNS)));
            }
            hits(other, "invoice");
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 70; i++) {
                    changed.registerSpec(spec("temporary.op" + i, "temporary invoice payment"));
                }
                hits(other, "invoice");
                for (int i = 0; i < 70; i++) {
                    changed.remove("temporary.op" + i);
                }
                hits(other, "invoice");
            }
            for (OperationSpec spec : shuffled) {
                changed.remove(spec.id());
                changed.registerSpec(spec);
            }
            for (String query : queries()) {
                assertThat(hits(other, query)).as(query).isEqualTo(hits(one, query));
            }
        }
    }

    @Test
    void hitsThatAreEquallyGoodComeInTheOrderOfTheirIds() {
        OperationRegistry registry = OperationRegistry.create();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            ids.add(
                    "same.op"
                            + (char) ('a' + i / 26 / 26)
                            + (char) ('a' + i / 26 % 26)
                            + (char) ('a' + i % 26));
        }
        Collections.shuffle(ids, random);
        ids.forEach(
                id ->
                        registry.registerSpec(
                                OperationSpec.query(id).title("Water the plants").build()));
        Collections.sort(ids);
        try (OperationSearch search = OperationSearch.over(registry)) {
            assertThat(search.find("water plants", 50).hits())
                    .extracting(hit -> hit.spec().id())
                    .isEqualTo(ids.subList(0, 50));
        }
    }

    @Test
    void aPredicateMayChangeTheRegistryAndSearch() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        registry.registerSpec(spec("a.b", "create an invoice"));
        try (OperationSearch search = OperationSearch.over(registry)) {
            CompletableFuture<Integer> found =
                    CompletableFuture.supplyAsync(
                            () ->
                                    search.find(
                                                    "invoice",
                                                    1,
                                                    each -> {
                                                        registry.remove("a.b");
                                                        registry.registerSpec(each);
                                                        return search.find("invoice", 1).fitsWell();
                                                    })
                                            .hits()
                                            .size());
            assertThat(found.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        }
    }

    @Test
    void whoeverIsSlowToGiveAliasesHoldsUpNoOtherSearch() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        registry.registerSpec(spec("a.b", "create an invoice"));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (OperationSearch search =
                OperationSearch.over(
                        registry,
                        id -> {
                            if (Thread.currentThread().getName().equals("slow")) {
                                asked.countDown();
                                await(go);
                            }
                            return List.of("bill");
                        })) {
            Thread slow = Thread.ofPlatform().name("slow").start(() -> search.find("bill", 1));
            asked.await();
            assertThat(search.find("bill", 1).hits()).hasSize(1);
            registry.registerSpec(spec("a.c", "archive an invoice"));
            assertThat(search.find("archive", 1).hits()).hasSize(1);
            go.countDown();
            slow.join();
            assertThat(search.find("archive", 1).hits()).hasSize(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void finishingMeansCompleting() {
        OperationRegistry registry = OperationRegistry.create();
        registry.registerSpec(spec("visits.plan", "Plans a visit to do a job"));
        registry.registerSpec(spec("visits.complete", "Completes a visit when the job is done"));
        registry.registerSpec(spec("visits.list", "Lists the visits of a job"));
        try (OperationSearch search = OperationSearch.over(registry)) {
            assertThat(hits(search, "finish a job"))
                    .first()
                    .extracting(hit -> hit.spec().id())
                    .isEqualTo("visits.complete");
        }
    }
}
