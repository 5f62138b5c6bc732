package dev.alkdev.operations.search;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Values by parts of texts. A part that was seen before is found without a string made of it, which
 * most words of most texts were. Arrays, as strings cost several calls a character until they are
 * compiled.
 */
final class TextParts<T> {
    private static final int SMALLEST = 1 << 8;

    private static final class Entry<T> {
        final char[] part;
        final int hash;
        final T value;

        Entry(char[] part, int hash, T value) {
            this.part = part;
            this.hash = hash;
            this.value = value;
        }
    }

    private final Function<String, T> maker;
    private @Nullable Entry<T>[] table = table(SMALLEST);
    private int size;

    /**
     * Without any values yet.
     *
     * @param maker of the value of a part that is not known
     */
    TextParts(Function<String, T> maker) {
        this.maker = maker;
    }

    T get(char[] text, int begin, int end) {
        int hash = hash(text, begin, end);
        int at = hash & (table.length - 1);
        for (Entry<T> entry = table[at]; entry != null; entry = table[at]) {
            if (entry.hash == hash && isAt(text, begin, end, entry.part)) {
                return entry.value;
            }
            at = (at + 1) & (table.length - 1);
        }
        T value = maker.apply(new String(text, begin, end - begin));
        add(new Entry<>(Arrays.copyOfRange(text, begin, end), hash, value));
        return value;
    }

    /** Words are short: a loop is quicker than a comparison of regions, before it is compiled. */
    private static boolean isAt(char[] text, int begin, int end, char[] part) {
        if (part.length != end - begin) {
            return false;
        }
        for (int i = begin; i < end; i++) {
            if (text[i] != part[i - begin]) {
                return false;
            }
        }
        return true;
    }

    private static int hash(char[] text, int begin, int end) {
        int hash = 0;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + text[i];
        }
        return hash ^ (hash >>> 15);
    }

    private void add(Entry<T> entry) {
        if (++size > table.length / 2) {
            Entry<T>[] smaller = table;
            table = table(smaller.length * 2);
            for (Entry<T> known : smaller) {
                if (known != null) {
                    place(known);
                }
            }
        }
        place(entry);
    }

    private void place(Entry<T> entry) {
        int at = entry.hash & (table.length - 1);
        while (table[at] != null) {
            at = (at + 1) & (table.length - 1);
        }
        table[at] = entry;
    }

    void clear() {
        table = table(SMALLEST);
        size = 0;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> @Nullable Entry<T>[] table(int length) {
        return (@Nullable Entry<T>[]) new Entry[length];
    }
}
