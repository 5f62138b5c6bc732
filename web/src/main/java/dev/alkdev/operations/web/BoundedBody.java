package dev.alkdev.operations.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads a body up to a size limit. */
public final class BoundedBody {
    private static final int CHUNK = 16 * 1024;

    private BoundedBody() {}

    /**
     * The whole body.
     *
     * @throws IOException if it has more bytes than allowed
     */
    public static byte[] read(InputStream body, long limit) throws IOException {
        int most = (int) Math.min(limit, Integer.MAX_VALUE - 16);
        byte[] chunk = new byte[CHUNK];
        int filled = body.readNBytes(chunk, 0, (int) Math.min(CHUNK, (long) most + 1));
        if (filled < CHUNK && filled <= most) {
            return Arrays.copyOf(chunk, filled);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream(4 * CHUNK);
        while (filled > 0) {
            if (all.size() + (long) filled > most) {
                throw new TooLargeException(limit);
            }
            all.write(chunk, 0, filled);
            filled = body.readNBytes(chunk, 0, CHUNK);
        }
        return all.toByteArray();
    }

    /** The whole body, of which a size is expected; it may still turn out to have another. */
    public static byte[] read(InputStream body, long limit, long expected) throws IOException {
        if (expected <= 0 || expected >= Math.min(limit, Integer.MAX_VALUE - 16)) {
            return read(body, limit);
        }
        byte[] bytes = new byte[(int) expected + 1];
        int filled = body.readNBytes(bytes, 0, bytes.length);
        if (filled < bytes.length) {
            return Arrays.copyOf(bytes, filled);
        }
        byte[] more = read(body, limit - filled);
        byte[] all = Arrays.copyOf(bytes, filled + more.length);
        System.arraycopy(more, 0, all, filled, more.length);
        return all;
    }

    /** A body beyond its limit. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooLargeException(long limit) {
            super("the body has more than " + limit + " bytes");
        }
    }
}
