package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ExpansionTest {
    @TempDir Path folder;

    private ShopText config(Map<String, String> environment) {
        return new ShopText(folder, environment);
    }

    private String title(String text, Map<String, String> environment) {
        return config(environment).parse("title: " + text).title();
    }

    @Test
    void putsVariablesInWhereverTheyStand() {
        Map<String, String> environment = Map.of("A", "one", "B_2", "two");
        assertThat(title("${A}", environment)).isEqualTo("one");
        assertThat(title("<${A}-${B_2}>", environment)).isEqualTo("<one-two>");
        assertThat(title("'${A}'", environment)).isEqualTo("one");
        assertThat(title("\"${A}\"", environment)).isEqualTo("one");
        assertThat(title("|\n  ${A}\n", environment)).isEqualTo("one\n");
    }

    @Test
    void takesTheFallbackForWhatIsAbsentOrEmpty() {
        assertThat(title("${A:-two words}", Map.of())).isEqualTo("two words");
        assertThat(title("${A:-x}", Map.of("A", ""))).isEqualTo("x");
        assertThat(title("${A:-x}", Map.of("A", "y"))).isEqualTo("y");
        assertThat(title("a${A:-}b", Map.of())).isEqualTo("ab");
    }

    @Test
    void putsFilesInWithoutTheirLastNewline() throws IOException {
        Files.writeString(folder.resolve("one"), "secret\n");
        Files.writeString(folder.resolve("two"), "secret\r\n");
        Files.writeString(folder.resolve("lines"), "a\nb\n\n");
        Path absolute = Files.writeString(folder.resolve("absolute"), "x");
        assertThat(title("${file:one}", Map.of())).isEqualTo("secret");
        assertThat(title("${file:./two}", Map.of())).isEqualTo("secret");
        assertThat(title("${file:lines}", Map.of())).isEqualTo("a\nb\n");
        assertThat(title("${file:" + absolute + "}", Map.of())).isEqualTo("x");
    }

    @Test
    void putsFilesInWithoutTheirByteOrderMark() throws IOException {
        Files.writeString(folder.resolve("mark"), "\uFEFFs3cret\n");
        assertThat(title("${file:mark}", Map.of())).isEqualTo("s3cret");
    }

    @Test
    void neverTellsAFallbackInAMessage() {
        assertThat(config(Map.of()).problems("drain: ${A:-s3cret}"))
                .containsExactly(
                        "shop.yaml:1:8: drain should be a duration, as in 10s, but is what ${A}"
                                + " gives");
        assertThat(config(Map.of()).problems("title: ${a-b:-s3cret}"))
                .singleElement()
                .asString()
                .doesNotContain("s3cret");
        assertThat(config(Map.of()).problems("title: '${input:x:-s3cret}'"))
                .singleElement()
                .asString()
                .doesNotContain("s3cret");
    }

    @Test
    void leavesALiteralAlone() {
        assertThat(title("$${A}", Map.of())).isEqualTo("${A}");
        assertThat(title("$A $ {A} 5$", Map.of())).isEqualTo("$A $ {A} 5$");
        assertThat(title("$${${A}}", Map.of("A", "x"))).isEqualTo("${x}");
    }

    @Test
    void neverExpandsWhatItPutIn() {
        assertThat(title("${A}", Map.of("A", "${B}", "B", "x"))).isEqualTo("${B}");
    }

    @Test
    void neverExpandsKeys() {
        assertThat(config(Map.of("A", "name")).problems("${A}: x"))
                .singleElement()
                .asString()
                .startsWith("shop.yaml:1:1: unknown key '${A}'; known here are name, title,");
    }

    @Test
    void cannotBringYamlIn() {
        String evil = "x\nsuppliers: []\ndrain: {a: *b}";
        ShopConfig config = config(Map.of("A", evil)).parse("title: ${A}");
        assertThat(config)
                .isEqualTo(ShopText.RECORDS.make(ShopConfig.class, Map.of("title", evil)));
    }

    @Test
    void givesNumbersAndBooleansWhereTheyAreAskedFor() {
        ShopConfig config =
                config(Map.of("N", "8", "F", "2.5", "B", "true", "D", "7", "T", "12345"))
                        .parse(
                                """
                                limits: {orders: "${N}", rate: "${F}", logged: "${B}"}
                                drain: ${D}
                                name: ${T}
                                """);
        assertThat(config.limits()).isEqualTo(new ShopConfig.Limits(8, 1024 * 1024, 2.5, true));
        assertThat(config.drain()).hasSeconds(7);
        assertThat(config.name()).isEqualTo("12345");
    }

    @Test
    void tellsThePlaceOfWhatIsMissing() {
        assertThat(config(Map.of()).failure("limits:\n  orders: ${NOPE}\n").problems())
                .containsExactly(
                        new ConfigProblem(
                                "shop.yaml",
                                2,
                                11,
                                "/limits/orders",
                                "the environment has no NOPE; set it, or write ${NOPE:-fallback}"));
    }

    @Test
    void refusesFilesThatCannotBeRead() throws IOException {
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
        Files.writeString(folder.resolve("large"), "x".repeat(1024 * 1024 + 1));
        assertThat(
                        config(Map.of())
                                .problems(
                                        """
                                        name: ${file:binary}
                                        title: ${file:large}
                                        drain: ${file:.}
                                        stock: "${file:\\0}"
                                        """))
                .containsExactly(
                        "shop.yaml:1:7: the file \"binary\" is not UTF-8 text",
                        "shop.yaml:2:8: the file \"large\" is larger than 1 MiB",
                        "shop.yaml:3:8: there is no file \".\"",
                        "shop.yaml:4:8: \"\\u0000\" is not a path");
    }

    @Test
    void isBoundedHoweverOftenAnAliasRepeatsIt() throws IOException {
        Files.writeString(folder.resolve("large"), "x".repeat(1024 * 1024));
        List<String> problems =
                config(Map.of())
                        .problems(
                                "x-a: &a [\"${file:large}\"]\nx-b: [" + "*a,".repeat(100) + "]\n");
        assertThat(problems)
                .containsExactly(
                        "shop.yaml:1:10: the config is too large after expanding its YAML aliases");
    }
}
