package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that grow until they are written. For one thread at a time. */
public final class EventBytes extends OutputStream {
    private static final ObjectWriter WRITER = Json.mapper().writer().withRootValueSeparator("");
    private static final int SMALL = 1024;
    private static final int LARGE = 256 * 1024;

    private byte[] bytes = new byte[SMALL];
    private int size;
    private @Nullable JsonGenerator json;

    int size() {
        return size;
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] more) {
        write(more, 0, more.length);
    }

    @Override
    public void write(byte[] more, int from, int length) {
        int needed = Math.addExact(size, length);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        System.arraycopy(more, from, bytes, size, length);
        size = needed;
    }

    /** Writes a value; the generator is kept for those that follow. */
    public void write(JsonNode value) {
        if (json == null) {
            json = WRITER.createGenerator(this);
        }
        json.writeTree(value);
        json.flush();
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Forgets what was written; what a large event needed is given back. */
    void clear() {
        size = 0;
        if (bytes.length > LARGE) {
            bytes = new byte[SMALL];
        }
    }

    /** Forgets an event that could not be written to its end, and a generator that is in it. */
    void truncate(int length) {
        json = null;
        size = length;
    }

    /** Gives the generator's buffers back. */
    void release() {
        JsonGenerator used = json;
        json = null;
        if (used != null) {
            used.close();
        }
    }
}
