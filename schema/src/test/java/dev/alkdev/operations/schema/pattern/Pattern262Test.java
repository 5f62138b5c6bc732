package dev.alkdev.operations.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Vectors;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

class Pattern262Test {

    private static boolean found(String pattern, String text) {
        return Pattern262.compile(pattern).find(text);
    }

    @Test
    void everyAnswerIsThatOfAJavaScriptEngine() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (JsonNode row : table("pattern262.json")) {
            String actual;
            try {
                actual = String.valueOf(found(row.get(0).asString(), row.get(1).asString()));
            } catch (IllegalArgumentException e) {
                actual = "null";
            }
            if (!actual.equals(row.get(2).toString())) {
                wrong.add(row + " gave " + actual);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void theSuiteOfJsonSchemaPasses() {
        for (String draft : List.of("draft2020-12", "draft7")) {
            for (String file :
                    List.of("pattern", "optional/ecmascript-regex", "optional/non-bmp-regex")) {
                Vectors vectors =
                        Vectors.read(
                                "json-schema-test-suite/tests/" + draft + "/" + file + ".json");
                vectors.check(
                        (schema, data) ->
                                !schema.path("pattern").isString()
                                        || !data.isString()
                                        || found(schema.get("pattern").asString(), data.asString()),
                        schema -> schema.has("pattern"));
            }
        }
    }

    @Nested
    class HostilePatterns {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "(a+)+$",
                    "(a|aa)+$",
                    "(a|a?)+c$",
                    "(.*a){20}$",
                    "^(([a-z])+.)+[A-Z]([a-z])+$",
                    "(a+a+)+y",
                    "a*a*a*a*a*a*b$",
                    "(?:a?){50}a{50}c",
                    "^(?=(a+)+$)",
                    "(?<=(a+)+c)b"
                })
        void areAnsweredQuickly(String pattern) {
            for (int length : new int[] {50, 20_000}) {
                String text = "a".repeat(length) + "b!";
                assertThat(quickly(pattern, text)).isFalse();
            }
        }

        @Test
        void withLargeCountsGiveTheRightAnswer() {
            String tokens = "^(?:[a-z0-9-]{1,63}\\s){0,4000}$";
            assertThat(quickly(tokens, "abc-def ".repeat(4_000))).isTrue();
            assertThat(quickly(tokens, "abc-def ".repeat(4_001))).isFalse();
        }

        @Test
        void areRememberedUpToANumberOfStatesAndStillAnswered() {
            RegexNode node = RegexParser.parse("[ab]*a[ab]{12}c");
            RegexProgram program = Objects.requireNonNull(RegexProgram.compile(node));
            RegexAutomaton automaton = new RegexAutomaton(program, false);
            Random random = new Random(1);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 50_000; i++) {
                text.append(random.nextBoolean() ? 'a' : 'b');
            }
            assertThat(automaton.find(text.toString(), budget(text))).isFalse();
            assertThat(automaton.size()).isEqualTo(RegexAutomaton.MAX_STATES);
            text.append("abbbbbbbbbbbbc");
            assertThat(automaton.find(text.toString(), budget(text))).isTrue();
            assertThat(automaton.size()).isEqualTo(RegexAutomaton.MAX_STATES);
        }

        private static RegexBudget budget(StringBuilder text) {
            return RegexBudget.ofSweep(text.toString(), Pattern262.Work.INTERRUPTIBLE);
        }

        @Test
        void giveTheRightAnswerOnLongTexts() {
            String words = "word ".repeat(200_000);
            assertThat(quickly("^(\\w+\\s?)*$", words)).isTrue();
            assertThat(quickly("^(\\w+\\s?)*$", words + "!")).isFalse();
            assertThat(quickly("^(?:\\p{L}|\\s)+$", "日本語 ".repeat(250_000))).isTrue();
            assertThat(quickly("^(?!.*xx)(?:.|\\n)*$", "a\n".repeat(250_000))).isTrue();
        }

