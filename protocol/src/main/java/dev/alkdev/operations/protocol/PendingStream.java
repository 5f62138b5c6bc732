package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Progress;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.base.IdleWatch;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.base.TimeSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A subscription's items between the link and the reader. At most a window of them waits here: the
 * sender gets credit for new ones only as they are read. The reader parses them, not the link.
 */
final class PendingStream extends Pending {
    /** How many windows a peer that knows none may run ahead of the reader. */
    private static final int MAX_WINDOWS_AHEAD = 4;

    private static final int LARGE = 256;

    private final PendingProgress progress;
    private final ItemWindow window;
    private final TimeSource time;
    private final IntConsumer credits;
    private final Mutex lock = new Mutex();
    private final Condition changed = lock.newCondition();

    /**
     * What was received since the reader last took all there was; changes its role with the next.
     */
    private Deque<Supplier<ResponseEnvelope<JsonNode>>> arrived = new ArrayDeque<>();

    /** What the reader took, which needs no lock for each of them. */
    private Deque<Supplier<ResponseEnvelope<JsonNode>>> taken = new ArrayDeque<>();

    /** How many of those it has still to read. */
    private final AtomicInteger left = new AtomicInteger();

    /** How many there were at once. */
    private int batch;

    /** The bytes of all items that are not known to be read. */
    private final UnreadBytes unread;

    /** The bytes of what the reader took. */
    private long takenBytes;

    /** When the last item was received, or the last received one was read. */
    private volatile long lastActive;

    private volatile boolean discarded;
    private volatile boolean ended;
    private volatile boolean settled;
    private long expected;
    private volatile @Nullable IdleWatch idle;
    private @Nullable CallException failure;

    /**
     * An empty stream.
     *
     * @param credits sends credit for so many more items
     */
    PendingStream(Call call, Dispatch dispatch, RequestResources resources, IntConsumer credits) {
        super(dispatch);
        this.unread = new UnreadBytes(resources.budget());
        this.progress = PendingProgress.of(call);
        this.window = new ItemWindow(call.window().orElse(null));
        this.time = resources.time();
        this.lastActive = time.millis();
        this.credits = credits;
    }

    @Override
    void responded(
            Supplier<ResponseEnvelope<JsonNode>> output, @Nullable Long sequence, long bytes) {
        try (Registration held = lock.hold()) {
            if (ended) {
                return;
            }
            if (sequence != null && sequence != expected) {
                String message = "item " + expected + " of the stream was lost";
                end(new CallException(ErrorCode.UNAVAILABLE, message));
            } else if (waiting() >= (long) window.size() * MAX_WINDOWS_AHEAD) {
                String message = "the peer sends without regard to the window of " + window.size();
                end(new CallException(ErrorCode.OVERLOADED, message));
            } else if (!unread.add(bytes)) {
                String message = "there is no memory left for unread items";
                end(new CallException(ErrorCode.OVERLOADED, message));
            } else {
                expected++;
                window.came((int) Math.min(bytes, Integer.MAX_VALUE));
                arrived.add(output);
                active();
                changed.signal();
            }
        }
    }

    private int waiting() {
        return arrived.size() + left.get();
    }

    @Override
    void progressed(Progress made) {
        try (Registration held = lock.hold()) {
            if (!ended && progress.add(made)) {
                active();
                changed.signal();
            }
        }
    }

    @Override
    void completed() {
        settled = true;
        end(null);
    }

    @Override
    void failed(Supplier<CallException> failure) {
        settled = true;
        end(failure.get());
    }

    /** Ends it here; the other end may not know that yet. */
    void end(@Nullable CallException how) {
        try (Registration held = lock.hold()) {
            if (!ended) {
                ended = true;
                failure = how;
                changed.signalAll();
                if (idle != null) {
                    idle.close();
                }
            }
        }
        dispatch.end();
    }

    /** How many items may be under way unread. */
    int windowSize() {
        return window.size();
    }

    /** Whether the other end knows that the stream has ended. */
    boolean isSettled() {
        return settled;
    }

    /** Runs an action if nothing is received for too long, though everything has been read. */
    void watchIdleness(Duration allowed, Runnable expired) {
        idle = IdleWatch.start(time, allowed, this::isRead, expired);
    }

    private boolean isRead() {
        try (Registration held = lock.hold()) {
            return waiting() == 0;
        }
    }

    private void active() {
        lastActive = time.millis();
        IdleWatch watch = idle;
        if (watch != null) {
            watch.active();
        }
    }

    boolean isDiscarded() {
        return discarded;
    }

    /** Nobody reads any more: what waits is dropped. */
    void discard() {
        try (Registration held = lock.hold()) {
            end(null);
            failure = null;
            discarded = true;
            arrived.clear();
            unread.remove(unread.held());
            takenBytes = 0;
        }
    }

    /**
     * Waits for the next item; null at the end.
     *
     * @throws CallException if the stream failed, after everything that came before
     */
    @Nullable ResponseEnvelope<JsonNode> next() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        progress.tell();
        while (taken.isEmpty()) {
            if (isAtEnd()) {
                return null;
            }
            progress.tell();
        }
        if (discarded) {
            taken.clear();
            left.set(0);
            return null;
        }
        Supplier<ResponseEnvelope<JsonNode>> item = taken.remove();
        left.lazySet(taken.size());
        giveCredit(1);
        return read(item);
    }

    private void giveCredit(int items) {
        if (taken.isEmpty()) {
            active();
        }
        int credit = window.read(items, lastActive);
        if (credit > 0 && !ended) {
            credits.accept(credit);
        }
    }

    private void clear() {
        arrived.clear();
        taken.clear();
        left.set(0);
        unread.remove(unread.held());
        takenBytes = 0;
    }

    /** Waits until anything is received, and takes it; whether the stream has ended. */
    private boolean isAtEnd() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            unread.remove(takenBytes);
            takenBytes = 0;
            while (arrived.isEmpty() && !ended && progress.isEmpty()) {
                window.starved();
                changed.await();
            }
            Deque<Supplier<ResponseEnvelope<JsonNode>>> all = arrived;
            // One that has held many would keep their places for as long as the stream lives.
            arrived = batch > LARGE ? new ArrayDeque<>() : taken;
            taken = all;
            batch = all.size();
            takenBytes = unread.held();
            left.set(all.size());
            // What came before the end is told before it.
            boolean over = all.isEmpty() && ended && progress.isEmpty();
            if (over && failure != null) {
                throw failure;
            }
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for so long, or until the stream ends; how many items wait then. */
    int collect(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (long left = duration.toNanos(); left > 0 && !ended; ) {
                left = changed.awaitNanos(left);
            }
            return waiting();
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits, as if it had been read. */
    void skip() {
        int skipped;
        try (Registration held = lock.hold()) {
            skipped = waiting();
            clear();
        }
        giveCredit(skipped);
    }

    private ResponseEnvelope<JsonNode> read(Supplier<ResponseEnvelope<JsonNode>> item) {
        try {
            return item.get();
        } catch (CallException malformed) {
            // What came after it does not count.
            try (Registration held = lock.hold()) {
                clear();
                ended = true;
                failure = malformed;
            }
            throw malformed;
        }
    }
}
