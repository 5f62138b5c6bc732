package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.openapi.SnapshotDifference.Snapshot;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps the operations of an OpenAPI document in a registry. Threads may share it.
 *
 * <pre>{@code
 * OpenApiSource petstore = OpenApiSource.of(
 *         DocumentSource.url("https://petstore.example/openapi.json"),
 *         HttpServiceOptions.of("petstore"));
 * petstore.start(registry);
 * ApiChanges changes = petstore.reload();
 * }</pre>
 */
public final class OpenApiSource implements OperationSource {
    private static final Logger LOG = LoggerFactory.getLogger(OpenApiSource.class);
    private static final int NAMED = 5;

    private final Mutex lock = new Mutex();
    private final DocumentSource document;
    private final HttpServiceOptions service;
    private final DocumentLoader loader;
    private final DocumentMemory memory = new DocumentMemory();
    private OperationSource.@Nullable Publisher published;
    private List<String> condition = List.of();
    private String fingerprint = "";
    private @Nullable String told;
    private @Nullable Snapshot snapshot;
    private volatile OperationSource.Status status = new OperationSource.Status(State.NEW, 0, null);
    private volatile List<DocumentProblem> problems = List.of();

    private OpenApiSource(DocumentSource document, HttpServiceOptions service) {
        this.document = document;
        this.service = service;
        this.loader = new DocumentLoader(document, service);
    }

    public static OpenApiSource of(DocumentSource document, HttpServiceOptions service) {
        return new OpenApiSource(document, service);
    }

    @Override
    public String name() {
        return service.namespace();
    }

    @Override
    public OperationSource.Status status() {
        return status;
    }

    /** What was wrong with the document when it was last read. */
    public List<DocumentProblem> problems() {
        return problems;
    }

    @Override
    public void start(OperationSource.Publisher publisher) {
        lock.lock();
        try {
            if (status.state() != State.NEW) {
                throw new IllegalStateException(
                        "the source " + name() + " was started or closed before");
            }
            published = publisher;
            update(publisher);
        } catch (DocumentException | IllegalArgumentException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reads the document again and publishes what differs. Operations that have not changed are
     * left alone. If it fails, the operations stay as they were and the status says why.
     *
     * @throws DocumentException if the document cannot be read
     * @throws IllegalArgumentException if an operation's id is taken by somebody else
     * @throws IllegalStateException if the source is not started or already closed
     */
    public ApiChanges reload() {
        lock.lock();
        try {
            OperationSource.Publisher target = published;
            if (target == null || status.state() == State.CLOSED) {
                throw new IllegalStateException("the source " + name() + " is not running");
            }
            return update(target);
        } catch (DocumentException | IllegalArgumentException e) {
            fail(e);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #reload}; a failure is in the status only. */
    @Override
    public boolean refresh() {
        try {
            reload();
            return true;
        } catch (DocumentException | IllegalArgumentException e) {
            // The status says why, and it may be asked again.
            return true;
        }
    }

    private ApiChanges update(OperationSource.Publisher target) {
        Snapshot before = snapshot;
        boolean alone = before != null && !before.documents().hasOthers();
        Optional<DocumentLoader.Fetched> read =
                loader.loadUnlessSame(alone ? condition : List.of());
        if (read.isEmpty()) {
            return unchanged(target);
        }
        DocumentLoader.Fetched now = read.get();
        String print = now.text().fingerprint().get();
        boolean same = alone && print.equals(fingerprint);
        ApiChanges changes =
                same
                        ? unchanged(target)
                        : publish(
                                target,
                                before,
                                ImportTurns.SHARED.take(
                                        () -> ApiImport.of(now, loader, service).run()));
        // Not before it is published: one that cannot be must fail again the next time.
        condition = now.condition();
        fingerprint = print;
        return changes;
    }

    private ApiChanges unchanged(OperationSource.Publisher target) {
        ready(target);
        return ApiChanges.none();
    }

    private ApiChanges publish(
            OperationSource.Publisher target, @Nullable Snapshot before, Snapshot after) {
        Snapshot now = after;
        ApiChanges changes =
                new ApiChanges(List.copyOf(after.places().keySet()), List.of(), List.of());
        long weight = after.documents().weight();
        if (before != null) {
            SnapshotDifference difference = new SnapshotDifference(before, after);
            now = difference.result();
            changes = difference.changes();
            weight = difference.weight();
        }
        memory.replace(weight);
        target.update(now.api().operations());
        snapshot = now;
        problems = now.api().problems();
        tell(unused());
        ready(target);
        return changes;
    }

    private void ready(OperationSource.Publisher target) {
        status = new OperationSource.Status(State.READY, target.size(), unused(), leftOut());
    }

    /** The operations that cannot be imported, by their places in the document. */
    private Map<String, String> leftOut() {
        return problems.stream()
                .filter(problem -> problem.kind() == Kind.UNUSABLE_OPERATION)
                .collect(
                        Collectors.toMap(
                                DocumentProblem::pointer,
                                DocumentProblem::message,
                                (first, second) -> second));
    }

    /** What of the settings fits nothing in the document; null if all do. */
    private @Nullable String unused() {
        List<String> unused =
                problems.stream()
                        .filter(problem -> problem.kind() == Kind.UNUSED_SETTING)
                        .map(DocumentProblem::message)
                        .toList();
        if (unused.isEmpty()) {
            return null;
        }
        String first = String.join("; ", unused.subList(0, Math.min(NAMED, unused.size())));
        return unused.size() <= NAMED
                ? first
                : first + "; and " + (unused.size() - NAMED) + " more";
    }

    /** Once, until it is something else. */
    private void tell(@Nullable String unused) {
        if (unused != null && !unused.equals(told)) {
            LOG.warn("Settings of {} match nothing in its document: {}", name(), unused);
        }
        told = unused;
    }

    private void fail(RuntimeException e) {
        OperationSource.Publisher target = published;
        int operations = target == null ? 0 : target.size();
        String reason = String.valueOf(e.getMessage());
        status = new OperationSource.Status(State.FAILED, operations, reason);
    }

    @Override
    public void close() {
        try (Registration held = lock.hold()) {
            if (published != null) {
                published.withdraw();
            }
            memory.close();
            published = null;
            snapshot = null;
            condition = List.of();
            fingerprint = "";
            status = new OperationSource.Status(State.CLOSED, 0, status.lastError());
        }
    }

    @Override
    public String toString() {
        return "OpenApiSource[" + name() + " from " + document.description() + "]";
    }
}
