package dev.alkdev.operations.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads lines of bytes. What a line has beyond the limit is dropped but for its end, so that no
 * server fills the memory with one. For one thread.
 */
final class LineReader {
    private static final int KEPT = 100;

    private final InputStream in;
    private final int most;
    private final byte[] chunk = new byte[16 * 1024];
    private int at;
    private int end;
    private byte[] line = new byte[1024];
    private int length;
    private boolean cut;
    private String lastBytes = "";

    LineReader(InputStream in, int most) {
        this.in = in;
        this.most = most;
    }

    /** Reads the next line; false at the end. An unfinished last line is one, too. */
    boolean next() throws IOException {
        length = 0;
        cut = false;
        lastBytes = "";
        boolean any = false;
        while (true) {
            if (at == end) {
                at = 0;
                end = in.read(chunk);
                if (end < 0) {
                    end = 0;
                    return any;
                }
            }
            any = true;
            int stop = at;
            while (stop < end && chunk[stop] != '\n') {
                stop++;
            }
            append(at, stop);
            if (stop < end) {
                at = stop + 1;
                return true;
            }
            at = end;
        }
    }

    private void append(int from, int to) {
        int taken = Math.min(to - from, most - length);
        if (taken < to - from) {
            cut = true;
            keepEnd(from, to);
        }
        if (length + taken > line.length) {
            line = Arrays.copyOf(line, Math.max(length + taken, Math.min(2 * line.length, most)));
        }
        System.arraycopy(chunk, from, line, length, taken);
        length += taken;
    }

    private void keepEnd(int from, int to) {
        int start = Math.max(from, to - KEPT);
        String text = lastBytes + new String(chunk, start, to - start, StandardCharsets.ISO_8859_1);
        lastBytes = text.substring(Math.max(0, text.length() - KEPT));
    }

    /** The last bytes of a line that was longer than allowed. */
    String lastBytes() {
        return lastBytes;
    }

    /** Whether the line was longer than allowed. */
    boolean isCut() {
        return cut;
    }

    /** The line without its end. */
    byte[] bytes() {
        int whole = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        byte[] bytes = Arrays.copyOf(line, whole);
        if (line.length > chunk.length) {
            // One long line should not stay for all the short ones.
            line = new byte[1024];
        }
        return bytes;
    }
}
