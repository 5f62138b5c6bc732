package dev.alkdev.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class AuditFileTest {
    @Test
    void everyLineIsThereWhenItIsClosed(@TempDir Path folder) throws IOException {
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
}
