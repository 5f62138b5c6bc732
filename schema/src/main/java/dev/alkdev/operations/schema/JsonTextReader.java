package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.MemberMap.MemberName;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads JSON in UTF-8 into a tree, in about two thirds of the time that Jackson needs. It gives up
 * where a text is wrong, or so unusual that it is not worth a line here: Jackson reads that again,
 * and has the last word.
 */
sealed class JsonTextReader permits CompactTextReader {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Jackson allows more, but how much depends on where the text is. */
    static final int MAX_DEPTH = 100;

    /** Longer numbers may be too large for a long. */
    private static final int MAX_DIGITS = 18;

    private static final int MAX_DECIMAL = 40;
    private static final int MAX_EXPONENT = 3;

    /** Longer texts may be longer than Jackson allows. */
    private static final int MAX_TEXT = 1 << 20;

    private static final int USUAL_OPEN = 16;
    private static final MemberName[] NO_NAMES = {};
    private static final JsonNode[] NO_VALUES = {};
    private static final int USUAL_MANY = 12;
    private static final int USUAL_ELEMENTS = 4;

    static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    final byte[] text;
    final int end;
    int at;

    /** Members of the objects that are being read, the innermost object's last. */
    private MemberName[] names = NO_NAMES;

    private JsonNode[] values = NO_VALUES;
    private int open;

    JsonTextReader(byte[] text, int begin, int end) {
        this.text = text;
        this.at = begin;
        this.end = end;
    }

    /** Reads one value and nothing else; null if that is for Jackson. */
    static @Nullable JsonNode read(byte[] text, int begin, int end) {
        JsonTextReader reader = new JsonTextReader(text, begin, end);
        JsonNode value = reader.value(0, null);
        return value != null && reader.next() < 0 ? value : null;
    }

