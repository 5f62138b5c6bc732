package dev.alkdev.operations.scan;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.PublishingSource;
import dev.alkdev.operations.base.ChangeWatch;
import dev.alkdev.operations.scan.OperationManifest.Failure;
import dev.alkdev.operations.scan.OperationManifest.Found;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings the operations that a {@link OperationScanner} finds into a registry. If it watches a
 * folder, it reads files that have changed: their operations are replaced one by one, calls that
 * run finish on the version they began with, and a file that is wrong stays in use as it was.
 * Threads may share it.
 */
public final class ScanSource extends PublishingSource {
    private static final Logger LOG = LoggerFactory.getLogger(ScanSource.class);
    private static final int NAMED = 10;

    private final Scan scan;
    private final @Nullable Duration interval;
    private volatile @Nullable ChangeWatch watch;
    private volatile boolean closing;
    private volatile OperationManifest manifest = new OperationManifest(List.of(), List.of());
    private boolean replaced;

    ScanSource(String name, Scan scan, @Nullable Duration interval) {
        super(name);
        this.scan = scan;
        this.interval = interval;
    }

    /** What was found last, and what of it is wrong. */
    public OperationManifest manifest() {
        return manifest;
    }

    @Override
    protected Collection<OperationBinding> read() throws IOException {
        boolean first = interval == null || watch == null;
        if (interval != null && watch == null && !closing) {
            // It looks before anything is read, so that no change is missed.
            watch =
                    ChangeWatch.start(
                            "operations-scan " + name(), interval, scan::state, this::refresh);
        }
        OperationManifest before = manifest;
        OperationManifest now = scan.read();
        manifest = now;
        report(before, now, first);
        return now.bindings();
    }

    private void report(OperationManifest before, OperationManifest now, boolean first) {
        Set<Failure> told = new HashSet<>(before.failures());
        for (Failure failure : now.failures()) {
            if (!told.contains(failure)) {
                String kept = failure.keptBefore() ? "; the version before is still served" : "";
                LOG.warn("Source {}, {}{}", name(), failure, kept);
            }
        }
        Set<Found> known = new HashSet<>(before.operations());
        List<Found> fresh =
                now.operations().stream().filter(found -> !known.contains(found)).toList();
        replaced = !new HashSet<>(now.operations()).containsAll(known);
        if (!first && (!fresh.isEmpty() || replaced)) {
            LOG.info("Source {} reloaded: {}", name(), names(fresh));
        }
    }

    private static String names(List<Found> operations) {
        String named =
                operations.stream()
                        .limit(NAMED)
                        .map(found -> found.spec().id())
                        .collect(Collectors.joining(", "));
        int more = operations.size() - NAMED;
        return operations.isEmpty()
                ? "operations were removed"
                : more > 0 ? named + " and " + more + " more" : named;
    }

    @Override
    protected Collection<OperationSpec> specs() {
        return manifest.specs();
    }

    @Override
    protected Map<String, String> leftOut() {
        return manifest.leftOut();
    }

    /** The classes that were replaced are in nobody's way, but in the caches of the JSON mapper. */
    @Override
    protected void published() {
        if (replaced) {
            replaced = false;
            Json.forgetClasses();
        }
    }

    @Override
    protected void stopReading() {
        closing = true;
        ChangeWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
    }

    @Override
    protected void release() {
        stopReading();
        manifest = new OperationManifest(List.of(), manifest.failures());
        scan.close();
        Json.forgetClasses();
    }
}
