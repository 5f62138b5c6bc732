package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

class SchemasTest {

    private static Arguments row(SchemaBuilder<?> builder, String json) {
        return arguments(builder, json.replace('\'', '"'));
    }

    static Stream<Arguments> schemas() {
        return Stream.of(
                row(Schemas.any(), "{}"),
                row(Schemas.bool(), "{'type':'boolean'}"),
                row(Schemas.nullValue(), "{'type':'null'}"),
                row(
                        Schemas.string().minLength(1).maxLength(5).pattern("^a").format("email"),
                        "{'type':'string','minLength':1,'maxLength':5,'pattern':'^a','format':'email'}"),
                row(Schemas.string().oneOf("a", "b"), "{'type':'string','enum':['a','b']}"),
                row(
                        Schemas.integer().minimum(0).maximum(10),
                        "{'type':'integer','minimum':0,'maximum':10}"),
                row(
                        Schemas.number().exclusiveMinimum(0.5).exclusiveMaximum(2).multipleOf(0.1),
                        "{'type':'number','exclusiveMinimum':0.5,'exclusiveMaximum':2,'multipleOf':0.1}"),
                row(
                        Schemas.array(Schemas.string()).minItems(1).maxItems(3).uniqueItems(),
                        "{'type':'array','items':{'type':'string'},'minItems':1,'maxItems':3,'uniqueItems':true}"),
                row(
                        Schemas.tuple(Schemas.string(), Schemas.bool()),
                        "{'type':'array','prefixItems':[{'type':'string'},{'type':'boolean'}],'items':false,'minItems':2}"),
                row(
                        Schemas.anyOf(Schemas.string(), Schemas.number()),
                        "{'anyOf':[{'type':'string'},{'type':'number'}]}"),
                row(Schemas.oneOf(Schemas.string()), "{'oneOf':[{'type':'string'}]}"),
                row(Schemas.allOf(Schemas.any()), "{'allOf':[{}]}"),
                row(Schemas.literal(42), "{'const':42}"),
                row(Schemas.literal(null), "{'const':null}"),
                row(Schemas.enumeration("a", 1, null), "{'enum':['a',1,null]}"),
                row(
                        Schemas.map(Schemas.integer()),
                        "{'type':'object','additionalProperties':{'type':'integer'}}"),
                row(Schemas.ref("#"), "{'$ref':'#'}"),
                row(
                        Schemas.string().title("T").describedAs("D").defaultsTo("x"),
                        "{'type':'string','title':'T','description':'D','default':'x'}"),
                row(Schemas.any().defaultsTo(Map.of("a", List.of(1))), "{'default':{'a':[1]}}"),
                row(
                        Schemas.string().with("x-extra", Json.parse("[1]")),
                        "{'type':'string','x-extra':[1]}"),
                row(
                        Schemas.object()
                                .property("name", Schemas.string())
                                .optional("age", Schemas.integer().minimum(0))
                                .property("home", Schemas.object().optional("zip", Schemas.any()))
                                .additionalProperties(false)
                                .describedAs("a person"),
                        "{'type':'object','properties':{'name':{'type':'string'},"
                                + "'age':{'type':'integer','minimum':0},"
                                + "'home':{'type':'object','properties':{'zip':{}}}},"
                                + "'required':['name','home'],'additionalProperties':false,"
                                + "'description':'a person'}"),
                row(
                        Schemas.object()
                                .patternProperty("^x-", Schemas.any())
                                .minProperties(1)
                                .maxProperties(2)
                                .additionalProperties(Schemas.bool()),
                        "{'type':'object','patternProperties':{'^x-':{}},'minProperties':1,"
                                + "'maxProperties':2,'additionalProperties':{'type':'boolean'}}"));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void stepsBecomeKeywordsInOrder(SchemaBuilder<?> builder, String json) {
        assertThat(builder.build().toJson().toString()).isEqualTo(json);
    }

    static Stream<Arguments> nullables() {
        return Stream.of(
                row(Schemas.string().nullable(), "{'type':['string','null']}"),
                row(
                        Schemas.string().nullable().oneOf("a"),
                        "{'type':['string','null'],'enum':['a',null]}"),
                row(Schemas.any().nullable(), "{}"),
                row(Schemas.nullValue().nullable(), "{'type':'null'}"),
                row(
                        Schemas.literal(1).nullable().describedAs("one"),
                        "{'anyOf':[{'const':1},{'type':'null'}],'description':'one'}"),
                row(
                        Schemas.anyOf(Schemas.bool()).title("t").nullable(),
                        "{'anyOf':[{'type':'boolean'},{'type':'null'}],'title':'t'}"),
                row(
                        Schemas.ref("http://json-schema.org/draft-07/schema").nullable(),
                        "{'anyOf':[{'$ref':'http://json-schema.org/draft-07/schema'},{'type':'null'}]}"),
                row(
                        Schemas.array(Schemas.integer().nullable()).nullable(),
                        "{'type':['array','null'],'items':{'type':['integer','null']}}"));
    }

    @ParameterizedTest
    @MethodSource("nullables")
    void aNullableSchemaAcceptsNullWhereverTheStepStands(SchemaBuilder<?> builder, String json) {
        assertThat(builder.build().toJson().toString()).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "const", "enum", "examples", "properties", "items"})
    void aPropertyMayHaveTheNameOfAKeyword(String name) {
        Schema inner =
                Schema.parse("{\"$ref\": \"#/$defs/x\", \"$defs\": {\"x\": {\"type\": \"null\"}}}");
        Schema schema =
                Schemas.object()
                        .optional(name, Schemas.string().nullable())
                        .optional("other", Schemas.object().optional(name, Schemas.from(inner)))
                        .build();
        assertThat(schema.toJson().toString()).doesNotContain("\\u0000");
        assertThat(schema.accepts(Json.parse("{\"" + name + "\": null}"))).isTrue();
        assertThat(schema.accepts(Json.parse("{\"other\": {\"" + name + "\": null}}"))).isTrue();
        assertThat(schema.accepts(Json.parse("{\"other\": {\"" + name + "\": 1}}"))).isFalse();
    }

