package dev.alkdev.operations.redis;

import io.lettuce.core.RedisCommandExecutionException;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Repeats what a cluster refuses while it moves our keys from one node to another. Redirects are
 * followed by the library; what needs several keys, as scripts do, has to wait until all are moved.
 */
final class Resharding {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Resharding() {}

    /** Runs a command, again and again while keys are on their way. */
    static <T> T outlast(Supplier<T> command) {
        long start = System.nanoTime();
        while (true) {
            try {
                return command.get();
            } catch (RedisCommandExecutionException e) {
                if (!isMoving(e) || System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw e;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Whether a command failed because keys are on their way; scripts may be run again then. */
    static boolean isMoving(RedisCommandExecutionException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith("TRYAGAIN") || message.contains("access a non local key");
    }
}
