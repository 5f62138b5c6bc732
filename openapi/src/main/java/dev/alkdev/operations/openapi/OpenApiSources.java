package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Several OpenAPI documents as one source, each with a namespace and a config of its own. They come
 * and go while it runs, are read side by side, and one that fails does not hold up the others.
 * Threads may share it.
 *
 * <pre>{@code
 * OpenApiSources apis = OpenApiSources.create("apis");
 * apis.start(registry);
 * apis.add(DocumentSource.url("https://shop.example/openapi.json"), HttpServiceConfig.of("shop"));
 * ApiChanges changes = apis.reload();
 * apis.remove("shop");
 * }</pre>
 */
public final class OpenApiSources implements OperationSource {
    private final ReentrantLock lock = new ReentrantLock();
    private final String name;
    private final Map<String, OpenApiSource> sources = new LinkedHashMap<>();
    private @Nullable OperationRegistry registry;
    private boolean closed;

    private OpenApiSources(String name) {
        this.name = name;
    }

    /** An empty set of documents under a name for people. */
    public static OpenApiSources create(String name) {
        return new OpenApiSources(name);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Adds a document under the namespace of its config and, once started, publishes its
     * operations. If it cannot be read it stays, its {@link #statuses() status} says why, and
     * {@link #reload()} tries again.
     *
     * @return the operations that came in; none before the start or if it failed
     * @throws IllegalArgumentException if there is a document in this namespace
     * @throws IllegalStateException if it is closed
     */
    public ApiChanges add(DocumentSource document, HttpServiceConfig config) {
        OpenApiSource source = OpenApiSource.of(document, config);
        OperationRegistry target;
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the source " + name + " is closed");
            }
            if (sources.putIfAbsent(source.name(), source) != null) {
                throw new IllegalArgumentException(
                        "there is a document in the namespace " + source.name() + " already");
            }
            target = registry;
        } finally {
            lock.unlock();
        }
        return target == null ? ApiChanges.none() : started(source, target);
    }

    private static ApiChanges started(OpenApiSource source, OperationRegistry registry) {
        source.start(registry);
        return new ApiChanges(source.operationIds(), List.of(), List.of());
    }

    /**
     * Removes a document with its operations.
     *
     * @return the operations that went out
     * @throws IllegalArgumentException if there is no document in this namespace
     */
    public ApiChanges remove(String namespace) {
        OpenApiSource source;
        lock.lock();
        try {
            source = find(namespace);
            sources.remove(namespace);
        } finally {
            lock.unlock();
        }
        List<String> removed = source.operationIds();
        source.close();
        return new ApiChanges(List.of(), List.of(), removed);
    }

    /**
     * Reads one document again.
     *
     * @throws IllegalArgumentException if there is no document in this namespace, or an operation's
     *     id is taken by somebody else
     * @throws DocumentException if it cannot be read
     * @throws IllegalStateException if it is not started or already closed
     */
    public ApiChanges reload(String namespace) {
        OpenApiSource source;
        lock.lock();
        try {
            source = find(namespace);
        } finally {
            lock.unlock();
        }
        return source.reload();
    }

    /**
     * Reads all documents again, and publishes what differs. Of those that cannot be read, the
     * operations stay as they were and the status says why.
     *
     * @throws IllegalStateException if it is not started or already closed
     */
    public ApiChanges reload() {
        lock.lock();
        try {
            if (registry == null || closed) {
                throw new IllegalStateException("the source " + name + " is not running");
            }
        } finally {
            lock.unlock();
        }
        ApiChanges changes = ApiChanges.none();
        for (ApiChanges each : together(all(), OpenApiSources::reloaded)) {
            changes = changes.plus(each);
        }
        return changes;
    }

    private static ApiChanges reloaded(OpenApiSource source) {
        try {
            return source.reload();
        } catch (DocumentException | IllegalArgumentException failed) {
            return ApiChanges.none();
        } catch (IllegalStateException goneMeanwhile) {
            return ApiChanges.none();
        }
    }

    @Override
    public void start(OperationRegistry registry) {
        lock.lock();
        try {
            if (this.registry != null || closed) {
                throw new IllegalStateException(
                        "the source " + name + " was started or closed before");
            }
            this.registry = registry;
        } finally {
            lock.unlock();
        }
        together(all(), source -> started(source, registry));
    }

    /** Does the same with every source at the same time: one may wait for a server that is dead. */
    private static <T> List<T> together(
            Collection<OpenApiSource> sources, Function<OpenApiSource, T> task) {
        List<Future<T>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            sources.forEach(source -> results.add(threads.submit(() -> task.apply(source))));
        }
        return results.stream().map(OpenApiSources::result).toList();
    }

    private static <T> T result(Future<T> done) {
        if (done.state() == Future.State.FAILED
                && done.exceptionNow() instanceof RuntimeException failure) {
            throw failure;
        }
        return done.resultNow();
    }

    @Override
    public SourceStatus status() {
        lock.lock();
        try {
            if (closed) {
                return new SourceStatus(State.CLOSED, 0, null);
            }
            if (registry == null) {
                return new SourceStatus(State.NEW, 0, null);
            }
        } finally {
            lock.unlock();
        }
        return together(statuses());
    }

    private static SourceStatus together(Map<String, SourceStatus> statuses) {
        int operations = statuses.values().stream().mapToInt(SourceStatus::operations).sum();
        boolean failed = statuses.values().stream().anyMatch(it -> it.state() == State.FAILED);
        State state = failed ? State.FAILED : State.READY;
        String errors =
                statuses.entrySet().stream()
                        .filter(it -> it.getValue().state() == state)
                        .filter(it -> it.getValue().lastError() != null)
                        .map(it -> it.getKey() + ": " + it.getValue().lastError())
                        .collect(Collectors.joining("; "));
        return new SourceStatus(state, operations, errors.isEmpty() ? null : errors);
    }

    /** How each document stands, by namespace, in the order they were added. */
    public Map<String, SourceStatus> statuses() {
        Map<String, SourceStatus> statuses = new LinkedHashMap<>();
        all().forEach(source -> statuses.put(source.name(), source.status()));
        return statuses;
    }

    /**
     * What was wrong with a document when it was last read.
     *
     * @throws IllegalArgumentException if there is no document in this namespace
     */
    public List<DocumentProblem> problems(String namespace) {
        lock.lock();
        try {
            return find(namespace).problems();
        } finally {
            lock.unlock();
        }
    }

    private OpenApiSource find(String namespace) {
        OpenApiSource source = sources.get(namespace);
        if (source == null) {
            throw new IllegalArgumentException(
                    "there is no document in the namespace "
                            + namespace
                            + "; there are "
                            + sources.keySet());
        }
        return source;
    }

    private List<OpenApiSource> all() {
        lock.lock();
        try {
            return List.copyOf(sources.values());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        List<OpenApiSource> open;
        lock.lock();
        try {
            closed = true;
            open = List.copyOf(sources.values());
            sources.clear();
        } finally {
            lock.unlock();
        }
        open.forEach(OpenApiSource::close);
    }

    @Override
    public String toString() {
        return "OpenApiSources[" + name + " with " + all() + "]";
    }
}
