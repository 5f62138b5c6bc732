package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON in UTF-8 into a compact tree. A text that was there before is found by its bytes, so
 * that it costs no string of its own. For one thread.
 */
final class CompactTextReader extends JsonTextReader {
    /**
     * How many bytes of a document there are for each text, or object, that differs from others.
     */
    private static final int USUAL_DISTANCE = 256;

    private static final int PIECE = 4_096;

    private final CompactTree tree;
    private final HashIndex<Text> texts;

    /** The text, object or array that was made last, with a hash that is the same for the same. */
    private @Nullable JsonNode last;

    private int lastHash;

    /**
     * A text, or name, where it was first.
     *
     * <p>{@code bits} are a hash of its bytes up to the first that is no plain character, {@code
     * head} are the first eight if there are more.
     */
    private static final class Text extends HashIndex.Entry<Text> {
        private final long head;
        private final long bits;
        private final int begin;
        private final int end;
        private final String string;
        private @Nullable StringNode node;

        private Text(long head, long bits, int begin, int end, String string) {
            super(hash(bits));
            this.head = head;
            this.bits = bits;
            this.begin = begin;
            this.end = end;
            this.string = string;
        }

        private static int hash(long bits) {
            return (int) (bits ^ (bits >>> 32));
        }
    }

    private CompactTextReader(byte[] text, int end) {
        super(text, 0, end);
        int expected = end / USUAL_DISTANCE;
        tree = new CompactTree(expected);
        texts = new HashIndex<>(expected);
    }

    /** Reads one value and nothing else; null if that is for Jackson. */
    static @Nullable JsonNode read(byte[] text, int end) {
        try {
            CompactTextReader reader = new CompactTextReader(text, end);
            JsonNode value = reader.value(0);
            return value != null && reader.next() < 0 ? value : null;
        } catch (CompactTree.DuplicateNameException wrong) {
            return null;
        }
    }

    /**
     * As the other. The text is encoded a piece at a time: only pieces that are not ASCII take
     * long.
     */
    static @Nullable JsonNode read(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer piece = CharBuffer.allocate(PIECE);
        byte[] bytes = new byte[text.length() + PIECE];
        ByteBuffer utf8 = ByteBuffer.wrap(bytes);
        int from = 0;
        do {
            int to = Math.min(text.length(), from + piece.remaining());
            text.getChars(from, to, piece.array(), piece.position());
            piece.position(piece.position() + to - from).flip();
            CoderResult result = encoder.encode(piece, utf8, to == text.length());
            if (result.isError()) {
                // Half a character has no bytes of its own.
                return null;
            }
            if (result.isOverflow()) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
                utf8 = ByteBuffer.wrap(bytes).position(utf8.position());
            }
            piece.compact();
            from = to;
        } while (from < text.length() || piece.position() > 0);
        return read(bytes, utf8.position());
    }

    /** As {@link #next}, but quick where another line begins with many spaces. */
    private int nextLine() {
        if (at < end && text[at] == '\n') {
            at++;
            while (at + Long.BYTES <= end && (long) LONGS.get(text, at) == LOW_BITS * ' ') {
                at += Long.BYTES;
            }
        }
        return next();
    }

    private @Nullable JsonNode value(int depth) {
        int first = nextLine();
        return switch (first) {
            case '"' -> string();
            case '{' -> depth == MAX_DEPTH ? null : object(depth);
            case '[' -> depth == MAX_DEPTH ? null : array(depth);
            default -> plain(first);
        };
    }

    private @Nullable JsonNode object(int depth) {
        at++;
        int from = tree.size();
        int names = 0;
        int values = 0;
        for (int next = nextLine(); next != '}'; next = nextLine()) {
            if (tree.size() > from) {
                if (next != ',') {
                    return null;
                }
                at++;
                next = nextLine();
            }
            Text name = next == '"' ? shared() : null;
            if (name == null || next() != ':') {
                return null;
            }
            at++;
            JsonNode value = value(depth + 1);
            if (value == null) {
                return null;
            }
            names = 31 * names + name.hash;
            values = 31 * values + hash(value);
            tree.push(name.string, value);
        }
        at++;
        return made(tree.object(from, depth, names, values), 31 * values + names);
    }

    private JsonNode made(JsonNode value, int hash) {
        last = value;
        lastHash = hash;
        return value;
    }

    private int hash(JsonNode value) {
        return value == last ? lastHash : value.hashCode();
    }

    private @Nullable JsonNode array(int depth) {
        at++;
        int from = tree.size();
        int values = 1;
        for (int next = nextLine(); next != ']'; next = nextLine()) {
            if (tree.size() > from) {
                if (next != ',') {
                    return null;
                }
                at++;
            }
            JsonNode value = value(depth + 1);
            if (value == null) {
                return null;
            }
            values = 31 * values + hash(value);
            tree.push("", value);
        }
        at++;
        return made(tree.array(from, depth, values), values);
    }

    private @Nullable JsonNode string() {
        Text text = shared();
        if (text == null) {
            return null;
        }
        StringNode node = text.node;
        if (node == null) {
            node = NODES.stringNode(text.string);
            text.node = node;
        }
        return made(node, text.hash);
    }

    /** The text between quotes. */
    private @Nullable Text shared() {
        int begin = at + 1;
        long head = 0;
        long bits = 0;
        int i = begin;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long bytes = (long) LONGS.get(text, i);
            long unusual = unusual(bytes);
            if (unusual != 0) {
                int plain = Long.numberOfTrailingZeros(unusual) & -Byte.SIZE;
                long rest = bytes & ~(-1L << plain);
                return shared(begin, i + plain / Byte.SIZE, head, mixed(bits ^ rest));
            }
            head = i == begin ? bytes : head;
            bits = mixed(bits ^ bytes);
        }
        return shared(begin, i, head, bits);
    }

    /** A text of which the bytes were looked at up to one that may be no plain character. */
    private @Nullable Text shared(int begin, int plain, long head, long bits) {
        int close = plain;
        while (close < end && text[close] != '"') {
            close += text[close] == '\\' ? 2 : 1;
        }
        if (close >= end) {
            return null;
        }
        int length = close - begin;
        long all = bits + length;
        // Of few plain bytes, head and bits say everything.
        boolean certain = close == plain && length < 2 * Long.BYTES;
        for (Text known = texts.first(Text.hash(all)); known != null; known = known.next) {
            if (known.bits == all
                    && known.head == head
                    && known.end - known.begin == length
                    && (certain
                            || Arrays.equals(text, begin, close, text, known.begin, known.end))) {
                at = close + 1;
                return known;
            }
        }
        String string =
                close == plain
                        ? new String(text, begin, close - begin, StandardCharsets.ISO_8859_1)
                        : text();
        at = close + 1;
        return string == null ? null : texts.add(new Text(head, all, begin, close, string));
    }

    /** Another number for each. */
    private static long mixed(long bits) {
        long product = bits * 0x9E3779B97F4A7C15L;
        return product ^ (product >>> 32);
    }
}