    @Test
    void aBuilderIsNotChangedByItsSteps() {
        StringSchemaBuilder shared = Schemas.string();
        shared.minLength(3).describedAs("other");
        ObjectSchemaBuilder object = Schemas.object().property("a", shared);
        object.property("b", shared);
        assertThat(object.build().toJson())
                .isEqualTo(
                        Json.parse(
                                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
                                        + "\"required\":[\"a\"]}"));
    }

    @Nested
    class FinishedSchemas {

        @Test
        void canBeParts() {
            Schema text = Schemas.string().build();
            assertThat(
                            Schemas.object()
                                    .property("a", text)
                                    .optional("b", Schemas.array(text))
                                    .optional("c", Schemas.map(text))
                                    .optional("d", Schemas.anyOf(Schemas.from(text).title("t")))
                                    .additionalProperties(text)
                                    .build()
                                    .toJson())
                    .isEqualTo(
                            Json.parse(
                                    """
                                    {"type":"object","properties":{
                                      "a":{"type":"string"},
                                      "b":{"type":"array","items":{"type":"string"}},
                                      "c":{"type":"object","additionalProperties":{"type":"string"}},
                                      "d":{"anyOf":[{"type":"string","title":"t"}]}},
                                     "required":["a"],"additionalProperties":{"type":"string"}}
                                    """));
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"list a\":{\"next\":{\"next\":{}}}} | true",
                    "{\"list a\":{\"next\":{\"next\":{\"next\":1}}}} | false",
                    "{\"list a\":{\"value\":{\"inner\":1}}} | true",
                    "{\"list a\":{\"value\":{\"inner\":\"1\"}}} | false",
                    "{\"list a\":null} | true",
                    "{\"union\":{\"next\":{}}} | true",
                    "{\"union\":{\"next\":1}} | false"
                })
        void keepTheirOwnReferencesAsParts(String value, boolean expected) {
            Schema list =
                    Schema.parse(
                            """
                            {"type":"object","properties":{
                              "next":{"$ref":"#"},"value":{"$ref":"#/$defs/v"}},
                             "$defs":{"v":{"properties":{"inner":{"type":"integer"}}}}}
                            """);
            Schema outer =
                    Schemas.object()
                            .optional("list a", Schemas.from(list).nullable())
                            .optional(
                                    "union", Schemas.anyOf(Schemas.nullValue(), Schemas.from(list)))
                            .build();
            assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                    .getSchema(outer.toJson())
                                    .validate(Json.parse(value))
                                    .isEmpty())
                    .isEqualTo(expected);
        }

        @Test
        void withAnIdKeepTheirReferencesUntouched() {
            Schema part = Schema.parse("{\"$id\":\"urn:x\",\"items\":{\"$ref\":\"#\"}}");
            assertThat(Schemas.array(part).build().toJson().at("/items")).isEqualTo(part.toJson());
        }

        @Test
        void thatAreBooleansCanBeParts() {
            Schema nothing = Schema.parse("false");
            assertThat(Schemas.array(nothing).build().toJson().toString())
                    .isEqualTo("{\"type\":\"array\",\"items\":{\"not\":{}}}");
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(() -> Schemas.string().minLength(-1), "minLength -1 is negative"),
                mistake(
                        () -> Schemas.string().minLength(3).maxLength(2),
                        "minLength 3 is more than maxLength 2"),
                mistake(
                        () -> Schemas.array(Schemas.any()).maxItems(1).minItems(2),
                        "minItems 2 is more than maxItems 1"),
                mistake(
                        () -> Schemas.integer().minimum(5).maximum(4.5),
                        "minimum 5 is more than maximum 4.5"),
                mistake(
                        () -> Schemas.number().minimum(Double.NaN),
                        "minimum NaN is not a JSON number"),
                mistake(() -> Schemas.number().multipleOf(0), "multipleOf 0 is not positive"),
                mistake(
                        () -> Schemas.string().pattern("a("),
                        "the pattern a( is wrong at position 1: a ( without its )"),
                mistake(
                        () -> Schemas.object().patternProperty("[", Schemas.any()),
                        "the pattern [ is wrong at position 0: a [ without its ]"),
                mistake(
                        () ->
                                Schemas.object()
                                        .property("a", Schemas.any())
                                        .optional("a", Schemas.any()),
                        "property a is declared twice"),
                mistake(() -> Schemas.enumeration(), "enum has no values"),
                mistake(() -> Schemas.string().oneOf("a", "a"), "enum value \"a\" is given twice"),
                mistake(() -> Schemas.anyOf(), "anyOf has no schemas"),
                mistake(() -> Schemas.tuple(), "tuple has no schemas"),
                mistake(
                        () -> Schemas.any().with("", Json.parse("1")),
                        "a keyword must have a name"));
    }

    private static Arguments mistake(ThrowingCallable step, String message) {
        return arguments(step, message);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aWrongStepFailsAtOnceNamingTheCulprit(ThrowingCallable step, String message) {
        assertThatThrownBy(step).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullFailsAtOnceNamingTheCulprit() {
        assertThatThrownBy(() -> Schemas.object().property("a", (SchemaBuilder<?>) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the schema of property a");
        assertThatThrownBy(() -> Schemas.string().describedAs(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("description");
        assertThatThrownBy(() -> Schemas.array((SchemaBuilder<?>) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("items");
    }
}
