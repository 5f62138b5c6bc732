package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

/**
 * Finds what was made before by the hash of its parts, without a key made of them: whoever looks
 * compares the parts. Of many with nearly the same hash, which are rare unless somebody makes them,
 * only the first are kept. For one thread.
 */
final class HashIndex<E extends HashIndex.Entry<E>> {
    private static final int FEW = 1 << 8;
    private static final int LONGEST_CHAIN = 32;

    private @Nullable Object[] chains;
    private int size;

    /** An index that is quick for about as many entries. */
    HashIndex(int expected) {
        chains = new @Nullable Object[Math.max(FEW, 2 * Integer.highestOneBit(expected))];
    }

    /** One of those that are looked for; the next has the same place. */
    abstract static class Entry<E> {
        final int hash;
        @Nullable E next;

        Entry(int hash) {
            this.hash = hash;
        }
    }

    /** The first that may have a hash, of a chain that has all of them. */
    @SuppressWarnings("unchecked") // There is nothing but what was added.
    @Nullable E first(int hash) {
        return (E) chains[place(hash)];
    }

    private int place(int hash) {
        return (hash ^ (hash >>> 16)) & (chains.length - 1);
    }

    E add(E entry) {
        int length = 0;
        E first = first(entry.hash);
        for (E each = first; each != null; each = each.next) {
            length++;
        }
        if (length < LONGEST_CHAIN) {
            entry.next = first;
            chains[place(entry.hash)] = entry;
            size++;
            grow();
        }
        return entry;
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        if (size <= chains.length) {
            return;
        }
        @Nullable Object[] before = chains;
        chains = new @Nullable Object[2 * before.length];
        for (Object chain : before) {
            for (E each = (E) chain; each != null; ) {
                E next = each.next;
                each.next = first(each.hash);
                chains[place(each.hash)] = each;
                each = next;
            }
        }
    }
}
