package dev.alkdev.operations;

import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A base class for sources that read all their operations at once: it keeps the state, publishes
 * what {@link #read} gives, and refuses a second start. Threads may share it.
 *
 * <pre>{@code
 * final class PriceList extends PublishingSource {
 *     private final Path file;
 *
 *     PriceList(String namespace, Path file) {
 *         super(namespace);
 *         this.file = file;
 *     }
 *
 *     @Override
 *     protected List<OperationBinding> read() throws IOException {
 *         return bindings(Files.readString(file));
 *     }
 * }
 * }</pre>
 */
public abstract class PublishingSource implements OperationSource {
    private static final Logger LOG = LoggerFactory.getLogger(PublishingSource.class);

    private final Mutex lock = new Mutex();
    private final String name;
    private OperationSource.@Nullable Publisher published;
    private volatile OperationSource.Status status = new OperationSource.Status(State.NEW, 0, null);

    /**
     * @param name for people; often the namespace of the operations
     */
    protected PublishingSource(String name) {
        this.name = name;
    }

    /**
     * Reads all operations. Runs on the thread that starts or reloads the source, once at a time.
     *
     * @throws Exception to make the source {@link State#FAILED} with this message. A runtime
     *     exception other than {@link IllegalArgumentException} is also logged
     */
    protected abstract Collection<OperationBinding> read() throws Exception;

    /** The operations of the last {@link #read} whose handlers are registered by somebody else. */
    protected Collection<OperationSpec> specs() {
        return List.of();
    }

    /** What the last {@link #read} could not turn into an operation, by its name, and why. */
    protected Map<String, String> leftOut() {
        return Map.of();
    }

    /**
     * Frees what was replaced. Called when the operations of a {@link #read} are in the registry.
     */
    protected void published() {}

    /** Ends a {@link #read} that is under way: the source is about to be closed. Any thread. */
    protected void stopReading() {}

    /** Frees what the source holds. Called once, after its operations are out of the registry. */
    protected void release() {}

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final OperationSource.Status status() {
        return status;
    }

    @Override
    public final void start(OperationSource.Publisher publisher) {
        try (Registration held = lock.hold()) {
            if (status.state() != State.NEW) {
                throw new IllegalStateException(
                        "the source " + name + " was started or closed before");
            }
            published = publisher;
            update(publisher);
        }
    }

    /**
     * Reads the operations again and publishes what differs. If that fails, the operations stay as
     * they were.
     *
     * @return the status afterwards, which has the reason of a failure
     * @throws IllegalStateException if the source is not started or already closed
     */
    public final OperationSource.Status reload() {
        try (Registration held = lock.hold()) {
            OperationSource.Publisher target = published;
            if (target == null) {
                throw new IllegalStateException("the source " + name + " is not running");
            }
            update(target);
            return status;
        }
    }

    /** Reads the operations again, as {@link #reload} does; a closed source stays closed. */
    @Override
    public final boolean refresh() {
        try (Registration held = lock.hold()) {
            if (published != null) {
                reload();
            }
            return published != null;
        }
    }

    private void update(OperationSource.Publisher target) {
        try {
            target.update(read(), specs());
            published();
            status = new OperationSource.Status(State.READY, target.size(), null, leftOut());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(target, "interrupted while reading");
        } catch (Exception e) {
            if (e instanceof RuntimeException && !(e instanceof IllegalArgumentException)) {
                LOG.warn("The source {} failed unexpectedly", name, e);
            }
            fail(target, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        } catch (VirtualMachineError e) {
            fail(target, e.toString());
            throw e;
        } catch (Error e) {
            // Such as a class that a plug-in lacks: the source fails, and its thread goes on.
            LOG.warn("The source {} failed unexpectedly", name, e);
            fail(target, e.toString());
        }
    }

    private void fail(OperationSource.Publisher target, String reason) {
        status = new OperationSource.Status(State.FAILED, target.size(), reason);
    }

    @Override
    public final void close() {
        stopReading();
        try (Registration held = lock.hold()) {
            if (status.state() == State.CLOSED) {
                return;
            }
            status = new OperationSource.Status(State.CLOSED, 0, status.lastError());
            OperationSource.Publisher target = published;
            published = null;
            if (target != null) {
                target.withdraw();
            }
            release();
        }
    }
}
