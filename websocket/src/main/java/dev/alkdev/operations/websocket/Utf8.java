package dev.alkdev.operations.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Tells UTF-8 from other bytes. */
final class Utf8 {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    /** Whether bytes are well-formed UTF-8; nearly all texts are plain ASCII, which is quick. */
    static boolean isValid(byte[] bytes) {
        int at = 0;
        while (at + Long.BYTES <= bytes.length && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
            at += Long.BYTES;
        }
        while (at < bytes.length && bytes[at] >= 0) {
            at++;
        }
        return at == bytes.length || isDecodable(bytes, at);
    }

    private static boolean isDecodable(byte[] bytes, int from) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
