package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A map whose keys are instances: equal keys have different entries, and an entry disappears with
 * its key. Threads may share it.
 */
public final class WeakIdentityMap<K, V> {
    private final Map<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<K> unused = new ReferenceQueue<>();

    /** Creates an empty map. */
    public WeakIdentityMap() {}

    public void put(K key, V value) {
        removeUnused();
        values.put(new Key(key, unused), value);
    }

    /** Returns the value of an instance, or null if absent. */
    public @Nullable V get(K key) {
        return values.get(new Key(key, null));
    }

    int size() {
        return values.size();
    }

    private void removeUnused() {
        for (Reference<?> key = unused.poll(); key != null; key = unused.poll()) {
            values.remove(key);
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        @SuppressWarnings("unchecked")
        Key(Object key, @Nullable ReferenceQueue<?> queue) {
            super(key, (ReferenceQueue<Object>) queue);
            hash = System.identityHashCode(key);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Key key && get() != null && refersTo(key.get()));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
