package dev.alkdev.operations.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Exit code and output of a process.
 *
 * @param status that it ended with
 * @param output what it wrote to standard output
 * @param errors what it wrote to standard error
 */
public record ProcessOutcome(int status, String output, String errors) {

    /**
     * Runs a process to its end, with nothing to read.
     *
     * @throws IllegalStateException if it takes longer than the limit; it is ended then, with all
     *     that it started
     */
    public static ProcessOutcome of(ProcessBuilder builder, Duration limit) {
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            CompletableFuture<String> output = text(process.getInputStream());
            CompletableFuture<String> errors = text(process.getErrorStream());
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                end(process);
                throw new IllegalStateException(
                        builder.command()
                                + " did not end within "
                                + limit
                                + ": "
                                + output.join()
                                + errors.join());
            }
            return new ProcessOutcome(process.exitValue(), output.join(), errors.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process ran", e);
        }
    }

    /** Ends a process and all that it started. */
    public static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static CompletableFuture<String> text(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (stream) {
                                text.complete(
                                        new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                            } catch (IOException e) {
                                text.completeExceptionally(e);
                            }
                        });
        return text;
    }
}
