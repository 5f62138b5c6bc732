package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reports the sources: down if one of them failed. */
final class OperationsHealthIndicator extends AbstractHealthIndicator {
    private final OperationRegistry registry;
    private final SourceBeans sources;

    OperationsHealthIndicator(OperationRegistry registry, SourceBeans sources) {
        this.registry = registry;
        this.sources = sources;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean failed = false;
        Map<String, Object> details = new LinkedHashMap<>();
        for (OperationSource source : sources.sources()) {
            OperationSource.Status status = source.status();
            failed |= status.state() == State.FAILED;
            details.put(source.name(), details(status));
        }
        (failed ? builder.down() : builder.up())
                .withDetail("operations", registry.size())
                .withDetail("sources", details);
    }

    private static Map<String, Object> details(OperationSource.Status status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state().name().toLowerCase(Locale.ROOT));
        details.put("operations", status.operations());
        if (status.lastError() != null) {
            details.put("error", status.lastError());
        }
        return details;
    }
}
