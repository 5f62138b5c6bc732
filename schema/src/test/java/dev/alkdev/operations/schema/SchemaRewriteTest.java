package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A schema that was rewritten accepts what the original does. */
class SchemaRewriteTest {
    private static final String DRAFT_07 = "http://json-schema.org/draft-07/schema#";
    private static final String SUITE = "json-schema-test-suite/tests/";

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static JsonNode wrapped(JsonNode value) {
        ObjectNode wrapper = JsonNodeFactory.instance.objectNode();
        wrapper.set("result", value);
        return wrapper;
    }

    private static ObjectNode draft07(JsonNode schema) {
        ObjectNode old = JsonNodeFactory.instance.objectNode().put("$schema", DRAFT_07);
        old.setAll((ObjectNode) schema);
        return old;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
"""
{'items':{'$ref':'#/$defs/a'},'$defs':{'a':{'$id':'urn:x:a','$ref':'#/$defs/b','$defs':{'b':{'type':'integer'}}}}} | [1] | ['x']
{'items':{'$ref':'#/$defs/a/$defs/b'},'$defs':{'a':{'$id':'urn:x:a','$defs':{'b':{'$ref':'#/$defs/c'},'c':{'type':'integer'}}}}} | [1] | ['x']
{'items':{'$dynamicRef':'#/$defs/a'},'$defs':{'a':{'type':'integer'}}} | [1] | ['x']
{'items':{'$dynamicRef':'#a'},'$defs':{'a':{'$dynamicAnchor':'a','type':'integer'}}} | [1] | ['x']
{'items':{'$ref':'#/x-parts/a'},'x-parts':{'a':{'items':{'$ref':'#/x-parts/b'}},'b':{'type':'integer'}}} | [[1]] | [['x']]
{'items':{'$ref':'#/$defs/a~1b%25'},'$defs':{'a/b%':{'type':'integer'}}} | [1] | ['x']
{'type':'array','items':{'$ref':'#'}} | [[]] | [1]
{'properties':{'$ref':{'type':'integer'}}} | {'$ref':1} | {'$ref':'#'}
{'enum':[{'$ref':'#/x'}]} | {'$ref':'#/x'} | {'$ref':'#/properties/result/x'}
{'$id':'urn:x:root','items':{'$ref':'#/$defs/a'},'$defs':{'a':{'type':'integer'}}} | [1] | ['x']
{'$schema':'https://json-schema.org/draft/2019-09/schema','type':'array','items':{'$recursiveRef':'#'}} | [[]] | [1]
{'$schema':'https://json-schema.org/draft/2019-09/schema','type':'array','items':[{'$ref':'#/$defs/a'},{'$recursiveRef':'#'}],'$defs':{'a':{'type':'integer'}}} | [1,[2]] | [1,['x']]
{'$schema':'http://json-schema.org/draft-07/schema#','$id':'urn:x:y','$ref':'#/definitions/a','definitions':{'a':{'type':'integer'}}} | 1 | 'x'
{'$schema':'http://json-schema.org/draft-07/schema#','items':{'$ref':'#a'},'definitions':{'a':{'$id':'#a','type':'integer'}}} | [1] | ['x']
true | 1 |
""")
    void aWrappedSchemaAcceptsTheSame(String schema, String good, String bad) {
        Schema wrapped = Schema.of(SchemaRewrite.wrapped("result", json(schema)));

        assertThat(Schema.of(json(schema)).accepts(json(good))).isTrue();
        assertThat(wrapped.accepts(wrapped(json(good)))).isTrue();
        if (bad != null) {
            assertThat(Schema.of(json(schema)).accepts(json(bad))).isFalse();
            assertThat(wrapped.accepts(wrapped(json(bad)))).isFalse();
        }
    }

    @Test
    void aReferenceThatLeadsNowhereIsMovedAsItIs() {
        JsonNode schema = json("{'$defs':{'a':{'$ref':'#/%zz'},'b':{'$ref':'#/$defs/c'}}}");

        assertThat(SchemaRewrite.wrapped("result", schema).at("/properties/result/$defs"))
                .isEqualTo(
                        json(
                                "{'a':{'$ref':'#/properties/result/%zz'},"
                                        + "'b':{'$ref':'#/properties/result/$defs/c'}}"));
    }

    @Test
    void aLongChainOfReferencesIsMoved() {
        ObjectNode chain = JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/d0");
        ObjectNode definitions = chain.putObject("$defs");
        for (int i = 0; i < 100_000; i++) {
            definitions.putObject("d" + i).put("$ref", "#/$defs/d" + (i + 1));
        }

        assertThat(
                        SchemaRewrite.wrapped("result", chain)
                                .at("/properties/result/$defs/d99999/$ref")
                                .asString())
                .isEqualTo("#/properties/result/$defs/d100000");
    }

