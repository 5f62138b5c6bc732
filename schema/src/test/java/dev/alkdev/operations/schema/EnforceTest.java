package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** The verbs that make a value fit. */
class EnforceTest {

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static Schema schema(String text) {
        return Schema.of(json(text));
    }

    @Nested
    class Enforcing {
        private final Schema invoice =
                schema(
                        "{'type':'object','required':['id','total'],'properties':{'id':{'type':'string'},"
                            + "'total':{'type':'number'},'state':{'type':'string','default':'open'},"
                            + "'due':{'type':['string','null'],'format':'date'}}}");

        @Test
        void stripsFillsAndCasts() {
            List<Change> changes = new ArrayList<>();

            JsonNode enforced =
                    invoice.enforce(
                            json("{'id':7,'total':'much','due':5,'extra':true}"), changes::add);

            assertThat(enforced).isEqualTo(json("{'id':'7','total':0,'due':'5','state':'open'}"));
            assertThat(changes)
                    .containsExactlyInAnyOrder(
                            new Change("/id", Change.Kind.CONVERTED),
                            new Change("/due", Change.Kind.CONVERTED),
                            new Change("/extra", Change.Kind.STRIPPED),
                            new Change("/total", Change.Kind.REPLACED),
                            new Change("/state", Change.Kind.DEFAULTED));
        }

        @Test
        void aLosslessConversionIsNoReplacement() {
            List<Change> changes = new ArrayList<>();

            assertThat(invoice.enforce(json("{'id':'a','total':'21.5'}"), changes::add))
                    .isEqualTo(json("{'id':'a','total':21.5,'state':'open'}"));
            assertThat(changes)
                    .containsExactlyInAnyOrder(
                            new Change("/total", Change.Kind.CONVERTED),
                            new Change("/state", Change.Kind.DEFAULTED));
        }

        @Test
        void alsoStripsAndFillsWhatFitsAlready() {
            assertThat(invoice.enforce(json("{'id':'a','total':1,'extra':true}")))
                    .isEqualTo(json("{'id':'a','total':1,'state':'open'}"));
            assertThat(invoice.cast(json("{'id':'a','total':1,'extra':true}")))
                    .as("a cast does not")
                    .isEqualTo(json("{'id':'a','total':1,'extra':true}"));
        }

        @Test
        void makesAnObjectOfAnything() {
            assertThat(invoice.enforce(json("[]")))
                    .isEqualTo(json("{'id':'','total':0,'state':'open'}"));
        }

        @Test
        void whatFitsIsLeftAlone() {
            JsonNode fitting = json("{'id':'a','total':1,'state':'paid','due':null}");

            assertThat(invoice.enforce(fitting)).isSameAs(fitting);
        }

        @Test
        void aPlaceForWhichNothingCanBeMadeUpIsRefused() {
            assertThatThrownBy(
                            () ->
                                    schema("{'type':'string','pattern':'^[A-Z]{3}$'}")
                                            .enforce(json("'x'")))
                    .isInstanceOf(CastException.class);
        }
    }

    @Nested
    class Casting {
        @Test
        void numbersBeyondEveryDoubleAreReplacedAsInfiniteOnesAre() {
            assertThat(
                            schema("{'type':'object','properties':{'n':{'type':'number'}}}")
                                    .cast(json("{'n':1e400}")))
                    .isEqualTo(json("{'n':0}"));
            assertThat(schema("{'type':'number','maximum':1e400}").cast(json("5")))
                    .isEqualTo(json("5"));
            assertThat(schema("{'type':'integer','minimum':-1e400}").cast(json("5")))
                    .isEqualTo(json("5"));
            assertThat(schema("{'type':'string','maxLength':1e400}").cast(json("'x'")))
                    .isEqualTo(json("'x'"));
        }

        @Test
        void aPatternThatATolerantDocumentLetPassSaysNothing() {
            Schema tolerant =
                    Schema.of(
                            json("{'type':'string','pattern':'(?i)^[a-z]+$'}"),
                            SchemaOptions.defaults().withTolerance());

            assertThat(tolerant.cast(json("'x1'"))).isEqualTo(json("'x1'"));
            assertThat(tolerant.cast(json("{}"))).isEqualTo(json("''"));
        }

        @Test
        void aNullThatOpenApiAllowsIsKept() {
            Schema nullable =
                    Schema.of(
                            json(
                                    "{'type':'object','required':['s','n','o','e'],'properties':{"
                                        + "'s':{'type':'string','nullable':true},"
                                        + "'n':{'type':'number','nullable':true},"
                                        + "'o':{'type':'object','nullable':true,'properties':{'a':{'type':'string'}}},"
                                        + "'e':{'type':'string','enum':['x'],'nullable':true}}}"),
                            SchemaOptions.defaults().withDialect(Dialect.OPENAPI_3_0));
            JsonNode nulls = json("{'s':null,'n':null,'o':null,'e':null}");

            assertThat(nullable.cast(nulls)).isSameAs(nulls);
            assertThat(nullable.cast(json("{'s':1,'n':null,'o':5,'e':null}")))
                    .isEqualTo(json("{'s':'','n':null,'o':{},'e':null}"));
        }
    }
}
