package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Timeout(20)
class BoundedFileTest {
    @TempDir Path folder;

    private Path pipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        return pipe;
    }

    @Test
    void aFileUpToTheLimitIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "\uFEFF1234567");

        assertThat(BoundedFile.text(file, 10)).isEqualTo("1234567");
        assertThat(BoundedFile.read(file, 10)).hasSize(10);
        assertThatThrownBy(() -> BoundedFile.read(file, 9)).hasMessage("is larger than 0 KiB");
    }

    @Test
    void onlyRegularFilesAreRead() throws Exception {
        Path pipe = pipe();

        assertThatThrownBy(() -> BoundedFile.read(pipe, 10)).hasMessage("is not a regular file");
        assertThatThrownBy(() -> BoundedFile.read(folder, 10)).hasMessage("is not a regular file");
        assertThatThrownBy(() -> BoundedFile.read(folder.resolve("no"), 10))
                .hasMessage("cannot be read");
    }

    @Test
    void onlyTextIsRead() throws IOException {
        Path file = Files.write(folder.resolve("a"), new byte[] {'a', (byte) 0xff});

        assertThatThrownBy(() -> BoundedFile.text(file, 10)).hasMessage("is not UTF-8 text");
    }

    @Test
    void fingerprintsDifferWithTheContentAndNeverBlock() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "a".repeat(20_000));
        FileFingerprint before = FileFingerprint.of(List.of(file, pipe()));
        assertThat(before.hashes()).containsExactly(Sha256.hex("a".repeat(20_000)), "");

        Files.writeString(file, "b");
        assertThat(FileFingerprint.of(List.of(file))).isNotEqualTo(FileFingerprint.of(List.of()));
        assertThat(FileFingerprint.of(List.of(file)).hashes()).containsExactly(Sha256.hex("b"));
    }
}
