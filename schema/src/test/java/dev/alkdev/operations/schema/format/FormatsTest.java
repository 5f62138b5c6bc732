package dev.alkdev.operations.schema.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.alkdev.operations.schema.Vectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

class FormatsTest {
    private static final List<String> ALL =
            List.of(
                    "date-time",
                    "date",
                    "time",
                    "duration",
                    "email",
                    "idn-email",
                    "hostname",
                    "idn-hostname",
                    "ipv4",
                    "ipv6",
                    "uri",
                    "uri-reference",
                    "iri",
                    "iri-reference",
                    "uuid",
                    "uri-template",
                    "json-pointer",
                    "relative-json-pointer",
                    "regex");

    private static Predicate<String> format(String name) {
        return Objects.requireNonNull(Formats.named(name));
    }

    static Stream<String> suiteFiles() {
        Stream<String> in2020 = ALL.stream().map(name -> "draft2020-12/optional/format/" + name);
        Stream<String> in7 =
                ALL.stream()
                        .filter(name -> !name.equals("duration") && !name.equals("uuid"))
                        .map(name -> "draft7/optional/format/" + name);
        Stream<String> others =
                Stream.of("draft2020-12", "draft7")
                        .flatMap(
                                draft ->
                                        Stream.of("ecmascript-regex", "unknown")
                                                .map(name -> draft + "/optional/format/" + name));
        return Stream.of(in2020, in7, others).flatMap(files -> files);
    }

    @ParameterizedTest
    @MethodSource("suiteFiles")
    void theSuiteOfJsonSchemaPasses(String file) {
        Vectors.read("json-schema-test-suite/tests/" + file + ".json")
                .check(
                        (schema, data) -> {
                            Predicate<String> format =
                                    Formats.named(schema.get("format").asString());
                            return format == null
                                    || !data.isString()
                                    || format.test(data.asString());
                        },
                        schema -> schema.has("format"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"int32", "password", "Date-Time", ""})
    void anUnknownFormatHasNoCheck(String name) {
        assertThat(Formats.named(name)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "date-time, 2024-02-29T23:59:59.5+01:00, true",
        "date-time, 2024-02-29 23:59:59Z, false",
        "date-time, 2016-12-31T23:59:60Z, true",
        "date-time, 2016-12-31T23:59:60.Z, false",
        "date-time, 2024-02-29T, false",
        "date, 2023-02-29, false",
        "date, 2000-02-29, true",
        "time, 12:00:00+00:00, true",
        "time, 12:00Z, false",
        "duration, P1Y2M3DT4H5M6S, true",
        "duration, PT1.5S, false",
        "email, a@b, true",
        "email, a b@c.d, false",
        "email, é@example.com, false",
        "idn-email, é@example.com, true",
        "hostname, a-b.example, true",
        "hostname, a_b.example, false",
        "idn-hostname, bücher.example, true",
        "idn-hostname, Bücher.example, false",
        "idn-hostname, xn--bcher-kva.example, true",
        "ipv4, 1.2.3.4, true",
        "ipv4, 01.2.3.4, false",
        "ipv6, ::ffff:1.2.3.4, true",
        "ipv6, 1:2:3:4:5:6:7::8:9, false",
        "uri, urn:a:b, true",
        "uri, http://[::1]:80/a?b#c, true",
        "uri, http://[::1/, false",
        "uri, a/b, false",
        "uri-reference, a/b?c, true",
        "uri-reference, a%2, false",
        "iri, http://é/ü, true",
        "uri, http://é/ü, false",
        "uuid, 123e4567-e89b-12d3-a456-426614174000, true",
        "uuid, 123e4567e89b12d3a456426614174000, false",
        "uri-template, '/a{?b,c*}', true",
        "uri-template, '/a{b', false",
        "json-pointer, /a~1b/~0, true",
        "json-pointer, a, false",
        "relative-json-pointer, 1/a, true",
        "relative-json-pointer, 0#, true",
        "relative-json-pointer, 01, false",
        "regex, ^a+$, true",
        "regex, a(, false"
    })
    void aTextFitsAFormat(String name, String text, boolean expected) {
        assertThat(format(name).test(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void hostileTextsAreAnsweredQuickly(String text) {
        for (String name : ALL) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(5), () -> format(name).test(text), () -> "format " + name);
        }
    }

    static Stream<String> hostileTexts() {
        int length = 200_000;
        return Stream.of(
                "a".repeat(length),
                "a.".repeat(length),
                ":".repeat(length),
                "::1".repeat(length),
                "1".repeat(length) + "Z",
                "xn--" + "9".repeat(length),
                "é".repeat(length),
                "é.".repeat(length / 10),
                "{a,".repeat(length),
                "/~0".repeat(length),
                "%41".repeat(length),
                "a@".repeat(length),
                "\"" + "\\\"".repeat(length) + "@a",
                "(".repeat(length),
                "P" + "1".repeat(length) + "Y",
                "\ud800".repeat(1000),
                "12:34:56." + "7".repeat(length) + "Z");
    }

    @Test
    void anEmptyTextIsAnsweredByEveryFormat() {
        assertThat(ALL.stream().filter(name -> format(name).test("")))
                .containsExactly(
                        "uri-reference", "iri-reference", "uri-template", "json-pointer", "regex");
    }
}
