package dev.alkdev.operations.web;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Parses a stream of server-sent events as the WHATWG specification (HTML, 9.2.6) has it, from
 * bytes that may be cut anywhere. What is unterminated when the stream ends is no event. For one
 * thread.
 */
public final class SseParser {
    static final int DEFAULT_MAX_BYTES = 16 * 1024 * 1024;
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String MESSAGE = "message";
    private static final int MAX_SHOWN = 80;

    /** Begins a surrogate, which UTF-8 does not have, if 0xA0 to 0xBF follow. */
    private static final byte SURROGATE = (byte) 0xED;

    private final Consumer<? super SseEvent> events;
    private final int maxBytes;
    private byte[] carried = new byte[256];
    private int carriedLength;
    private int bom;
    private boolean afterCarriageReturn;
    private @Nullable String data;
    private @Nullable StringBuilder moreData;
    private int dataBytes;
    private String type = "";
    private String nextId = "";
    private String lastEventId = "";
    private @Nullable String blockId;
    private @Nullable Long blockRetry;
    private @Nullable Long retry;
    private long unknownFields;
    private String firstUnknownLine = "";

    /** A parser that refuses lines and events of more than 16 MiB. */
    public SseParser(Consumer<? super SseEvent> events) {
        this(events, DEFAULT_MAX_BYTES);
    }

    /**
     * A parser.
     *
     * @param events is given each event when its last line is complete
     * @param maxBytes the longest line, and the most data of one event
     */
    public SseParser(Consumer<? super SseEvent> events, int maxBytes) {
        this.events = events;
        this.maxBytes = maxBytes;
    }

    /** Begins with the id that an earlier connection to the same stream named last. */
    SseParser resumingAfter(String eventId) {
        nextId = eventId;
        lastEventId = eventId;
        return this;
    }

    /** The last id that the stream named; empty if none. */
    public String lastEventId() {
        return lastEventId;
    }

    /** The last reconnection time that the stream named, in milliseconds. */
    public Optional<Long> retry() {
        return Optional.ofNullable(retry);
    }

    /** How many lines were skipped because they are neither a known field nor a comment. */
    public long unknownFields() {
        return unknownFields;
    }

    /** The beginning of the first of those lines, in printable characters. */
    String firstUnknownLine() {
        return firstUnknownLine;
    }

    private void unknown(byte[] bytes, int from, int end) {
        unknownFields++;
        if (unknownFields == 1) {
            String line = text(bytes, from, Math.min(end, from + MAX_SHOWN));
            firstUnknownLine =
                    line.replaceAll("\\p{Cntrl}", "?") + (end - from > MAX_SHOWN ? "…" : "");
        }
    }

    /**
     * Takes the next bytes of the stream.
     *
     * @throws IllegalStateException if a line or an event is longer than allowed
     */
    public void feed(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = bom < BOM.length ? skipBom(bytes, offset, end) : offset;
        if (afterCarriageReturn && at < end) {
            afterCarriageReturn = false;
            if (bytes[at] == '\n') {
                at++;
            }
        }
        while (at < end) {
            int stop = lineEnd(bytes, at, end);
            if (stop == end) {
                carry(bytes, at, end);
                return;
            }
            if (carriedLength == 0) {
                checkLength(stop - at);
                line(bytes, at, stop);
            } else {
                carry(bytes, at, stop);
                int whole = carriedLength;
                carriedLength = 0;
                line(carried, 0, whole);
            }
            at = stop + 1;
            if (bytes[stop] == '\r') {
                if (at == end) {
                    afterCarriageReturn = true;
                } else if (bytes[at] == '\n') {
                    at++;
                }
            }
        }
    }

