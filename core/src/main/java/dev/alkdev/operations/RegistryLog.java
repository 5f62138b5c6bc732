package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logger of the registry, set up by the first line that is written: most programs write none
 * before their first call, and to find a logging framework takes 20 ms of their start.
 */
final class RegistryLog {
    /** More frames than logging frameworks need to set themselves up. */
    private static final int ROOM = 2_000;

    private static volatile @Nullable Logger logger;

    private RegistryLog() {}

    /**
     * The logger.
     *
     * @throws StackOverflowError if the stack has no room to set it up. Half of it would stay for
     *     good, and a handler that calls itself without end may be the first failure there is.
     */
    static Logger log() {
        Logger known = logger;
        if (known == null) {
            requireRoom(ROOM);
            known = LoggerFactory.getLogger(OperationRegistry.class);
            logger = known;
        }
        return known;
    }

    private static int requireRoom(int frames) {
        return frames == 0 ? 0 : 1 + requireRoom(frames - 1);
    }
}
