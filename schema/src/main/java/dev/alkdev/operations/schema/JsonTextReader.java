package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads JSON in UTF-8 into a tree, in about two thirds of the time that Jackson needs. It gives up
 * where a text is wrong, or so unusual that it is not worth a line here: Jackson reads that again,
 * and has the last word.
 */
final class JsonTextReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Jackson allows more, but how much depends on where the text stands. */
    private static final int MAX_DEPTH = 100;

    /** Longer numbers may be too large for a long. */
    private static final int MAX_DIGITS = 18;

    private static final int MAX_DECIMAL = 40;

    /** Longer texts may be longer than Jackson allows. */
    private static final int MAX_TEXT = 1 << 20;

    private static final int MAX_NAME = 64;
    private static final int USUAL_MEMBERS = 8;
    private static final int USUAL_ELEMENTS = 4;

    /** Names come again and again. Any thread may put another one into a place at any time. */
    private static final @Nullable String[] NAMES = new @Nullable String[1 << 10];

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final byte[] text;
    private final int end;
    private int at;

    private JsonTextReader(byte[] text, int begin, int end) {
        this.text = text;
        this.at = begin;
        this.end = end;
    }

    /** Reads one value and nothing else; null if that is for Jackson. */
    static @Nullable JsonNode read(byte[] text, int begin, int end) {
        JsonTextReader reader = new JsonTextReader(text, begin, end);
        JsonNode value = reader.value(0);
        return value != null && reader.next() < 0 ? value : null;
    }

    /** The next byte that is no space, without taking it; -1 at the end. */
    private int next() {
        while (at < end) {
            byte next = text[at];
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
                return next & 0xFF;
            }
            at++;
        }
        return -1;
    }

    private @Nullable JsonNode value(int depth) {
        int first = next();
        return switch (first) {
            case '"' -> string();
            case '{' -> depth == MAX_DEPTH ? null : object(depth + 1);
            case '[' -> depth == MAX_DEPTH ? null : array(depth + 1);
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

    private @Nullable JsonNode object(int depth) {
        at++;
        Map<String, JsonNode> members = new LinkedHashMap<>(USUAL_MEMBERS);
        if (next() == '}') {
            at++;
            return new ObjectNode(NODES, members);
        }
        while (next() == '"') {
            String name = name();
            if (name == null || next() != ':') {
                return null;
            }
            at++;
            JsonNode value = value(depth);
            if (value == null || members.put(name, value) != null) {
                return null;
            }
            int separator = next();
            at++;
            if (separator == '}') {
                return new ObjectNode(NODES, members);
            }
            if (separator != ',') {
                return null;
            }
        }
        return null;
    }

    private @Nullable JsonNode array(int depth) {
        at++;
        ArrayNode elements = NODES.arrayNode(USUAL_ELEMENTS);
        if (next() == ']') {
            at++;
            return elements;
        }
        while (true) {
            JsonNode value = value(depth);
            if (value == null) {
                return null;
            }
            elements.add(value);
            int separator = next();
            at++;
            if (separator == ']') {
                return elements;
            }
            if (separator != ',') {
                return null;
            }
        }
    }

    /** The name of a member, which is likely to be known. */
    private @Nullable String name() {
        int begin = at + 1;
        int hash = 0;
        for (int i = begin; i < Math.min(end, begin + MAX_NAME); i++) {
            byte next = text[i];
            if (next == '"') {
                at = i + 1;
                return known(begin, i, hash);
            }
            if (next < ' ' || next == '\\') {
                break;
            }
            hash = 31 * hash + next;
        }
        return text();
    }

    private String known(int begin, int end, int hash) {
        int place = (hash ^ (hash >>> 12)) & (NAMES.length - 1);
        String known = NAMES[place];
        if (known == null || !isAt(begin, end, known)) {
            known = new String(text, begin, end - begin, StandardCharsets.ISO_8859_1);
            NAMES[place] = known;
        }
        return known;
    }

    private boolean isAt(int begin, int end, String name) {
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

    private @Nullable JsonNode string() {
        String string = text();
        return string == null ? null : NODES.stringNode(string);
    }

    /** The text between quotes. */
    private @Nullable String text() {
        int begin = at + 1;
        int longest = Math.min(end, begin + MAX_TEXT);
        boolean ascii = true;
        for (int i = begin; i < longest; i++) {
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

    /** The character that is meant by what stands behind a backslash; -1 if none is. */
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
        boolean negative = at < end && text[at] == '-';
        if (negative) {
            at++;
        }
        int first = at;
        long number = 0;
        while (isDigit()) {
            number = 10 * number + (text[at] - '0');
            at++;
        }
        int digits = at - first;
        if (digits == 0 || digits > MAX_DIGITS || (digits > 1 && text[first] == '0')) {
            return null;
        }
        if (at < end && (text[at] == '.' || text[at] == 'e' || text[at] == 'E')) {
            return decimal(begin);
        }
        long value = negative ? -number : number;
        return (int) value == value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private boolean isDigit() {
        return at < end && text[at] >= '0' && text[at] <= '9';
    }

    /** A number with digits behind a point; exponents are rare. */
    private @Nullable JsonNode decimal(int begin) {
        if (text[at] != '.') {
            return null;
        }
        at++;
        int fraction = at;
        while (isDigit()) {
            at++;
        }
        boolean hasExponent = at < end && (text[at] == 'e' || text[at] == 'E');
        if (at == fraction || hasExponent || at - begin > MAX_DECIMAL) {
            return null;
        }
        String digits = new String(text, begin, at - begin, StandardCharsets.ISO_8859_1);
        return NODES.numberNode(new BigDecimal(digits));
    }
}
