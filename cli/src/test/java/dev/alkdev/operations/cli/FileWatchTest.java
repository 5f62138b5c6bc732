package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

@ExtendWith(LeakCheck.class)
class FileWatchTest {
    private static final Duration OFTEN = Duration.ofMillis(5);

    @TempDir Path folder;
    private final AtomicInteger changes = new AtomicInteger();

    @Test
    void everyWayOfChangingAFileIsTold() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "1");
        try (ConfigWatch watch = new ConfigWatch(file, OFTEN, changes::incrementAndGet)) {
            Files.writeString(file, "22");
            await().until(() -> changes.get() == 1);

            Path other = Files.writeString(folder.resolve("b"), "333");
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            await().until(() -> changes.get() == 2);

            Files.delete(file);
            Files.writeString(file, "4444");
            await().until(() -> changes.get() == 3);
        }
        assertThat(changes).hasValue(3);
    }

    @Test
    void aLinkThatLeadsElsewhereIsAChange() throws IOException {
        Path first = Files.writeString(folder.resolve("first"), "1");
        Path second = Files.writeString(folder.resolve("second"), "2");
        Path link = Files.createSymbolicLink(folder.resolve("link"), first);
        try (ConfigWatch watch = new ConfigWatch(link, OFTEN, changes::incrementAndGet)) {
            Files.delete(link);
            Files.createSymbolicLink(link, second);

            await().until(() -> changes.get() == 1);
        }
    }

    @Test
    void theFilesThatAConfigNamesAreWatchedAsWell() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "1");
        Path named = Files.writeString(folder.resolve("named"), "1");
        try (ConfigWatch watch = new ConfigWatch(file, OFTEN, changes::incrementAndGet)) {
            watch.alsoWatch(List.of(named));
            Files.writeString(named, "22");
            await().until(() -> changes.get() == 1);

            Files.writeString(file, "22");
            await().until(() -> changes.get() == 2);
        }
    }

    @Test
    void aFileThatWasAPipeForAWhileIsAChange() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "1");
        Path away = folder.resolve("away");
        try (ConfigWatch watch = new ConfigWatch(file, OFTEN, changes::incrementAndGet)) {
            Files.move(file, away);
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
            await().until(() -> changes.get() == 1);

            Files.delete(file);
            Files.move(away, file);
            await().until(() -> changes.get() == 2);
        }
    }
}
