package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.util.List;

@Timeout(60)
class SchemaViewTest {
    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static SchemaView view(String schema) {
        return Schema.of(json(schema)).view();
    }

    private static String types(SchemaView view) {
        return view.types().toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                              | []",
                "true                                                            | []",
                "false                                                           | []",
                "{'type': 'integer'}                                             | [integer]",
                "{'type': ['null', 'number', 'integer']}                         | [number, null]",
                "{'enum': [1, 2]}                                                | [integer]",
                "{'enum': [1, 2.5, 'a']}                                         | [number,"
                        + " string]",
                "{'const': null}                                                 | [null]",
                "{'type': ['string', 'integer'], 'enum': ['a']}                  | [string]",
                "{'allOf': [{'type': ['string', 'null']}, {'type': 'string'}]}   | [string]",
                "{'allOf': [{'type': 'number'}, {'type': ['integer', 'null']}]}  | [integer]",
                "{'allOf': [{'type': 'string'}, {'type': 'integer'}]}            | []",
                "{'anyOf': [{'type': 'string'}, {'type': 'integer'}]}            | [integer,"
                        + " string]",
                "{'anyOf': [{'type': 'string'}, {}]}                             | []",
                "{'oneOf': [{'type': 'null'}, {'type': 'integer'}]}              | [integer, null]",
                "{'type': ['object', 'string'], 'anyOf': [{'type': 'object'}]}   | [object]",
                "{'properties': {}}                                              | [object]",
                "{'required': ['a']}                                             | [object]",
                "{'items': {}}                                                   | [array]",
                "{'type': ['object', 'null'], 'allOf': [{'properties': {}}]}     | [object, null]",
                "{'anyOf': [{'properties': {}}, {'type': 'string'}]}             | [string,"
                        + " object]",
                "{'if': {}, 'then': {'type': 'string'}}                          | []",
                "{'if': {}, 'then': {'type': 'string'}, 'else': {'type': 'null'}}| [string, null]",
                "{'$ref': '#/$defs/a', '$defs': {'a': {'type': 'integer'}}}      | [integer]",
                "{'$ref': '#a', '$defs': {'a': {'$anchor': 'a', 'type': 'null'}}}| [null]",
                "{'$ref': '#'}                                                   | []",
                "{'anyOf': [{'$ref': '#'}, {'type': 'string'}]}                  | [string]",
                "{'allOf': [{'$ref': '#'}, {'type': 'string'}]}                  | [string]"
            })
    void typesAreThoseAllPartsAllowAndSomeBranch(String schema, String types) {
        assertThat(types(view(schema))).isEqualTo(types);
    }

    @Test
    void aDynamicReferenceLeadsWhereTheOutermostResourceSays() {
        SchemaView view =
                view(
                        """
                        {'$id': 'https://example.org/integers', '$ref': 'list',
                         '$defs': {
                           'element': {'$dynamicAnchor': 'element', 'type': 'integer'},
                           'list': {
                             '$id': 'list', 'type': 'array', 'items': {'$dynamicRef': '#element'},
                             '$defs': {'element': {'$dynamicAnchor': 'element', 'type': 'string'}}}}}
                        """);

        assertThat(types(view.items())).isEqualTo("[integer]");
    }

    @Nested
    class Properties {
        @Test
        void areFoundInPartsThenInBranches() {
            SchemaView view =
                    view(
                            """
                            {'properties': {'a': {'type': 'string'}},
                             'allOf': [{'properties': {'b': {'type': 'integer'}}}],
                             'oneOf': [{'properties': {'c': {'type': 'null'}}}, {'$ref': '#/$defs/d'}],
                             'if': {'properties': {'x': {}}},
                             'then': {'properties': {'e': {'type': 'array'}}},
                             'dependentSchemas': {'a': {'properties': {'f': {'type': 'object'}}}},
                             '$defs': {'d': {'properties': {'d': {'type': 'boolean'}}}}}
                            """);

            assertThat(view.properties().keySet()).containsExactly("a", "b", "c", "d", "e", "f");
            assertThat(types(view.property("d"))).isEqualTo("[boolean]");
        }

        @Test
        void mustFitWhatAllPartsDeclare() {
            SchemaView view =
                    view(
                            """
                            {'properties': {'a': {'type': ['string', 'integer']}},
                             'allOf': [{'properties': {'a': {'type': ['integer', 'null']}}}]}
                            """);

            assertThat(types(view.property("a"))).isEqualTo("[integer]");
        }

        @Test
        void mayBeWhatAnyBranchDeclares() {
            SchemaView view =
                    view(
                            """
                            {'oneOf': [{'properties': {'a': {'const': 'x'}}},
                                       {'properties': {'a': {'const': 'y'}}},
                                       {'properties': {'b': {}}},
                                       {'type': 'string'}]}
                            """);

            assertThat(view.property("a").enumValues())
                    .map(JsonNode::asString)
                    .containsExactly("x", "y");
        }

        @Test
        void areNotNarrowedByBranchesThatOthersGoWithout() {
            SchemaView view =
                    view(
                            """
                            {'properties': {'kind': {'type': 'string'}},
                             'anyOf': [{'properties': {'kind': {'const': 'x'}}}, {'required': ['b']}]}
                            """);

            assertThat(view.property("kind").enumValues()).isEmpty();
        }

        @Test
        void thatAreNotDeclaredAreWhatPatternsOrTheRestSay() {
            SchemaView view =
                    view(
                            """
                            {'allOf': [{'patternProperties': {'^n': {'type': 'integer'}},
                                        'additionalProperties': {'type': 'boolean'}}]}
                            """);

            assertThat(types(view.property("n1"))).isEqualTo("[integer]");
            assertThat(types(view.property("x"))).isEqualTo("[boolean]");
            assertThat(view("{}").property("x").isOpen()).isTrue();
        }

        @Test
        void areRequiredByPartsAndByAllBranchesForObjects() {
            SchemaView view =
                    view(
                            """
                            {'required': ['a'], 'allOf': [{'required': ['b']}],
                             'anyOf': [{'type': 'null'}, {'required': ['c', 'd']},
                                       {'type': 'string'}, {'required': ['d']}],
                             'if': {}, 'then': {'required': ['e']}}
                            """);

            assertThat(view.required()).containsExactly("a", "b", "d");
        }

        @Test
        void ofSealedTypesAreThoseOfAllSubtypes() {
            SchemaView view = Schema.of(SampleTypes.Shape.class).view();

            assertThat(view.branches()).hasSizeGreaterThan(1);
            assertThat(view.types()).containsExactly(JsonType.OBJECT);
            view.branches()
                    .forEach(
                            branch ->
                                    assertThat(view.properties().keySet())
                                            .containsAll(branch.properties().keySet()));
        }
    }

    @Test
    void itemsFollowThoseDescribedOneByOne() {
        SchemaView view =
                view(
                        """
                        {'$ref': '#/$defs/tuple', '$defs': {'tuple': {
                          'prefixItems': [{'type': 'string'}, {'type': 'null'}],
                          'items': {'type': 'integer'}}}}
                        """);

        assertThat(view.prefixItems())
                .map(SchemaViewTest::types)
                .containsExactly("[string]", "[null]");
        assertThat(types(view.item(0))).isEqualTo("[string]");
        assertThat(types(view.item(2))).isEqualTo("[integer]");
        assertThat(types(view.items())).isEqualTo("[integer]");
    }

    @Test
    void anOlderTupleReadsTheSame() {
        SchemaView view =
                view(
                        """
                        {'$schema': 'http://json-schema.org/draft-07/schema#',
                         'items': [{'type': 'string'}], 'additionalItems': {'type': 'integer'}}
                        """);

        assertThat(types(view.item(0))).isEqualTo("[string]");
        assertThat(types(view.items())).isEqualTo("[integer]");
    }

    @Test
    void wordsComeFromTheSchemaItselfBeforeWhatItRefersTo() {
        SchemaView view =
                view(
                        """
                        {'description': 'own', '$ref': '#/$defs/a',
                         '$defs': {'a': {'title': 'A', 'description': 'theirs', 'default': 7,
                                         'examples': [1], 'format': 'int32'}}}
                        """);

        assertThat(view.description()).isEqualTo("own");
        assertThat(view.title()).isEqualTo("A");
        assertThat(view.defaultValue()).isEqualTo(Json.parse("7"));
        assertThat(view.examples()).containsExactly(Json.parse("1"));
        assertThat(view.keyword("format").asString()).isEqualTo("int32");
        assertThat(view.keyword("pattern").isMissingNode()).isTrue();
    }

    @Test
    void aDefaultOfOneBranchOfSeveralIsNotThatOfAll() {
        assertThat(view("{'anyOf': [{'type': 'null'}, {'default': 1}]}").defaultValue())
                .isEqualTo(Json.parse("1"));
        assertThat(
                        view("{'anyOf': [{'type': 'string'}, {'default': 1}]}")
                                .defaultValue()
                                .isMissingNode())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'enum': [1, 2]}                                               | [1,2]",
                "{'const': 'a'}                                                 | ['a']",
                "{'anyOf': [{'enum': ['a']}, {'const': 'b'}, {'type': 'null'}]} | ['a','b',null]",
                "{'anyOf': [{'enum': ['a']}, {'type': 'string'}]}               | []",
                "{'enum': ['a', 'b'], 'allOf': [{'enum': ['b', 'c']}]}          | ['b']",
                "{'type': 'string', 'enum': ['a', 1]}                           | ['a']"
            })
    void valuesAreThoseThatEveryListHas(String schema, String values) {
        assertThat(view(schema).enumValues().toString().replace(", ", ","))
                .isEqualTo(values.replace('\'', '"'));
    }

    @Test
    void branchesAreThoseAValueCanChoose() {
        assertThat(view("{'type': 'string'}").branches()).isEmpty();
        assertThat(view("{'anyOf': [{'type': 'null'}, {'type': 'string'}]}").branches()).isEmpty();
        assertThat(
                        view("""
                        {'anyOf': [{'type': 'null'}, {'$ref': '#/$defs/u'}],
                         '$defs': {'u': {'oneOf': [{'type': 'string'}, {'type': 'object'}]}}}
                        """)
                                .branches())
                .map(SchemaViewTest::types)
                .containsExactly("[string]", "[object]");
        assertThat(view("{'if': {}, 'then': {}, 'else': {'type': 'null'}}").branches()).isEmpty();
    }

    @Test
    void aBaseThatNamesItsSubtypesIsReadFromBothEnds() {
        String schema =
                """
                {'$ref': '#/$defs/%s', '$defs': {
                  'base': {'properties': {'id': {'type': 'integer'}}, 'required': ['id'],
                           'oneOf': [{'$ref': '#/$defs/one'}, {'$ref': '#/$defs/two'}]},
                  'one': {'allOf': [{'$ref': '#/$defs/base'}, {'properties': {'a': {'type': 'null'}}}]},
                  'two': {'allOf': [{'$ref': '#/$defs/base'}, {'properties': {'b': {'type': 'null'}}}]}}}
                """;

        assertThat(view(schema.formatted("base")).properties().keySet())
                .containsExactly("id", "a", "b");
        assertThat(view(schema.formatted("one")).properties().keySet()).containsExactly("id", "a");
        assertThat(view(schema.formatted("base")).required()).containsExactly("id");
    }

    @Test
    void aRecursiveSchemaCanBeFollowedAsFarAsOneLikes() {
        SchemaView view =
                view("{'properties': {'next': {'$ref': '#'}, 'value': {'type': 'integer'}}}");
        for (int i = 0; i < 5_000; i++) {
            view = view.property("next");
        }

        assertThat(types(view.property("value"))).isEqualTo("[integer]");
    }

    @Test
    void aSchemaThatDoublesWithEachLevelIsReadInAMoment() {
        StringBuilder schema = new StringBuilder("{'$ref': '#/$defs/d0', '$defs': {");
        for (int i = 0; i < 40; i++) {
            String next = "{'allOf': [{'$ref': '#/$defs/d" + (i + 1) + "'}], 'title': '";
            schema.append("'d" + i + "': {'anyOf': [" + next + "a'}, " + next + "b'}]},");
        }
        SchemaView view = view(schema.append("'d40': {'properties': {'x': {}}}}}").toString());

        assertThat(view.types()).isEmpty();
        assertThat(view.required()).isEmpty();
        assertThat(view.enumValues()).isEmpty();
        assertThat(view.properties()).isEmpty();
    }

    @Test
    void schemasOfADocumentAreReadInItsOwnDialect() {
        SchemaDocument document =
                SchemaDocument.of(
                        json(
                                """
                                {'components': {'schemas': {
                                  'Plain': {'type': 'string', 'nullable': true, 'enum': ['a']},
                                  'Ref': {'nullable': true, 'description': 'words',
                                          'allOf': [{'$ref': '#/components/schemas/Id'}]},
                                  'Alone': {'$ref': '#/components/schemas/Id', 'type': 'string'},
                                  'Id': {'type': 'integer', 'description': 'id'},
                                  'Pet': {'required': ['id', 'name'], 'properties': {
                                     'id': {'type': 'integer', 'readOnly': true}}}}}}
                                """),
                        SchemaOptions.defaults()
                                .withDialect(Dialect.OPENAPI_3_0)
                                .withDirection(Direction.REQUEST));

        assertThat(types(document.at("#/components/schemas/Plain").view()))
                .isEqualTo("[string, null]");
        assertThat(types(document.at("#/components/schemas/Ref").view()))
                .isEqualTo("[integer, null]");
        assertThat(document.at("#/components/schemas/Ref").view().description()).isEqualTo("words");
        assertThat(types(document.at("#/components/schemas/Alone").view())).isEqualTo("[integer]");
        assertThat(document.at("#/components/schemas/Pet").view().required())
                .containsExactly("name");
    }

    @Test
    void aReferenceThatLeadsNowhereSaysNothing() {
        SchemaDocument document =
                SchemaDocument.of(json("{'a': {'$ref': '#/none'}}"), SchemaOptions.defaults());

        assertThat(document.compose(json("{'allOf': [{'$ref': '#/a'}, {'type': 'null'}]}")).view())
                .satisfies(view -> assertThat(types(view)).isEqualTo("[null]"));
        assertThat(
                        List.copyOf(
                                document.compose(json("{'$ref': '#/a'}"))
                                        .view()
                                        .properties()
                                        .keySet()))
                .isEmpty();
    }
}
