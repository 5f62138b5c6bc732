package dev.alkdev.operations.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Class loaders of replaced files are freed. */
class ReloadTest {
    private static final int RELOADS = 200;

    @TempDir Path temporary;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void twoHundredReloadsFitIntoASmallHeap() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(temporary.resolve("ops"));
        Path output = temporary.resolve("output");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx96m",
                                "-XX:MaxMetaspaceSize=128m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ReloadMain.class.getName(),
                                folder.toString(),
                                String.valueOf(RELOADS))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .endsWith("alive 0 of " + (RELOADS + 1) + System.lineSeparator());
    }
}
