package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/**
 * Where results are written. It remembers why that failed: the streams in front of it only know
 * that it did. For one thread.
 */
final class ResultOutput extends FilterOutputStream {
    private final BooleanSupplier isPipe;
    private @Nullable IOException failure;

    /**
     * An output.
     *
     * @param isPipe whether somebody reads at the other end; asked only when writing fails
     */
    ResultOutput(OutputStream out, BooleanSupplier isPipe) {
        super(out);
        this.isPipe = isPipe;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /**
     * Why a result could not be written; null if all were. A pipe fails when its reader has seen
     * enough, as in {@code | head -3}, and nothing is lost then.
     */
    @Nullable IOException loss() {
        return failure == null || isPipe.getAsBoolean() ? null : failure;
    }
}
