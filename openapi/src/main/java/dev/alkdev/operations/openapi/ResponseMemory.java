package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.BoundedFile;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.web.HttpFailure;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The memory of one response while it is read and parsed. The limits are parts of the heap that all
 * APIs of the process share; sizes are the estimates of {@link ByteBudget}. For one thread.
 */
final class ResponseMemory implements AutoCloseable {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** The longest body, unless the options set another limit. */
    static final int LONGEST_BODY = BoundedFile.share(16, 64L << 20);

    /** The longest event; options may set a lower limit. */
    static final int LONGEST_EVENT = BoundedFile.share(64, 1L << 30);

    private static final ByteBudget ALL = ByteBudget.of(HEAP / 4);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Shorter responses are not counted. */
    private static final int SHORT = 8 * 1024;

    /** Enough to read the longest body and to find out that one is longer. */
    private static final long LARGEST = HEAP / 8 + 2 * SHORT;

    private long held;

    /** Counts the bytes of a body while they are read. */
    InputStream counting(InputStream body) {
        return new FilterInputStream(body) {
            private long received;

            @Override
            public int read() throws IOException {
                int value = super.read();
                count(value < 0 ? 0 : 1);
                return value;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int count = super.read(target, offset, length);
                count(Math.max(count, 0));
                return count;
            }

            private void count(int bytes) throws IOException {
                received += bytes;
                if (received > SHORT && bytes > 0) {
                    take(2L * bytes);
                }
            }
        };
    }

    /** Counts the tree of a JSON text that is parsed next. */
    void takeTree(byte[] json) throws IOException {
        if (json.length > SHORT) {
            take(ByteBudget.weightOfText(json));
        }
    }

    /** Counts the tree of the data of an event that is parsed next. */
    void takeTree(String data) throws IOException {
        if (data.length() > SHORT) {
            take(ByteBudget.weightOfText(data.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private void take(long bytes) throws IOException {
        if (held + bytes > LARGEST) {
            throw HttpFailure.unusable(
                    "the response takes more memory than the "
                            + LARGEST / 1024
                            + " KiB for one response in a heap of this size");
        }
        try {
            if (!ALL.acquire(bytes, PATIENCE)) {
                throw new CallException(
                        ErrorCode.OVERLOADED,
                        "there is no memory left for the response of the API",
                        null,
                        true);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for memory");
        }
        held += bytes;
    }

    @Override
    public void close() {
        ALL.release(held);
        held = 0;
    }
}
