package dev.alkdev.operations.http;

import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection that can be polled, while a request is being answered, for a disconnect of the
 * client. The only way to find out is to read; what comes too early is kept for the one who reads
 * next.
 */
final class ProbedEndPoint extends SocketChannelEndPoint {
    private static final int EARLY_BYTES = 4 * 1024;

    private final Executor executor;
    private final ReentrantLock reading = new ReentrantLock();
    private final LongAdder sent = new LongAdder();
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    ProbedEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Executor executor,
            Scheduler scheduler) {
        super(channel, selector, key, scheduler);
        this.executor = executor;
    }

    /** Whether the client has closed the connection, or its half of it. */
    boolean isGone() {
        reading.lock();
        try {
            if (isFillInterested() || early.remaining() == EARLY_BYTES) {
                return false;
            }
            if (early.capacity() == 0) {
                early = BufferUtil.allocate(EARLY_BYTES);
            }
            return super.fill(early) < 0;
        } catch (IOException e) {
            return true;
        } finally {
            reading.unlock();
        }
    }

    /** How many bytes the operating system has taken so far. */
    long sent() {
        return sent.sum();
    }

    /**
     * Whether bytes wait that the operating system has not taken, because the client reads slowly.
     */
    boolean isWriting() {
        return getWriteFlusher().isPending();
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = BufferUtil.remaining(buffers);
        try {
            return super.flush(buffers);
        } finally {
            sent.add(before - BufferUtil.remaining(buffers));
        }
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        reading.lock();
        try {
            if (!early.hasRemaining()) {
                return super.fill(buffer);
            }
            int position = BufferUtil.flipToFill(buffer);
            int filled = BufferUtil.put(early, buffer);
            BufferUtil.flipToFlush(buffer, position);
            return filled;
        } finally {
            reading.unlock();
        }
    }

    @Override
    protected void needsFillInterest() {
        reading.lock();
        try {
            if (early.hasRemaining()) {
                executor.execute(() -> getFillInterest().fillable());
                return;
            }
        } finally {
            reading.unlock();
        }
        super.needsFillInterest();
    }
}