    private int skipBom(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bom < BOM.length) {
            if (bytes[at] != BOM[bom]) {
                carry(BOM, 0, bom);
                bom = BOM.length;
                return at;
            }
            at++;
            bom++;
        }
        return at;
    }

    private static int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte each = bytes[at];
            if (each <= '\r' && (each == '\n' || each == '\r')) {
                return at;
            }
            at++;
        }
        return end;
    }

    private void carry(byte[] bytes, int from, int end) {
        int length = carriedLength + end - from;
        checkLength(length);
        if (length > carried.length) {
            carried = Arrays.copyOf(carried, Math.max(length, 2 * carried.length));
        }
        System.arraycopy(bytes, from, carried, carriedLength, end - from);
        carriedLength = length;
    }

    private void checkLength(int length) {
        if (length > maxBytes || length < 0) {
            throw new TooLongException(maxBytes);
        }
    }

    /** A line or an event beyond the limit. */
    static final class TooLongException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private TooLongException(int maxBytes) {
            super("a line or event of the stream has more than " + maxBytes + " bytes");
        }
    }

    private void line(byte[] bytes, int from, int end) {
        if (from == end) {
            dispatch();
            return;
        }
        int colon = from;
        while (colon < end && bytes[colon] != ':') {
            colon++;
        }
        int value = colon + 1 < end && bytes[colon + 1] == ' ' ? colon + 2 : colon + 1;
        int start = Math.min(value, end);
        switch (colon - from) {
            case 0 -> {}
            case 2 -> {
                if (is(bytes, from, "id")) {
                    id(text(bytes, start, end));
                } else {
                    unknown(bytes, from, end);
                }
            }
            case 4 -> {
                if (is(bytes, from, "data")) {
                    data(bytes, start, end);
                } else {
                    unknown(bytes, from, end);
                }
            }
            case 5 -> {
                if (is(bytes, from, "event")) {
                    type = text(bytes, start, end);
                } else if (is(bytes, from, "retry")) {
                    retry(text(bytes, start, end));
                } else {
                    unknown(bytes, from, end);
                }
            }
            default -> unknown(bytes, from, end);
        }
    }

    private static boolean is(byte[] bytes, int from, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Decodes UTF-8 as WHATWG has it. Java differs in one thing only: it replaces a surrogate as a
     * whole, not each of its bytes.
     */
    private static String text(byte[] bytes, int from, int end) {
        if (from == end) {
            return "";
        }
        int surrogate = surrogate(bytes, from, end);
        if (surrogate < 0) {
            return new String(bytes, from, end - from, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder();
        int start = from;
        while (surrogate >= 0) {
            text.append(new String(bytes, start, surrogate - start, StandardCharsets.UTF_8));
            text.append('\uFFFD');
            start = surrogate + 1;
            surrogate = surrogate(bytes, start, end);
        }
        return text.append(new String(bytes, start, end - start, StandardCharsets.UTF_8))
                .toString();
    }

    private static int surrogate(byte[] bytes, int from, int end) {
        for (int at = from; at + 1 < end; at++) {
            if (bytes[at] == SURROGATE && (bytes[at + 1] & 0xE0) == 0xA0) {
                return at;
            }
        }
        return -1;
    }

    private void data(byte[] bytes, int from, int end) {
        dataBytes += end - from + 1;
        checkLength(dataBytes - 1);
        String text = text(bytes, from, end);
        if (data == null) {
            data = text;
            return;
        }
        StringBuilder all = moreData;
        if (all == null) {
            all = new StringBuilder(data);
            moreData = all;
        }
        all.append('\n').append(text);
    }

    private void id(String text) {
        if (text.indexOf('\0') < 0) {
            nextId = text;
            blockId = text;
        }
    }

    private void retry(String text) {
        boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (digits && text.length() <= 18) {
            retry = Long.valueOf(text);
            blockRetry = retry;
        }
    }

    private void dispatch() {
        lastEventId = nextId;
        String first = data;
        if (first != null) {
            StringBuilder all = moreData;
            SseEvent event =
                    new SseEvent(
                            all == null ? first : all.toString(),
                            type.isEmpty() ? MESSAGE : type,
                            lastEventId,
                            blockId,
                            blockRetry);
            reset();
            events.accept(event);
        } else {
            reset();
        }
    }

    private void reset() {
        data = null;
        moreData = null;
        dataBytes = 0;
        type = "";
        blockId = null;
        blockRetry = null;
    }
}
