package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

class SseParserTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void anEventIsGivenWhenItsLastLineIsComplete() {
        List<SseEvent> events = new ArrayList<>();
        SseParser parser = new SseParser(events::add);

        parser.feed(bytes("id: 3\nretry: 10\nevent: add\ndata: a\ndata:b\n"), 0, 42);
        assertThat(events).isEmpty();
        parser.feed(bytes("\n"), 0, 1);

        assertThat(events).containsExactly(new SseEvent("a\nb", "add", "3", "3", 10L));
        assertThat(parser.lastEventId()).isEqualTo("3");
        assertThat(parser.retry()).contains(10L);
    }

    @Test
    void aLineOfWhateverKindThatIsTooLongIsRefused() {
        SseParser comments = new SseParser(event -> {}, 10);
        assertThatThrownBy(() -> comments.feed(bytes(": 123456789"), 0, 11))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a line or event of the stream has more than 10 bytes");

        SseParser pieces = new SseParser(event -> {}, 10);
        pieces.feed(bytes("data: 1"), 0, 7);
        assertThatThrownBy(() -> pieces.feed(bytes("2345"), 0, 4))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anEventOfManyLinesThatIsTooLongIsRefused() {
        SseParser parser = new SseParser(event -> {}, 20);

        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 10; i++) {
                                parser.feed(bytes("data: 12345\n"), 0, 12);
                            }
                        })
                .isInstanceOf(IllegalStateException.class);
    }

    /** The bytes in hexadecimal and how many characters the decoder of a browser makes of them. */
    @ParameterizedTest
    @CsvSource({
        "EDA080, 3",
        "EDBFBF41, 4",
        "EDA0, 2",
        "ED, 1",
        "ED9FBF, 1",
        "61EDA080EDA080E282AC, 8",
        "F09F98, 1",
        "F4908080, 4",
        "C080, 2",
        "E08080, 3"
    })
    void bytesThatAreNoUtf8BecomeReplacementCharactersAsInBrowsers(String bytes, int characters) {
        List<SseEvent> events = new ArrayList<>();
        byte[] data = HexFormat.of().parseHex("646174613A" + bytes + "0A0A");

        new SseParser(events::add).feed(data, 0, data.length);

        assertThat(events)
                .singleElement()
                .extracting(SseEvent::data)
                .asString()
                .hasSize(characters);
    }

    @Test
    void theFirstLineThatIsNoFieldIsShownInPart() {
        SseParser parser = new SseParser(event -> {});
        String line = "<\u0000" + "x".repeat(200) + "\n<second>\n";

        parser.feed(bytes(line), 0, line.length());

        assertThat(parser.firstUnknownLine()).isEqualTo("<?" + "x".repeat(78) + "…");
        assertThat(parser.unknownFields()).isEqualTo(2);
    }

    @Test
    @Tag("small-heap")
    void aStreamOfAGigabyteNeedsLittleMemory() {
        byte[] chunk = bytes(("id: 1\ndata: {\"x\": \"" + "y".repeat(80) + "\"}\n\n").repeat(150));
        long[] events = {0};
        SseParser parser = new SseParser(event -> events[0]++);

        long rounds = (1L << 30) / chunk.length + 1;
        for (long i = 0; i < rounds; i++) {
            parser.feed(chunk, 0, chunk.length);
        }

        assertThat(events[0]).isEqualTo(rounds * 150);
    }
}
