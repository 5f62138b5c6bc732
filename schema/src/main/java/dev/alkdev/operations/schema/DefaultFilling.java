package dev.alkdev.operations.schema;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The defaults that are being filled in for one value, each inside the one before. A default that
 * needs itself again would go on without end and is never filled in. For one thread.
 */
final class DefaultFilling {
    private final Set<Compiled> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Compiled> endless = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Begins with the default of a schema; false if it must not be filled in. */
    boolean begin(Compiled schema) {
        if (endless.contains(schema)) {
            return false;
        }
        if (!open.add(schema)) {
            endless.add(schema);
            return false;
        }
        return true;
    }

    /** Ends it; false if it turned out to need itself. */
    boolean end(Compiled schema) {
        open.remove(schema);
        return !endless.contains(schema);
    }
}