    @Test
    void theMappingOfADiscriminatorFollowsItsSchemas() {
        JsonNode schema =
                json(
                        "{'discriminator':{'propertyName':'k','mapping':{'a':'#/$defs/a','b':'B'}},"
                                + "'$defs':{'a':{}}}");

        assertThat(
                        SchemaRewrite.wrapped("result", schema)
                                .at("/properties/result/discriminator/mapping"))
                .isEqualTo(json("{'a':'#/properties/result/$defs/a','b':'B'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
"""
{'properties':{'t':{'items':[{'type':'integer'}],'additionalItems':false},'u':{'$ref':'#/properties/t/items/0'}}} | {'t':[1],'u':1} | {'u':'x'}
{'properties':{'t':{'items':[true],'additionalItems':{'type':'integer'}},'u':{'$ref':'#/properties/t/additionalItems'}}} | {'u':1} | {'u':'x'}
{'properties':{'u':{'$ref':'#foo'}},'definitions':{'f':{'$id':'#foo','type':'integer'}}} | {'u':1} | {'u':'x'}
{'properties':{'definitions':{'properties':{'x':{'type':'integer'}}},'u':{'$ref':'#/properties/definitions/properties/x'}}} | {'u':1} | {'u':'x'}
{'properties':{'u':{'$ref':'#/definitions/a/definitions/b'}},'definitions':{'a':{'definitions':{'b':{'type':'integer'}}}}} | {'u':1} | {'u':'x'}
{'properties':{'u':{'$ref':'#/definitions/definitions'}},'definitions':{'definitions':{'type':'integer'}}} | {'u':1} | {'u':'x'}
{'properties':{'u':{'$ref':'#/$defs/a'},'v':{'$ref':'#/definitions/b'}},'$defs':{'a':{'type':'integer'}},'definitions':{'b':{}}} | {'u':1} | {'u':'x'}
{'properties':{'u':{'$ref':'#/definitions/a~1b%25%20c'}},'definitions':{'a/b% c':{'type':'integer'}}} | {'u':1} | {'u':'x'}
{'properties':{'l':{'contains':{'type':'integer'},'minContains':2}}} | {'l':[1]} | {'l':[]}
{'properties':{'l':{'prefixItems':[{'type':'string'}],'unevaluatedProperties':false}}} | {'l':[1]} |
{'properties':{'a':{'$ref':'#/definitions/a','minimum':5,'items':[false]}},'definitions':{'a':{'type':'integer'}}} | {'a':1} | {'a':[]}
{'dependencies':{'a':['b'],'c':{'required':['d']}},'properties':{'e':{'$ref':'#/dependencies/c'}}} | {'e':{'d':1}} | {'c':1}
{'additionalItems':false,'contentSchema':false,'dependentRequired':{'a':['b']}} | {'a':1} |
{'$ref':'#/definitions/a','definitions':{'a':{'type':'integer'}}} | 1 | 'x'
""")
    void aTranslatedSchemaAcceptsTheSame(String schema, String good, String bad) {
        JsonNode old = draft07(json(schema));
        JsonNode translated = SchemaRewrite.translated(old);

        assertThat(translated.path("$schema").asString())
                .isEqualTo("https://json-schema.org/draft/2020-12/schema");
        for (JsonNode form : List.of(old, translated)) {
            assertThat(Schema.of(form).accepts(json(good))).isTrue();
            assertThat(bad != null && Schema.of(form).accepts(json(bad))).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'items':{'$ref':'#/x-parts/a'},'x-parts':{'a':{'type':'integer'}}}",
                "{'items':{'$ref':'http://json-schema.org/draft-07/schema#'}}",
                "{'definitions':{'a':{'$id':'urn:x:a','definitions':{'b':{'$ref':'#'}}}}}",
                "{'$ref':'#/properties/a','properties':{'a':{'type':'integer'}}}",
                "{'definitions':{'a':{}},'$defs':{'a':{}}}",
                "{'items':{'$ref':'#/definitions'},'definitions':{}}",
                "{'definitions':{'a':{'$ref':'#/definitions/%zz'}}}"
            })
    void aSchemaThatHasNoFormIn2020StaysAsItIs(String schema) {
        JsonNode old = draft07(json(schema));

        assertThat(SchemaRewrite.translated(old)).isSameAs(old);
    }

    /** What became of a schema, and of a value for it. */
    private interface Rewriting {
        JsonNode schema(JsonNode schema);

        default JsonNode value(JsonNode value) {
            return value;
        }
    }

    private static int differences(String draft, Rewriting rewriting) {
        List<String> differences = new ArrayList<>();
        int total = 0;
        for (Path file : VectorFolder.jsonFiles(VectorFolder.path(SUITE + draft))) {
            for (JsonNode group : VectorFolder.read(file)) {
                SchemaOptions options = JsonSchemaSuiteTest.options(dialect(draft));
                Schema original = Schema.of(group.get("schema"), options);
                Schema rewritten = Schema.of(rewriting.schema(group.get("schema")), options);
                for (JsonNode test : group.get("tests")) {
                    total++;
                    JsonNode value = test.get("data");
                    if (rewritten.accepts(rewriting.value(value)) != original.accepts(value)) {
                        differences.add(file.getFileName() + ": " + group.get("description"));
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
        return total;
    }

    private static Dialect dialect(String draft) {
        return draft.equals("draft7") ? Dialect.DRAFT_7 : Dialect.DRAFT_2020_12;
    }

    @Test
    void everySchemaOfTheSuiteForDraft07AcceptsTheSameWhenTranslated() {
        Rewriting translation =
                schema -> schema.isObject() ? SchemaRewrite.translated(draft07(schema)) : schema;

        assertThat(differences("draft7", translation)).isPositive();
    }

    @Test
    void everySchemaOfTheSuiteAcceptsTheSameWhenWrapped() {
        Rewriting wrapping =
                new Rewriting() {
                    @Override
                    public JsonNode schema(JsonNode schema) {
                        return SchemaRewrite.wrapped("result", schema);
                    }

                    @Override
                    public JsonNode value(JsonNode value) {
                        return wrapped(value);
                    }
                };

        assertThat(differences("draft2020-12", wrapping)).isPositive();
    }
}
