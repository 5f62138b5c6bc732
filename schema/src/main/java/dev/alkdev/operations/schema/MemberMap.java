package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The few members of a JSON object in their order, in a quarter of the memory of a hash map:
 * objects with the same names share these. Threads may share it as long as nobody changes it.
 */
final class MemberMap extends AbstractMap<String, JsonNode> {
    /** More are found more quickly by their hash. */
    static final int MOST = 8;

    /** Lists of names that are frequent. Any thread may put another one into a place. */
    private static final MemberName[] @Nullable [] SHARED = new MemberName[1 << 10] @Nullable [];

    private MemberName[] names;
    private JsonNode[] values;

    /** All members, once there are more than a few. */
    private @Nullable Map<String, JsonNode> many;

    private MemberMap(MemberName[] names, JsonNode[] values) {
        this.names = names;
        this.values = values;
    }

    /**
     * Members from a part of two arrays.
     *
     * @return null if a name is there twice
     */
    static @Nullable MemberMap of(MemberName[] names, JsonNode[] values, int from, int to) {
        MemberName[] shared = shared(names, from, to);
        return shared == null ? null : new MemberMap(shared, Arrays.copyOfRange(values, from, to));
    }

    private static MemberName @Nullable [] shared(MemberName[] names, int from, int to) {
        int hash = to - from;
        boolean areShort = true;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + names[i].hash;
            areShort &= names[i].isShort();
        }
        int place = (hash ^ (hash >>> 16)) & (SHARED.length - 1);
        MemberName[] known = SHARED[place];
        if (known != null && areSame(known, names, from, to)) {
            return known;
        }
        for (int i = from + 1; i < to; i++) {
            if (indexOf(names[i].name(), names, from, i) >= 0) {
                return null;
            }
        }
        MemberName[] own = Arrays.copyOfRange(names, from, to);
        if (areShort) {
            SHARED[place] = own;
        }
        return own;
    }

    // Whoever reads names gives the same object for the same name nearly always.
    @SuppressWarnings("ReferenceEquality")
    private static boolean areSame(MemberName[] known, MemberName[] names, int from, int to) {
        if (known.length != to - from) {
            return false;
        }
        for (int i = 0; i < known.length; i++) {
            if (known[i] != names[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static int indexOf(Object name, MemberName[] names, int from, int to) {
        int hash = name.hashCode();
        for (int i = from; i < to; i++) {
            if (names[i].hash == hash && names[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private int indexOf(@Nullable Object name) {
        return name == null ? -1 : indexOf(name, names, 0, names.length);
    }

    @Override
    public int size() {
        return many == null ? names.length : many.size();
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return many == null ? indexOf(name) >= 0 : many.containsKey(name);
    }

    @Override
    public @Nullable JsonNode get(@Nullable Object name) {
        if (many != null) {
            return many.get(name);
        }
        int index = indexOf(name);
        return index < 0 ? null : values[index];
    }

    @Override
    public @Nullable JsonNode put(String name, JsonNode value) {
        if (many != null) {
            return many.put(name, value);
        }
        int index = indexOf(name);
        if (index >= 0) {
            JsonNode before = values[index];
            values[index] = value;
            return before;
        }
        int size = names.length;
        if (size < MOST) {
            names = Arrays.copyOf(names, size + 1);
            values = Arrays.copyOf(values, size + 1);
            names[size] = MemberName.of(name);
            values[size] = value;
        } else {
            many = new LinkedHashMap<>(this);
            many.put(name, value);
        }
        return null;
    }

    @Override
    public @Nullable JsonNode remove(@Nullable Object name) {
        if (many != null) {
            return many.remove(name);
        }
        int index = indexOf(name);
        JsonNode before = index < 0 ? null : values[index];
        if (index >= 0) {
            removeAt(index);
        }
        return before;
    }

    private void removeAt(int index) {
        int last = names.length - 1;
        MemberName[] otherNames = Arrays.copyOf(names, last);
        JsonNode[] otherValues = Arrays.copyOf(values, last);
        System.arraycopy(names, index + 1, otherNames, index, last - index);
        System.arraycopy(values, index + 1, otherValues, index, last - index);
        names = otherNames;
        values = otherValues;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super JsonNode> action) {
        if (many != null) {
            many.forEach(action);
            return;
        }
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i].name(), values[i]);
        }
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return many == null ? new Entries() : many.entrySet();
    }

    /** The members as a set: whoever reads them all can do so without an object for each. */
    final class Entries extends AbstractSet<Entry<String, JsonNode>> {
        MemberName[] names() {
            return names;
        }

        JsonNode value(int index) {
            return values[index];
        }

        @Override
        public int size() {
            return MemberMap.this.size();
        }

        @Override
        public Iterator<Entry<String, JsonNode>> iterator() {
            return many == null ? new EntryIterator() : many.entrySet().iterator();
        }
    }

    private final class EntryIterator implements Iterator<Entry<String, JsonNode>> {
        /** Others as soon as a member is added or removed. */
        private MemberName[] seen = names;

        private int next;
        private boolean removable;

        @Override
        public boolean hasNext() {
            return next < seen.length;
        }

        @Override
        public Entry<String, JsonNode> next() {
            if (seen != names || many != null) {
                throw new ConcurrentModificationException("members were added or removed");
            }
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more members");
            }
            Entry<String, JsonNode> member = new Member(names[next].name(), values[next]);
            next++;
            removable = true;
            return member;
        }

        @Override
        public void remove() {
            if (!removable || seen != names) {
                throw new IllegalStateException("there is no member to remove");
            }
            next--;
            removeAt(next);
            seen = names;
            removable = false;
        }
    }

    /** A member whose new value is the object's as well. */
    private final class Member extends SimpleEntry<String, JsonNode> {
        private static final long serialVersionUID = 1;

        Member(String name, JsonNode value) {
            super(name, value);
        }

        @Override
        public JsonNode setValue(JsonNode value) {
            put(getKey(), value);
            return super.setValue(value);
        }
    }

    /**
     * The name of a member of a JSON object together with its text, since names recur, and in the
     * same order. Threads may share it: what they put in at the same time is as good.
     */
    static final class MemberName {
        private static final int MAX_LENGTH = 64;

        /** Any thread may put another one into a place at any time. */
        private static final @Nullable MemberName[] KNOWN = new @Nullable MemberName[1 << 10];

        private final String name;
        private final int hash;
        private volatile byte @Nullable [] written;

        /**
         * The places of those that followed the last time: references would keep all that ever did.
         */
        private int follower;

        private int firstInside;

        private MemberName(String name) {
            this.name = name;
            this.hash = name.hashCode();
        }

        static MemberName of(String name) {
            int place = place(name.hashCode());
            MemberName known = KNOWN[place];
            if (known != null && known.name.equals(name)) {
                return known;
            }
            MemberName other = new MemberName(name);
            return Json.isUsualName(name) ? keep(other, place) : other;
        }

        /**
         * The name in quotes in a text, from {@code begin} on; null if it is long, not ASCII, or
         * has escapes.
         */
        static @Nullable MemberName read(byte[] text, int begin, int end) {
            int longest = Math.min(end, begin + MAX_LENGTH + 2);
            int hash = 0;
            for (int i = begin + 1; i < longest; i++) {
                byte next = text[i];
                if (next == '"') {
                    return read(text, begin + 1, i, place(hash));
                }
                if (next < ' ' || next == '\\') {
                    return null;
                }
                hash = 31 * hash + next;
            }
            return null;
        }

        private static MemberName read(byte[] text, int begin, int end, int place) {
            MemberName known = KNOWN[place];
            if (known != null && known.isBetween(begin, end, text)) {
                return known;
            }
            String name = new String(text, begin, end - begin, StandardCharsets.ISO_8859_1);
            return keep(new MemberName(name), place);
        }

        private boolean isBetween(int begin, int end, byte[] text) {
            int length = name.length();
            if (length != end - begin) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (name.charAt(i) != text[begin + i]) {
                    return false;
                }
            }
            return true;
        }

        private static MemberName keep(MemberName name, int place) {
            if (name.isShort()) {
                KNOWN[place] = name;
            }
            return name;
        }

        private static int place(int hash) {
            return (hash ^ (hash >>> 12)) & (KNOWN.length - 1);
        }

        String name() {
            return name;
        }

        /** Whether it may be kept for reuse. */
        boolean isShort() {
            return name.length() <= MAX_LENGTH;
        }

        /** A comma, the name in quotes and a colon. */
        byte[] written() {
            byte[] now = written;
            if (now == null) {
                JsonBytes json = JsonBytes.take();
                try {
                    now = json.raw(',').text(name).raw(':').toByteArray();
                } finally {
                    json.giveBack();
                }
                written = now;
            }
            return now;
        }

        /** Whether a text has this name, and a colon behind it, at a place. */
        boolean isAt(byte[] text, int begin, int end) {
            byte[] own = written();
            int length = own.length - 1;
            return begin + length <= end
                    && Arrays.equals(text, begin, begin + length, own, 1, 1 + length);
        }

        /** The name that is likely to follow this one. */
        @Nullable MemberName follower() {
            return KNOWN[follower];
        }

        void follower(MemberName name) {
            follower = place(name.hash);
        }

        /** The name that an object is likely to begin with which is the value of this one. */
        @Nullable MemberName firstInside() {
            return KNOWN[firstInside];
        }

        void firstInside(MemberName name) {
            firstInside = place(name.hash);
        }
    }
}