        @Test
        void withBackReferencesAreGivenUp() {
            String text = "a".repeat(200) + "b";
            assertThatThrownBy(() -> quickly("^(a+)+\\1$", text))
                    .isInstanceOf(Pattern262.GivenUpException.class)
                    .hasMessage(
                            "cannot decide whether the pattern ^(a+)+\\1$ matches a text of length"
                                    + " 201: it would take too many steps")
                    .hasNoSuppressedExceptions();
        }

        @Test
        void thatRecurseTooDeepAreGivenUp() {
            String text = "ab".repeat(500_000);
            assertThatThrownBy(() -> quickly("^(?:(a)|b)*\\1c$", text))
                    .isInstanceOf(Pattern262.GivenUpException.class)
                    .hasMessageEndingWith("it would need too much memory");
        }

        @ParameterizedTest
        @CsvSource({
            "^a{0;65535}$, true",
            "^a{100000}$, false",
            "^(?:a{1000}){1000}$, false",
            "^(?:){2147483647}a, true",
            "^(?:(?:a{0}){999999999}){999999999}a, true"
        })
        void withLargeCountsAreAnswered(String pattern, boolean expected) {
            String text = "a".repeat(60_000);
            assertThat(quickly(pattern.replace(';', ','), text)).isEqualTo(expected);
        }

        @Test
        void withManyStatesDoNotFillTheMemory() {
            String text = "abbab".repeat(20_000);
            assertThat(quickly("a[ab]{201}c", text)).isFalse();
            assertThat(quickly("a[ab]{201}c", text + "c")).isTrue();
        }

        @Test
        void nestedTooDeepAreRefused() {
            assertThatThrownBy(() -> Pattern262.compile("(".repeat(100_000)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at position 250: groups nested deeper than 250");
        }

        @Test
        void thatAreVeryLongAreAnswered() {
            String words = "word|".repeat(100_000) + "end";
            assertThat(quickly("^(?:" + words + ")$", "end")).isTrue();
            assertThat(quickly("[" + "abc".repeat(100_000) + "]", "d")).isFalse();
        }

        private boolean quickly(String pattern, String text) {
            return Objects.requireNonNull(
                    assertTimeoutPreemptively(
                            Duration.ofSeconds(30), () -> (Boolean) found(pattern, text)));
        }
    }

    @Nested
    class RefusedPatterns {

        @ParameterizedTest
        @CsvSource(
                delimiter = '~',
                value = {
                    "a(b ~ the pattern a(b is wrong at position 1: a ( without its )",
                    "ab) ~ the pattern ab) is wrong at position 2: a ) without its (",
                    "[a-z ~ the pattern [a-z is wrong at position 0: a [ without its ]",
                    "a\\Z ~ the pattern a\\Z is wrong at position 1: an unknown escape \\Z",
                    "a** ~ the pattern a** is wrong at position 2: nothing to repeat",
                    "(?i)a ~ the pattern (?i)a is wrong at position 0: an unknown kind of group",
                    "\\p{Foo} ~ the pattern \\p{Foo} is wrong at position 0: an unknown Unicode"
                            + " property Foo"
                })
        void areExplainedWithTheirPosition(String pattern, String message) {
            assertThatThrownBy(() -> Pattern262.compile(pattern))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void threadsMayShareAPattern() {
        Pattern262 pattern = Pattern262.compile("^(?:[a-z]+|\\p{L}\\d{1,40})+$");
        assertThatCode(
                        () ->
                                java.util.stream.IntStream.range(0, 20_000)
                                        .parallel()
                                        .forEach(i -> assertThat(pattern.find("ä" + i)).isTrue()))
                .doesNotThrowAnyException();
    }

    @Test
    void theSourceIsKept() {
        assertThat(Pattern262.compile("a|b").source()).isEqualTo("a|b");
    }

    private static JsonNode table(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(Pattern262Test.class.getResourceAsStream(name))) {
            return Json.mapper().readTree(in);
        }
    }
}