    /** The next byte that is no space, without taking it; -1 at the end. */
    final int next() {
        while (at < end) {
            byte next = text[at];
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return next & 0xFF;
            }
            at++;
        }
        return -1;
    }

    private @Nullable JsonNode value(int depth, @Nullable MemberName owner) {
        int first = next();
        return switch (first) {
            case '"' -> string();
            case '{' -> depth == MAX_DEPTH ? null : object(depth + 1, owner);
            case '[' -> depth == MAX_DEPTH ? null : array(depth + 1, owner);
            default -> plain(first);
        };
    }

    /** A value that begins with none of these. */
    final @Nullable JsonNode plain(int first) {
        return switch (first) {
            case 't' -> literal(TRUE, NODES.booleanNode(true));
            case 'f' -> literal(FALSE, NODES.booleanNode(false));
            case 'n' -> literal(NULL, NODES.nullNode());
            default -> number();
        };
    }

    private @Nullable JsonNode literal(byte[] name, JsonNode value) {
        int from = at;
        at += name.length;
        return at <= end && Arrays.equals(text, from, at, name, 0, name.length) ? value : null;
    }

    private @Nullable JsonNode object(int depth, @Nullable MemberName owner) {
        at++;
        if (next() == '}') {
            at++;
            return NODES.objectNode();
        }
        int first = open;
        Map<String, JsonNode> many = null;
        MemberName before = null;
        int count = 0;
        while (true) {
            MemberName name = name(before, owner);
            JsonNode value = name == null ? null : value(depth, name);
            if (name == null || value == null) {
                return null;
            }
            if (many == null) {
                add(name, value);
                many = open - first > MemberMap.MOST ? many(first) : null;
            } else {
                many.put(name.name(), value);
            }
            count++;
            int separator = next();
            at++;
            if (separator != ',') {
                return separator == '}' ? object(first, count, many) : null;
            }
            before = name;
        }
    }

    /**
     * The name of a member and the colon behind it. It is likely to be the one that was there the
     * last time, which is found by one comparison.
     *
     * @param before the name before it in the same object
     * @param owner the name of which the object is the value
     */
    private @Nullable MemberName name(@Nullable MemberName before, @Nullable MemberName owner) {
        MemberName likely = null;
        if (before != null) {
            likely = before.follower();
        } else if (owner != null) {
            likely = owner.firstInside();
        }
        if (likely != null && likely.isAt(text, at, end)) {
            at += likely.written().length - 1;
            return likely;
        }
        MemberName name = next() == '"' ? quotedName() : null;
        if (name == null || next() != ':') {
            return null;
        }
        at++;
        if (before != null) {
            before.follower(name);
        } else if (owner != null) {
            owner.firstInside(name);
        }
        return name;
    }

    private @Nullable MemberName quotedName() {
        MemberName usual = MemberName.read(text, at, end);
        if (usual != null) {
            at += usual.name().length() + 2;
            return usual;
        }
        String name = text();
        return name != null && Json.isUsualName(name) ? MemberName.of(name) : null;
    }

    /** The object of the members that were read; null if one has the name of another. */
    private @Nullable JsonNode object(int first, int count, @Nullable Map<String, JsonNode> many) {
        Map<String, JsonNode> members =
                many == null ? MemberMap.of(names, values, first, open) : many;
        open = first;
        return members == null || members.size() < count ? null : new ObjectNode(NODES, members);
    }

    private void add(MemberName name, JsonNode value) {
        if (open == names.length) {
            int length = Math.max(USUAL_OPEN, 2 * open);
            names = Arrays.copyOf(names, length);
            values = Arrays.copyOf(values, length);
        }
        names[open] = name;
        values[open] = value;
        open++;
    }

    /** Moves the members of an object to where more of them are found more quickly. */
    private Map<String, JsonNode> many(int first) {
        Map<String, JsonNode> many = LinkedHashMap.newLinkedHashMap(USUAL_MANY);
        for (int i = first; i < open; i++) {
            many.put(names[i].name(), values[i]);
        }
        return many;
    }

    private @Nullable JsonNode array(int depth, @Nullable MemberName owner) {
        at++;
        ArrayNode elements = NODES.arrayNode(USUAL_ELEMENTS);
        if (next() == ']') {
            at++;
            return elements;
        }
        while (true) {
            JsonNode value = value(depth, owner);
            if (value == null) {
                return null;
            }
            elements.add(value);
            int separator = next();
            at++;
            if (separator != ',') {
                return separator == ']' ? elements : null;
            }
        }
    }

    private @Nullable JsonNode string() {
        String string = text();
        return string == null ? null : NODES.stringNode(string);
    }

    /** The text between quotes. */
    final @Nullable String text() {
        int begin = at + 1;
        int longest = Math.min(end, begin + MAX_TEXT);
        boolean ascii = true;
        for (int i = firstUnusual(begin, longest); i < longest; i++) {
            byte next = text[i];
            if (next == '"') {
                at = i + 1;
                return ascii
                        ? new String(text, begin, i - begin, StandardCharsets.ISO_8859_1)
                        : decoded(begin, i);
            }
            if (next == '\\') {
                return escaped(begin, i);
            }
            if (next < ' ') {
                if (next >= 0) {
                    return null;
                }
                ascii = false;
            }
        }
        return null;
    }

    /** Where, eight bytes at a time, one may be that is no plain character of a text. */
    private int firstUnusual(int from, int limit) {
        int i = from;
        for (; i + Long.BYTES <= limit; i += Long.BYTES) {
            long unusual = unusual((long) LONGS.get(text, i));
            if (unusual != 0) {
                return i + Long.numberOfTrailingZeros(unusual) / Byte.SIZE;
            }
        }
        return i;
    }

    /** Has the high bit of the first byte that is no plain character of a text; 0 if all are. */
    static long unusual(long bytes) {
        long quotes = bytes ^ (LOW_BITS * '"');
        long backslashes = bytes ^ (LOW_BITS * '\\');
        // A byte that is less than another takes the high bit from what is left of it.
        long unusual =
                ((quotes - LOW_BITS) & ~quotes)
                        | ((backslashes - LOW_BITS) & ~backslashes)
                        | ((bytes - LOW_BITS * ' ') & ~bytes)
                        | bytes;
        return unusual & HIGH_BITS;
    }

    /** Text that is not ASCII; null if it may be none. */
    private @Nullable String decoded(int begin, int end) {
        String decoded = new String(text, begin, end - begin, StandardCharsets.UTF_8);
        return decoded.indexOf('\uFFFD') >= 0 ? null : decoded;
    }

    /** Text with escapes, of which the first is at {@code from}. */
    private @Nullable String escaped(int begin, int from) {
        StringBuilder whole = new StringBuilder();
        int plain = begin;
        int i = from;
        while (i < end && i - begin < MAX_TEXT && text[i] != '"') {
            if (text[i] >= 0 && text[i] < ' ') {
                return null;
            }
            if (text[i] != '\\') {
                i++;
                continue;
            }
            String before = decoded(plain, i);
            int meant = i + 1 < end ? meant(i + 1) : -1;
            if (before == null || meant < 0) {
                return null;
            }
            whole.append(before).append((char) meant);
            i += text[i + 1] == 'u' ? 6 : 2;
            plain = i;
        }
        if (i >= end || text[i] != '"') {
            return null;
        }
        String rest = decoded(plain, i);
        at = i + 1;
        return rest == null ? null : whole.append(rest).toString();
    }

    /** The character of an escape, by its letter after the backslash; -1 if there is none. */
    private int meant(int place) {
        return switch (text[place]) {
            case '"', '\\', '/' -> text[place];
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> place + 4 < end ? fourDigits(place + 1) : -1;
            default -> -1;
        };
    }

    private int fourDigits(int from) {
        int sum = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = text[i] < 0 ? -1 : Character.digit(text[i], 16);
            if (digit < 0) {
                return -1;
            }
            sum = 16 * sum + digit;
        }
        return sum;
    }

    private @Nullable JsonNode number() {
        int begin = at;
        boolean negative = begin < end && text[begin] == '-';
        int first = negative ? begin + 1 : begin;
        int i = first;
        long number = 0;
        while (i < end && text[i] >= '0' && text[i] <= '9') {
            number = 10 * number + (text[i] - '0');
            i++;
        }
        at = i;
        int digits = i - first;
        if (digits == 0 || digits > MAX_DIGITS || (digits > 1 && text[first] == '0')) {
            return null;
        }
        if (i < end && (text[i] == '.' || text[i] == 'e' || text[i] == 'E')) {
            return decimal(begin);
        }
        long value = negative ? -number : number;
        return (int) value == value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private boolean skipDigits(int begin, int most) {
        at = begin;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at > begin && at - begin <= most;
    }

    /** A number with digits behind a point, with an exponent, or with both. */
    private @Nullable JsonNode decimal(int begin) {
        boolean read = text[at] != '.' || skipDigits(at + 1, MAX_DECIMAL);
        if (read && at < end && (text[at] == 'e' || text[at] == 'E')) {
            boolean signed = at + 1 < end && (text[at + 1] == '+' || text[at + 1] == '-');
            read = skipDigits(signed ? at + 2 : at + 1, MAX_EXPONENT);
        }
        if (!read || at - begin > MAX_DECIMAL) {
            return null;
        }
        String digits = new String(text, begin, at - begin, StandardCharsets.ISO_8859_1);
        return Numbers.node(new BigDecimal(digits), text[begin] == '-');
    }
}
