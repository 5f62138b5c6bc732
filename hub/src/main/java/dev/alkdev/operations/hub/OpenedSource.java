package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A source whose config does not open it in time: it fails, or takes long, as a plug-in may do. It
 * has failed until its config has opened it. Threads may share it.
 */
final class OpenedSource implements HubSource {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final SourceConfig config;
    private final HubParts parts;
    private final SourceOrigin origin;
    private volatile @Nullable HubSource opened;
    private volatile @Nullable CompletableFuture<HubSource> opening;
    private volatile String failure = "";
    private volatile boolean closed;

    private OpenedSource(SourceConfig config, HubParts parts) {
        this.config = config;
        this.parts = parts;
        this.origin = new SourceOrigin(config);
    }

    /** Opens a source; returns one that fails, and tries again, if that is not possible now. */
    static HubSource of(SourceConfig config, HubParts parts) {
        OpenedSource late = new OpenedSource(config, parts);
        HubSource now = late.open();
        return now == null ? late : now;
    }

    /** Returns the source if it can be opened in time, otherwise null with the reason noted. */
    private @Nullable HubSource open() {
        CompletableFuture<HubSource> running = opening;
        CompletableFuture<HubSource> result = running == null ? begin() : running;
        opening = result;
        try {
            return result.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            failure = "the source takes long to open";
        } catch (ExecutionException e) {
            opening = null;
            Throwable cause = e.getCause() == null ? e : e.getCause();
            Guarded.throwIfFatal(cause);
            failure =
                    cause instanceof IllegalArgumentException
                            ? String.valueOf(cause.getMessage())
                            : Guarded.logged("Opening the source " + config.name(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the source is not opened";
        }
        return null;
    }

    private CompletableFuture<HubSource> begin() {
        CompletableFuture<HubSource> result = new CompletableFuture<>();
        Thread.ofVirtual()
                .name("operations-source-open " + config.name())
                .start(
                        () -> {
                            try {
                                HubSource source = config.open(parts);
                                if (source == null) {
                                    throw new IllegalArgumentException(
                                            config.getClass().getName() + " opened no source");
                                }
                                result.complete(source);
                            } catch (Throwable e) {
                                result.completeExceptionally(e);
                            }
                        });
        return result;
    }

    @Override
    public void start() {
        refresh();
    }

    @Override
    public void refresh() {
        HubSource source = opened;
        if (source != null) {
            source.refresh();
            return;
        }
        HubSource fresh = closed ? null : open();
        if (fresh != null) {
            opened = fresh;
            fresh.start();
            if (closed) {
                fresh.close();
            }
        }
    }

    @Override
    public OperationSource.Status status() {
        HubSource source = opened;
        return source == null
                ? new OperationSource.Status(closed ? State.CLOSED : State.FAILED, 0, failure)
                : source.status();
    }

    @Override
    public Optional<String> kind() {
        HubSource source = opened;
        return source == null ? Optional.empty() : source.kind();
    }

    @Override
    public List<String> errorOutput() {
        HubSource source = opened;
        return source == null ? List.of() : source.errorOutput();
    }

    @Override
    public Optional<Linked> link() {
        HubSource source = opened;
        return source == null ? Optional.empty() : source.link();
    }

    @Override
    public SourceOrigin origin() {
        HubSource source = opened;
        return source == null ? origin : source.origin();
    }

    @Override
    public void tokensChanged() {
        HubSource source = opened;
        if (source != null) {
            source.tokensChanged();
        }
    }

    @Override
    public void withdraw() {
        closed = true;
        HubSource source = opened;
        if (source != null) {
            source.withdraw();
        }
    }

    @Override
    public void close() {
        withdraw();
        HubSource source = opened;
        CompletableFuture<HubSource> running = opening;
        if (source != null) {
            source.close();
        } else if (running != null) {
            // It may open only after the hub has stopped.
            String closing = "Closing the source " + config.name();
            var unused = running.thenAccept(late -> Guarded.attempt(closing, late::close));
        }
    }
}
