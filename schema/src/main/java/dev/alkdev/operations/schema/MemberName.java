package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of a member of a JSON object together with its text, since names come again and again,
 * and in the same order. Threads may share it: what they put in at the same time is as good.
 */
final class MemberName {
    private static final int MAX_LENGTH = 64;

    /** Any thread may put another one into a place at any time. */
    private static final @Nullable MemberName[] KNOWN = new @Nullable MemberName[1 << 10];

    private final String name;
    private final int hash;
    private byte @Nullable [] written;

    /**
     * The places of those that came next the last time: references would keep all that ever did.
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
        return known != null && known.name.equals(name) ? known : keep(new MemberName(name), place);
    }

    /**
     * The name that stands in a text in quotes, from {@code begin} on; null if it is long, not
     * ASCII, or has escapes.
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

    /** The hash of the name. */
    int hash() {
        return hash;
    }

    /** Whether it may be kept for whoever comes next. */
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

    /** The name that is likely to come after this one. */
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
