package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

class Utf8Test {
    private static int firstErrorOf(int... bytes) {
        byte[] all = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = (byte) bytes[i];
        }
        return Utf8.firstError(all);
    }

    @Test
    void textsAreRight() {
        for (String text : new String[] {"", "plain text of some length", "plain then Grüße 😀"}) {
            assertThat(Utf8.firstError(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(-1);
        }
    }

    @Test
    void whatIsWrongIsFound() {
        assertThat(firstErrorOf('a', 0xC0, 0xAF)).isEqualTo(1);
        assertThat(firstErrorOf(0xED, 0xA0, 0x80)).isEqualTo(1);
        assertThat(firstErrorOf(0xE2, 0x82)).isZero();
        assertThat(firstErrorOf('1', '2', '3', '4', '5', '6', '7', '8', 0xFF)).isEqualTo(8);
    }

    @Test
    void theJdkDecodesTheSame() {
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(1, 14)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] =
                        (byte) (random.nextInt(3) == 0 ? random.nextInt(128) : random.nextInt());
            }
            assertThat(Utf8.firstError(bytes) < 0).isEqualTo(isDecodable(bytes));
        }
    }

    private static boolean isDecodable(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
