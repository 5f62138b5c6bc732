package dev.alkdev.operations.hub;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The services that a loader finds; one that is broken is logged and left out. For one thread.
 *
 * @param <S> the service
 */
record Services<S>(ServiceLoader<S> loader) {
    private static final Logger LOG = LoggerFactory.getLogger(Services.class);

    /** A class path that is broken through and through is not searched for ever. */
    private static final int MOST_FAILURES = 100;

    List<S> all() {
        List<S> found = new ArrayList<>();
        Iterator<S> services = loader.iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                if (!services.hasNext()) {
                    break;
                }
                found.add(services.next());
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                failures++;
                LOG.warn("A jar of the class path or of the plugins cannot be used", e);
            }
        }
        return found;
    }
}
