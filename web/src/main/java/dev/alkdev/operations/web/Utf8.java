package dev.alkdev.operations.web;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks UTF-8 as RFC 3629 defines it. JSON parsers accept longer forms than the shortest. Nearly
 * all texts are plain ASCII, which is quick.
 */
public final class Utf8 {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    /** The index of the first byte that is not valid; -1 if all are. */
    public static int firstError(byte[] bytes) {
        return firstError(bytes, 0, bytes.length);
    }

    /** As {@link #firstError(byte[])}, for a part of the bytes. */
    public static int firstError(byte[] bytes, int begin, int end) {
        int at = firstPerhapsNotAscii(bytes, begin, end);
        while (at < end) {
            int first = bytes[at] & 0xFF;
            int length = length(first);
            if (length == 0 || at + length > end) {
                return at;
            }
            for (int i = 1; i < length; i++) {
                int next = bytes[at + i] & 0xFF;
                if (next < (i == 1 ? least(first) : 0x80) || next > (i == 1 ? most(first) : 0xBF)) {
                    return at + i;
                }
            }
            at += length;
        }
        return -1;
    }

    private static int firstPerhapsNotAscii(byte[] bytes, int begin, int end) {
        int at = begin;
        while (at + Long.BYTES <= end && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        return at;
    }

    private static int length(int first) {
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        if (first < 0xE0) {
            return 2;
        }
        return first < 0xF0 ? 3 : 4;
    }

    /** The least second byte: a smaller one would be a form that is too long. */
    private static int least(int first) {
        return switch (first) {
            case 0xE0 -> 0xA0;
            case 0xF0 -> 0x90;
            default -> 0x80;
        };
    }

    /** The largest second byte: beyond are surrogates, and what is no character at all. */
    private static int most(int first) {
        return switch (first) {
            case 0xED -> 0x9F;
            case 0xF4 -> 0x8F;
            default -> 0xBF;
        };
    }
}
