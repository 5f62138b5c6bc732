package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Files that change while a source watches them. */
@ExtendWith(LeakCheck.class)
class WatchTest {
    @TempDir Path temporary;
    private final OperationRegistry registry = OperationRegistry.create();
    private ScanFolder folder;
    private ScanSource source;

    @BeforeEach
    void start() {
        folder = new ScanFolder(temporary.resolve("ops"));
        folder.write("Shop.java", ScanFolder.query("Shop", "shop", "first"));
        source = OperationScanner.folder(folder.path()).watch(Duration.ofMillis(20)).source();
        source.start(registry);
    }

    @AfterEach
    void close() {
        source.close();
    }

    private String call() {
        return registry.execute("shop.get", Map.of("id", "A-17")).data().path("text").asString();
    }

    private static void awaitUntil(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(1)).until(condition);
    }

    private List<String> ids() {
        return registry.list(OperationQuery.all()).operations().stream()
                .map(OperationSpec::id)
                .toList();
    }

    @Test
    void aChangedFileIsReplacedWithoutAGap() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong calls = new AtomicLong();
        CompletableFuture<Void> caller =
                CompletableFuture.runAsync(
                        () -> {
                            while (!done.get()) {
                                assertThat(call()).isIn("first A-17", "second A-17");
                                calls.incrementAndGet();
                            }
                        });
        awaitUntil(() -> calls.get() > 100);

        folder.write("Shop.java", ScanFolder.query("Shop", "shop", "second"));

        awaitUntil(() -> call().equals("second A-17"));
        done.set(true);
        caller.get(1, TimeUnit.MINUTES);
        assertThat(source.status().leftOut()).isEmpty();
    }

    @Test
    void anEmptyFolderGetsItsFirstFileAndLosesItsLast() {
        folder.delete("Shop.java");
        awaitUntil(() -> ids().isEmpty());
        assertThat(source.status().state()).isEqualTo(State.READY);

        folder.write("deep/Other.java", ScanFolder.query("Other", "other", "new"));
        awaitUntil(() -> ids().equals(List.of("other.get")));
    }

    @Test
    void aBrokenFileStaysInUseAsItWasAndTheStatusTells() {
        folder.write("Shop.java", "import dev.alkdev.operations.code.*;\nclass Shop {");

        awaitUntil(() -> !source.status().leftOut().isEmpty());
        assertThat(source.status().state()).isEqualTo(State.READY);
        assertThat(source.status().leftOut())
                .isEqualTo(
                        Map.of(
                                "Shop.java",
                                "line 2, column 13: reached end of file while parsing"
                                        + " (the version before is still served)"));
        assertThat(call()).isEqualTo("first A-17");

        folder.write("Shop.java", ScanFolder.query("Shop", "shop", "mended"));
        awaitUntil(() -> call().equals("mended A-17"));
        assertThat(source.status().leftOut()).isEmpty();
    }

    @Test
    void aChangedClassIsSeenByThoseThatUseIt() {
        String using =
                """
                import dev.alkdev.operations.code.*;
                @Operations("shop") class Shop {
                    @Query Money get(String id) { return new Money(Money.NAME + id); }
                }
                """;
        folder.write("Shop.java", using);
        awaitUntil(() -> source.status().leftOut().containsKey("Shop.java"));

        folder.write("Money.java", "record Money(String text) { static String NAME = \"euro \"; }");
        awaitUntil(() -> call().equals("euro A-17"));

        folder.write("Money.java", "record Money(String text) { static String NAME = \"cent \"; }");
        awaitUntil(() -> call().equals("cent A-17"));
    }

    @Test
    void theStateOfOtherFilesStays() {
        folder.write(
                "Counter.java",
                """
                import dev.alkdev.operations.code.*;
                @Operations("counter") class Counter {
                    private int count;
                    @Mutation synchronized int next() { return ++count; }
                }
                """);
        awaitUntil(() -> registry.isCallable("counter.next"));
        assertThat(registry.execute("counter.next", Map.of()).data().asInt()).isEqualTo(1);

        folder.write("Shop.java", ScanFolder.query("Shop", "shop", "second"));
        awaitUntil(() -> call().equals("second A-17"));

        assertThat(registry.execute("counter.next", Map.of()).data().asInt()).isEqualTo(2);
    }

    @Test
    void aCallThatRunsEndsOnTheVersionItBeganWith() throws Exception {
        Meeting.begun = new CountDownLatch(1);
        Meeting.end = new CountDownLatch(1);
        folder.write(
                "Slow.java",
                """
                import dev.alkdev.operations.code.*;
                import dev.alkdev.operations.scan.Meeting;
                @Operations("slow") class Slow {
                    @Query String get() throws InterruptedException {
                        Meeting.begun.countDown();
                        Meeting.end.await();
                        return Late.text();
                    }
                }
                class Late { static String text() { return "loaded after the file was gone"; } }
                """);
        awaitUntil(() -> registry.isCallable("slow.get"));
        CompletableFuture<String> running =
                CompletableFuture.supplyAsync(
                        () -> registry.execute("slow.get", Map.of()).data().asString());
        Meeting.begun.await();

        folder.delete("Slow.java");
        awaitUntil(() -> !registry.isCallable("slow.get"));
        Meeting.end.countDown();

        assertThat(running.get(1, TimeUnit.MINUTES)).isEqualTo("loaded after the file was gone");
    }

    @Test
    void aJarMayBeReplacedWhileItIsInUse() {
        folder.delete("Shop.java");
        folder.write("shop.jar", jar("one"));
        awaitUntil(() -> registry.isCallable("shop.get") && call().equals("one A-17"));

        folder.write("shop.jar", jar("two"));
        awaitUntil(() -> call().equals("two A-17"));
    }

    private byte[] jar(String answer) {
        return ScanFolder.jar("Shop", ScanFolder.query("Shop", "shop", answer), temporary);
    }

    @Test
    void aSpecThatChangesKeepsTheHandlerItWasGiven() {
        folder.write("send.operation.yaml", spec("Sends"));
        awaitUntil(() -> registry.find("mail.send").isPresent());
        registry.registerHandler("mail.send", (input, context) -> "sent");

        folder.write("send.operation.yaml", spec("Sends a letter"));

        awaitUntil(() -> registry.spec("mail.send").description().equals("Sends a letter"));
        assertThat(registry.execute("mail.send", Map.of()).data().asString()).isEqualTo("sent");
    }

    private static String spec(String description) {
        return """
        namespace: mail
        name: send
        version: 1.0.0
        type: mutation
        description: %s
        inputSchema: {type: object}
        outputSchema: {type: string}
        accessControl: {requiredScopes: []}
        """
                .formatted(description);
    }

    @Test
    void aFolderThatIsAwayForAWhileKeepsItsOperations() throws IOException {
        Path elsewhere = temporary.resolve("elsewhere");
        Files.move(folder.path(), elsewhere);
        awaitUntil(() -> source.status().state() == State.FAILED);
        assertThat(source.status().lastError()).isEqualTo("there is no folder " + folder.path());
        assertThat(call()).isEqualTo("first A-17");

        Files.move(elsewhere, folder.path());
        awaitUntil(() -> source.status().state() == State.READY);
        assertThat(call()).isEqualTo("first A-17");
    }
}
