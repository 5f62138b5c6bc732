package dev.alkdev.operations.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.testkit.TestRedis;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.node.JsonNodeFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

@Timeout(60)
class SharedLoadTest {
    private static final int CALLS = 1_000;

    @BeforeAll
    static void startRedis() {
        TestRedis.url();
    }

    @Test
    void eachOfAThousandCallsIsRunOnceByOneOfTwoWorkers() throws Exception {
        String prefix = "test-" + UUID.randomUUID();
        RedisLink link = RedisLink.to(TestRedis.url().toString()).prefix(prefix).build();
        try (Peer caller = Peer.over(link, OperationRegistry.create());
                WorkerProcess one = WorkerProcess.start(prefix, "one");
                WorkerProcess two = WorkerProcess.start(prefix, "two");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            await().atMost(Duration.ofSeconds(90)).until(() -> one.isUp() && two.isUp());
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int n = i;
                answers.add(threads.submit(() -> write(caller, n)));
            }
            List<String> workers = new ArrayList<>();
            for (Future<String> answer : answers) {
                workers.add(answer.get());
            }
            Map<String, Long> shares =
                    workers.stream()
                            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
            assertThat(shares).containsOnlyKeys("one", "two");
            assertThat(shares.values()).allMatch(share -> share > CALLS / 20);
            assertThat(Stream.of(one, two).flatMap(worker -> worker.output().stream()))
                    .filteredOn(line -> line.startsWith("work.write"))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, CALLS).mapToObj(n -> "work.write " + n).toList());
        }
    }

    private static String write(Peer caller, int n) {
        return caller.call("work.write", JsonNodeFactory.instance.numberNode(n)).data().asString();
    }
}
