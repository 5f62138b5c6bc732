package dev.alkdev.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.ByteBudget;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class AuditLogTest {
    private final List<String> lines = new ArrayList<>();
    private final OperationRegistry registry =
            OperationRegistry.builder()
                    .observer(new AuditLog(lines::add, true, ByteBudget.unlimited()))
                    .build();

    AuditLogTest() {
        registry.register(OperationSpec.query("a.size").build(), (input, context) -> 1);
    }

    @Test
    void aLargeInputIsOmitted() {
        registry.execute("a.size", "x".repeat(100_000));
        registry.execute("a.size", "x".repeat(5_000_000));
        assertThat(lines.get(0)).contains("\"input\":\"xxx").hasSizeGreaterThan(100_000);
        assertThat(lines.get(1)).endsWith(",\"inputOmitted\":true}").hasSizeLessThan(1_000);
    }
}
