package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

class RequestIdsTest {
    @Test
    void everyIdIsARandomUuidOfItsOwn() throws InterruptedException {
        Set<String> given = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        for (int each = 0; each < 2_000; each++) {
                                            given.add(Call.newRequestId());
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(given).hasSize(16_000);
        assertThat(given)
                .allSatisfy(
                        id -> {
                            assertThat(UUID.fromString(id).version()).isEqualTo(4);
                            assertThat(UUID.fromString(id).variant()).isEqualTo(2);
                        });
    }
}
