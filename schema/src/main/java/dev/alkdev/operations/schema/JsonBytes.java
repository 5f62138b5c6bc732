package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.MemberMap.MemberName;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * JSON in UTF-8 that is being written, the same text as {@link Json#mapper} writes in less than
 * half of the time: there is nothing to set up, and nothing to be checked but the values. Commas
 * are its own business. For one thread at a time.
 */
public final class JsonBytes {
    private static final int USUAL_SIZE = 1_024;
    private static final int LARGEST_SPARE = 16 * 1_024;

    /** No text that is deeper can be read again, so that Jackson refuses to write it. */
    private static final int MAX_DEPTH = StreamWriteConstraints.defaults().getMaxNestingDepth();

    /** Of the largest long. */
    private static final int MAX_DIGITS = 19;

    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] NULL = ascii("null");
    private static final byte[] HEX = ascii("0123456789ABCDEF");

    /** The escape of an ASCII character after the backslash; 0 if it needs none. */
    private static final byte[] ESCAPES = escapes();

    /** Spare ones, for whoever needs one at the same slot next. */
    private static final AtomicReferenceArray<@Nullable JsonBytes> SPARE =
            new AtomicReferenceArray<>(16);

    private byte[] bytes = new byte[USUAL_SIZE];
    private int size;

    /** Empty bytes, to be {@linkplain #giveBack given back}. */
    public static JsonBytes take() {
        JsonBytes spare = SPARE.getAndSet(place(), null);
        return spare == null ? new JsonBytes() : spare;
    }

    /** Ends the use of these bytes. */
    public void giveBack() {
        if (bytes.length <= LARGEST_SPARE) {
            size = 0;
            SPARE.set(place(), this);
        }
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & (SPARE.length() - 1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[128];
        Arrays.fill(escapes, 0, ' ', (byte) 'u');
        String named = "\"\"\\\\b\bf\fn\nr\rt\t";
        for (int i = 0; i < named.length(); i += 2) {
            escapes[named.charAt(i + 1)] = (byte) named.charAt(i);
        }
        return escapes;
    }

    public int size() {
        return size;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Forgets all but the first bytes. */
    public JsonBytes truncate(int length) {
        size = length;
        return this;
    }

    public JsonBytes startObject() {
        return raw('{');
    }

    public JsonBytes endObject() {
        return raw('}');
    }

    public JsonBytes startArray() {
        return raw('[');
    }

    public JsonBytes endArray() {
        return raw(']');
    }

    /** The name of the next member of an object. */
    public JsonBytes name(String name) {
        if (bytes[size - 1] != '{') {
            raw(',');
        }
        return text(name).raw(':');
    }

    /** Begins the next element of an array. */
    public JsonBytes element() {
        return bytes[size - 1] == '[' ? this : raw(',');
    }

    public JsonBytes member(String name, String value) {
        return name(name).text(value);
    }

    public JsonBytes member(String name, long value) {
        return name(name).number(value);
    }

    public JsonBytes member(String name, JsonNode value) {
        return name(name).tree(value);
    }

    public JsonBytes member(String name, boolean value) {
        return name(name).raw(value ? TRUE : FALSE);
    }

    /** A value of its own, or that of the last name; with quotes. */
    public JsonBytes text(String text) {
        return raw('"').characters(text).raw('"');
    }

    /** The characters between the quotes of a text. */
    public JsonBytes characters(String text) {
        int length = text.length();
        ensure(length);
        byte[] to = bytes;
        int from = size;
        for (int i = 0; i < length; i++) {
            char next = text.charAt(i);
            if (next >= ESCAPES.length || ESCAPES[next] != 0) {
                size = from + i;
                return escaped(text, i);
            }
            to[from + i] = (byte) next;
        }
        size = from + length;
        return this;
    }

    /** The rest of a text, from the first character on that is not itself in one byte. */
    private JsonBytes escaped(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next >= ESCAPES.length) {
                i += other(text.codePointAt(i)) - 1;
            } else if (ESCAPES[next] == 0) {
                raw(next);
            } else {
                raw('\\').raw((char) ESCAPES[next]);
                if (ESCAPES[next] == 'u') {
                    hexadecimal(next);
                }
            }
        }
        return this;
    }

    /** Adds what is not ASCII; of how many characters a text of Java has it. */
    private int other(int codePoint) {
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            // Half of a pair, which UTF-8 has not.
            raw('\\').raw('u').hexadecimal(codePoint);
            return 1;
        }
        int more = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
        ensure(1 + more);
        bytes[size++] = (byte) ((0xFF80 >> more) | (codePoint >> (6 * more)));
        for (int i = more - 1; i >= 0; i--) {
            bytes[size++] = (byte) (0x80 | ((codePoint >> (6 * i)) & 0x3F));
        }
        return Character.charCount(codePoint);
    }

    private void hexadecimal(int character) {
        for (int shift = 12; shift >= 0; shift -= 4) {
            raw((char) HEX[(character >> shift) & 0xF]);
        }
    }

    public JsonBytes number(long number) {
        if (number == Long.MIN_VALUE) {
            return raw(ascii(Long.toString(number)));
        }
        long rest = Math.abs(number);
        int digits = 1;
        for (long power = 10; digits < MAX_DIGITS && rest >= power; power *= 10) {
            digits++;
        }
        ensure(digits + 1);
        if (number < 0) {
            bytes[size++] = '-';
        }
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
        return this;
    }

    /**
     * A whole tree.
     *
     * @throws IllegalArgumentException if it has NaN or an infinite number, of which {@link
     *     Json#findNonFinite} tells the place
     * @throws tools.jackson.core.JacksonException if it is too deep
     */
    public JsonBytes tree(JsonNode tree) {
        return tree(tree, 0);
    }

    // In the order of frequency: a switch over the types takes longer.
    private JsonBytes tree(JsonNode node, int depth) {
        if (node instanceof StringNode) {
            return text(node.stringValue());
        }
        if (node instanceof ObjectNode) {
            return object(node, within(depth + 1));
        }
        if (node instanceof ArrayNode) {
            return array(node, within(depth + 1));
        }
        if (node.isNumber()) {
            return number(node);
        }
        if (node.isBoolean()) {
            return raw(node.booleanValue() ? TRUE : FALSE);
        }
        return node.isNull() ? raw(NULL) : raw(Json.mapper().writeValueAsBytes(node));
    }

    private static int within(int depth) {
        if (depth > MAX_DEPTH) {
            throw new StreamConstraintsException(
                    "the value is nested more than " + MAX_DEPTH + " levels deep");
        }
        return depth;
    }

    private JsonBytes number(JsonNode number) {
        if (number instanceof IntNode || number instanceof LongNode) {
            return number(number.longValue());
        }
        if (number.isDouble()) {
            return number(number.doubleValue());
        }
        if (number.isFloat()) {
            // As a float it has fewer digits.
            finite(number.doubleValue());
        }
        return raw(
                number.isBigDecimal()
                        ? ascii(number.decimalValue().toString())
                        : Json.mapper().writeValueAsBytes(number));
    }

    private JsonBytes object(JsonNode object, int depth) {
        raw('{');
        Set<Map.Entry<String, JsonNode>> members = object.properties();
        if (members instanceof MemberMap.Entries few) {
            MemberName[] names = few.names();
            for (int i = 0; i < names.length; i++) {
                member(names[i], i == 0).tree(few.value(i), depth);
            }
            return raw('}');
        }
        boolean first = true;
        for (Map.Entry<String, JsonNode> member : members) {
            member(MemberName.of(member.getKey()), first).tree(member.getValue(), depth);
            first = false;
        }
        return raw('}');
    }

    /** All but the first begin with their comma. */
    private JsonBytes member(MemberName name, boolean first) {
        return raw(name.written(), first ? 1 : 0);
    }

    private JsonBytes array(JsonNode array, int depth) {
        raw('[');
        for (int i = 0; i < array.size(); i++) {
            element().tree(array.get(i), depth);
        }
        return raw(']');
    }

    /**
     * A number.
     *
     * @throws IllegalArgumentException if it is NaN or infinite
     */
    public JsonBytes number(double number) {
        return raw(ascii(Double.toString(finite(number))));
    }

    private static double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(number + " is not a JSON number");
        }
        return number;
    }

    /** A character of ASCII, as it is. */
    JsonBytes raw(char ascii) {
        ensure(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    /** Text in UTF-8 that is JSON, or a part of it, already. */
    public JsonBytes raw(byte[] utf8) {
        return raw(utf8, 0);
    }

    private JsonBytes raw(byte[] utf8, int from) {
        int length = utf8.length - from;
        ensure(length);
        System.arraycopy(utf8, from, bytes, size, length);
        size += length;
        return this;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
        }
    }
}
