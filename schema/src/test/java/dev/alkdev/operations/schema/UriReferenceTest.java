package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 3986, section 5.4, and what Java resolves otherwise. */
class UriReferenceTest {
    @ParameterizedTest
    @CsvSource({
        "g:h,g:h",
        "g,http://a/b/c/g",
        "./g,http://a/b/c/g",
        "g/,http://a/b/c/g/",
        "/g,http://a/g",
        "//g,http://g",
        "?y,http://a/b/c/d;p?y",
        "g?y,http://a/b/c/g?y",
        ";x,http://a/b/c/;x",
        "'',http://a/b/c/d;p?q",
        ".,http://a/b/c/",
        "./,http://a/b/c/",
        "..,http://a/b/",
        "../g,http://a/b/g",
        "../..,http://a/",
        "../../g,http://a/g",
        "../../../g,http://a/g",
        "/./g,http://a/g",
        "/../g,http://a/g",
        "g.,http://a/b/c/g.",
        "..g,http://a/b/c/..g",
        "./../g,http://a/b/g",
        "g/./h,http://a/b/c/g/h",
        "g/../h,http://a/b/c/h",
        "g;x=1/../y,http://a/b/c/y"
    })
    void isResolvedAsTheRfcSays(String reference, String expected) {
        assertThat(UriReference.resolve("http://a/b/c/d;p?q", reference)).isEqualTo(expected);
    }

    @Test
    void aBaseWithoutPathGetsOne() {
        assertThat(UriReference.resolve("http://host", "a")).isEqualTo("http://host/a");
    }

    @Test
    void aSchemaMayBeKnownByItsQueryOnly() {
        Schema schema =
                Schema.parse(
                        """
                        {"$id": "http://host/schema", "$ref": "http://host/schema?v=2",
                         "$defs": {"two": {"$id": "?v=2", "const": 2}}}
                        """);
        assertThat(schema.accepts(Json.parse("2"))).isTrue();
        assertThat(schema.accepts(Json.parse("1"))).isFalse();
    }
}
