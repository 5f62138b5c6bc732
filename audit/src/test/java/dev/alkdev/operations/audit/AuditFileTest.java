package dev.alkdev.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class AuditFileTest {
    @TempDir private Path folder;

    @Test
    void everyLineIsThereWhenItIsClosed() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (AuditFile audit = new AuditFile(file)) {
                for (int n = 0; n < 1_000; n++) {
                    lines.add("line " + i + " " + n);
                    audit.accept(lines.getLast());
                }
            }
        }
        assertThat(Files.readAllLines(file)).isEqualTo(lines);
    }

    @Test
    void linesOfAnyLengthAreWhole() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        List<String> lines = new ArrayList<>();
        try (AuditFile audit = new AuditFile(file)) {
            for (int length : List.of(65_535, 1, 65_536, 3_000_000, 0, 65_534)) {
                lines.add("é".repeat(length));
                audit.accept(lines.getLast());
            }
        }
        assertThat(Files.readAllLines(file)).isEqualTo(lines);
    }

    @Test
    void aRenamedFileIsFollowedByANewOne() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        Path rotated = folder.resolve("calls.jsonl.1");
        try (AuditFile audit = new AuditFile(file)) {
            audit.accept("before");
            await().until(() -> Files.readString(file).equals("before\n"));
            Files.move(file, rotated);
            audit.accept("after");
            await().until(() -> Files.exists(file) && Files.readString(file).equals("after\n"));
            Files.delete(rotated);
            audit.accept("later");
        }
        assertThat(Files.readAllLines(file)).containsExactly("after", "later");
    }

    @Test
    void aFileThatAnotherReplacesIsNotUsedAnyMore() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        Path fresh = Files.createFile(folder.resolve("fresh"));
        try (AuditFile audit = new AuditFile(file)) {
            audit.accept("before");
            await().until(() -> Files.readString(file).equals("before\n"));
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
            audit.accept("after");
        }
        assertThat(Files.readAllLines(file)).containsExactly("after");
    }

    private Path pipe(String name) throws IOException, InterruptedException {
        Path pipe = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        return pipe;
    }

    @Test
    void aPipeWithoutAReaderIsReportedAndBlocksNeitherStartNorStop() throws Exception {
        Path pipe = pipe("pipe");
        assertThatThrownBy(() -> new AuditFile(pipe))
                .hasMessageContaining("if it is a pipe, it needs a reader")
                .hasRootCauseInstanceOf(TimeoutException.class);
        Path file = folder.resolve("calls.jsonl");
        try (AuditFile audit = new AuditFile(file)) {
            Files.move(pipe, file, StandardCopyOption.REPLACE_EXISTING);
            audit.accept("lost");
            await().until(audit::isFailed);
            assertThat(audit.lost()).isOne();
            Files.delete(file);
            audit.accept("found");
            await().until(() -> !audit.isFailed());
        }
        assertThat(Files.readAllLines(file)).containsExactly("found");
    }

    /** A file that fails with Errors, as while memory is exhausted. */
    private static final class FailingFile extends AppendedFile {
        private final AtomicInteger failures;

        FailingFile(Path path, int failures) throws IOException {
            super(path);
            this.failures = new AtomicInteger(failures);
        }

        @Override
        void append(List<byte[]> lines) throws IOException {
            if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("for the test");
            }
            super.append(lines);
        }
    }

    @Test
    void errorsOfTheWriterLoseLinesAndBlockNoCaller() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        String line = "x".repeat(300_000);
        try (AuditFile audit = new AuditFile(file, new FailingFile(file, 3))) {
            for (int i = 0; i < 40; i++) {
                audit.accept(line);
            }
            assertThat(audit.lost()).isBetween(3L, 40L);
            await().until(
                            () -> {
                                audit.accept("after");
                                return Files.readString(file).contains("after\n");
                            });
            assertThat(audit.isFailed()).isFalse();
        }
        assertThat(Files.readAllLines(file))
                .allMatch(each -> each.equals(line) || each.equals("after"));
    }

    @Test
    void aFileWhoseFolderIsGoneForAWhileIsWrittenAgain() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path file = inner.resolve("calls.jsonl");
        try (AuditFile audit = new AuditFile(file)) {
            Files.delete(file);
            Files.delete(inner);
            audit.accept("lost");
            await().until(audit::isFailed);
            assertThat(audit.lost()).isOne();
            Files.createDirectory(inner);
            audit.accept("found");
            await().until(() -> !audit.isFailed());
        }
        assertThat(Files.readAllLines(file)).containsExactly("found");
    }

    @Test
    void aTruncatedFileContinuesAtItsBeginning() throws IOException {
        Path file = folder.resolve("calls.jsonl");
        try (AuditFile audit = new AuditFile(file)) {
            audit.accept("before");
            await().until(() -> Files.readString(file).equals("before\n"));
            Files.writeString(file, "");
            audit.accept("after");
        }
        assertThat(Files.readAllLines(file)).containsExactly("after");
    }
}
