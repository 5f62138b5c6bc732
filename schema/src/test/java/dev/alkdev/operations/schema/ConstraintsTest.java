package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

class ConstraintsTest {
    record Line(@NotBlank @Size(max = 8) String sku, @Min(1) @Max(10) int quantity) {}

    record Numbers(
            @Positive @DecimalMax(value = "99.50", inclusive = false) BigDecimal price,
            @Digits(integer = 3, fraction = 2) @DecimalMin("0.10") BigDecimal rate,
            @NegativeOrZero @Min(-5) @Min.List({@Min(-3)}) long debt,
            @AssertTrue boolean accepted) {}

    record Texts(
            @Pattern(regexp = "[A-Z]+|x") @NotBlank String code,
            @Email String mail,
            @Nullable @Size(min = 2) String note) {}

    record Lists(
            @NotEmpty List<@Size(min = 3) String> names,
            @Size(min = 1, max = 2) Map<String, Integer> counts,
            @Size(max = 4) int[] codes) {}

    record Flags(@Pattern(regexp = "a", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}

    record Birth(@Past Instant at) {}

    static final class Bean {
        private String name = "";
        private String other = "";

        @NotNull
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public String getOther() {
            return other;
        }

        public void setOther(String other) {
            this.other = other;
        }
    }

    private static void assertSchema(Class<?> type, String json) {
        assertThat(Json.isSame(Schema.of(type).toJson(), Json.parse(json)))
                .as(Schema.of(type).toJson().toPrettyString())
                .isTrue();
    }

    @Test
    void boundsOfTextsAndNumbersBecomeKeywords() {
        assertSchema(
                Line.class,
                """
                {"type": "object", "properties": {
                   "sku": {"type": "string", "minLength": 1, "maxLength": 8, "pattern": "\\\\S"},
                   "quantity": {"type": "integer", "minimum": 1, "maximum": 10}},
                 "required": ["sku", "quantity"]}
                """);
        Schema line = Schema.of(Line.class);
        assertThat(line.accepts(Json.parse("{\"sku\": \"A\", \"quantity\": 1}"))).isTrue();
        assertThat(line.accepts(Json.parse("{\"sku\": \" \", \"quantity\": 1}"))).isFalse();
        assertThat(line.errors(Json.parse("{\"sku\": \"A\", \"quantity\": 0}"))).hasSize(1);
    }

    @Test
    void decimalBoundsAreExact() {
        Schema numbers = Schema.of(Numbers.class);
        assertThat(numbers.toJson().path("properties").path("price"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "number", "exclusiveMinimum": 0,
                                 "exclusiveMaximum": 99.50}
                                """));
        assertThat(
                        Json.isSame(
                                numbers.toJson().path("properties").path("rate"),
                                Json.parse(
                                        """
                                        {"type": "number", "exclusiveMaximum": 1000,
                                         "exclusiveMinimum": -1000, "multipleOf": 0.01,
                                         "minimum": 0.10}
                                        """)))
                .isTrue();
        assertThat(numbers.toJson().path("properties").path("accepted").path("const").asBoolean())
                .isTrue();
    }

    @Test
    void patternsAreForTheWholeTextAndSeveralOfThemCount() {
        Schema texts = Schema.of(Texts.class);
        assertThat(texts.accepts(Json.parse("{\"code\": \"AB\", \"mail\": \"a@b.example\"}")))
                .isTrue();
        assertThat(texts.accepts(Json.parse("{\"code\": \"ABx\", \"mail\": \"a@b.example\"}")))
                .isFalse();
        assertThat(
                        texts.accepts(
                                Json.parse(
                                        """
                                        {"code": "x", "mail": "a@b.example", "note": null}
                                        """)))
                .isTrue();
        assertThat(
                        texts.accepts(
                                Json.parse(
                                        """
                                        {"code": "x", "mail": "a@b.example", "note": "n"}
                                        """)))
                .isFalse();
    }

    @Test
    void listsMapsAndArraysAreCounted() {
        Schema lists = Schema.of(Lists.class);
        String fits =
                """
                {"names": ["ann"], "counts": {"a": 1}, "codes": [1, 2]}
                """;
        assertThat(lists.errors(Json.parse(fits))).isEmpty();
        assertThat(
                        lists.errors(
                                Json.parse(
                                        """
                                        {"names": ["an"], "counts": {}, "codes": [1, 2, 3, 4, 5]}
                                        """)))
                .hasSize(3);
        assertThat(lists.accepts(Json.parse("{\"names\": [], \"counts\": {\"a\": 1}}"))).isFalse();
    }

    @Test
    void aMemberOfAClassThatMustNotBeNullIsRequired() {
        assertThat(Schema.of(Bean.class).toJson().path("required"))
                .isEqualTo(Json.parse("[\"name\"]"));
        assertThat(Schema.of(Bean.class).toJson().at("/properties/name/type").asString())
                .isEqualTo("string");
    }

    @Test
    void aPatternWithFlagsIsRefused() {
        assertThatThrownBy(() -> Schema.of(Flags.class))
                .hasMessageContaining("@Pattern(\"a\") has flags, which JSON Schema does not know");
    }

    @Test
    void aConstraintWithoutAKeywordLeavesTheSchemaAsItIs() {
        assertThat(Schema.of(Birth.class).toJson().at("/properties/at/type").asString())
                .isEqualTo("string");
    }
}
