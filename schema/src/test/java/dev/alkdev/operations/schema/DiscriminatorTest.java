package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

class DiscriminatorTest {

    private static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    private static Schema schema(String document, Dialect dialect, String reference) {
        SchemaOptions options = SchemaOptions.defaults().withDialect(dialect).withTolerance();
        return SchemaDocument.of(json(document), options).at(reference);
    }

    /** The shape of the databases of Azure Kusto. */
    @Nested
    class InSwagger {
        private final Schema database =
                schema(
                        """
                        {'swagger':'2.0','definitions':{
                          'Resource':{'properties':{'id':{'type':'string'},'name':{'type':'string'}}},
                          'Database':{'discriminator':'kind','required':['kind'],'allOf':[{'$ref':'#/definitions/Resource'}],
                            'properties':{'location':{'type':'string'},'kind':{'type':'string','enum':['ReadWrite','ReadOnlyFollowing']}}},
                          'ReadWriteDatabase':{'x-ms-discriminator-value':'ReadWrite','allOf':[{'$ref':'#/definitions/Database'}],
                            'properties':{'properties':{'$ref':'#/definitions/ReadWriteDatabaseProperties'}}},
                          'ReadWriteDatabaseProperties':{'properties':{'hotCachePeriod':{'type':'string'},'size':{'type':'number'}}}}}
                        """,
                        Dialect.OPENAPI_3_0,
                        "#/definitions/Database");

        @Test
        void theSubtypeIsFoundByTheNameAzureGivesItAndKeepsItsMembers() {
            assertThat(
                            database.normalize(
                                    json(
                                            "{'kind':'ReadWrite','location':'eu','name':'db','extra':1,"
                                                + "'properties':{'hotCachePeriod':'P1D','size':'7','more':1}}")))
                    .isEqualTo(
                            json(
                                    "{'kind':'ReadWrite','location':'eu','name':'db',"
                                            + "'properties':{'hotCachePeriod':'P1D','size':7}}"));
        }

        @Test
        void anObjectOfASubtypeThatIsNotThereStaysOpen() {
            JsonNode value = json("{'kind':'New','location':7,'unknown':{'a':1}}");

            assertThat(database.normalize(value))
                    .isEqualTo(json("{'kind':'New','location':'7','unknown':{'a':1}}"));
            assertThat(database.normalize(json("{'name':'db','unknown':1}")))
                    .isEqualTo(json("{'name':'db','unknown':1}"));
        }

        @Test
        void onItsWayToAPeerTheSchemaSaysThatThereMayBeMore() {
            JsonNode value = json("{'kind':'ReadWrite','properties':{'hotCachePeriod':'P1D'}}");

            assertThat(Schema.of(database.toJson()).normalize(value)).isSameAs(value);
        }
    }

    private static final String PETS =
            """
            {'components':{'schemas':{
              'Pet':{'type':'object','required':['petType'],'properties':{'petType':{'type':'string'},'name':{'type':'string'}},
                'discriminator':{'propertyName':'petType','mapping':{'dog':'#/components/schemas/Dog','hound':'Dog'}}},
              'Cat':{'allOf':[{'$ref':'#/components/schemas/Pet'},{'properties':{'lives':{'type':'integer','default':9}}}]},
              'Dog':{'allOf':[{'$ref':'#/components/schemas/Pet'},{'properties':{'bark':{'type':'boolean'}}}]},
              'Puppy':{'allOf':[{'$ref':'#/components/schemas/Dog'}],'properties':{'weeks':{'type':'integer'}}},
              'Error':{'properties':{'code':{'type':'integer','default':500}}},
              'Any':{'oneOf':[{'$ref':'#/components/schemas/Cat'},{'$ref':'#/components/schemas/Dog'}],
                'discriminator':{'propertyName':'petType','mapping':{'dog':'Dog'}}}}}}
            """;

    @ParameterizedTest
    @EnumSource(names = {"OPENAPI_3_0", "OPENAPI_3_1"})
    void theSubtypeIsFoundByMappingOrByTheNameOfItsComponent(Dialect dialect) {
        Schema pet = schema(PETS, dialect, "#/components/schemas/Pet");

        assertThat(pet.normalize(json("{'petType':'dog','bark':'true','k':1}")))
                .isEqualTo(json("{'petType':'dog','bark':true}"));
        assertThat(pet.normalize(json("{'petType':'hound','bark':'true','k':1}")))
                .isEqualTo(json("{'petType':'hound','bark':true}"));
        assertThat(pet.normalize(json("{'petType':'Cat','k':1}")))
                .isEqualTo(json("{'petType':'Cat','lives':9}"));
        assertThat(pet.normalize(json("{'petType':'Puppy','weeks':'3','bark':'false','k':1}")))
                .isEqualTo(json("{'petType':'Puppy','weeks':3,'bark':false}"));
        assertThat(pet.normalize(json("{'petType':'Pet','k':1}")))
                .isEqualTo(json("{'petType':'Pet'}"));
    }

    @Test
    void aComponentThatIsNoSubtypeIsNotTakenForOneBecauseOfItsName() {
        Schema pet = schema(PETS, Dialect.OPENAPI_3_0, "#/components/schemas/Pet");
        JsonNode value = json("{'petType':'Error','code':'7'}");

        assertThat(pet.normalize(value)).isSameAs(value);
    }

    @Test
    void aListOfThemIsNormalizedEachByItsOwn() {
        SchemaDocument document =
                SchemaDocument.of(
                        json(PETS), SchemaOptions.defaults().withDialect(Dialect.OPENAPI_3_1));
        Schema list = document.compose(json("{'items':{'$ref':'#/components/schemas/Pet'}}"));

        assertThat(
                        list.normalize(
                                json(
                                        "[{'petType':'Cat','bark':true},{'petType':'dog','bark':true},"
                                            + "{'petType':'bird','wings':2}]")))
                .isEqualTo(
                        json(
                                "[{'petType':'Cat','lives':9},{'petType':'dog','bark':true},"
                                        + "{'petType':'bird','wings':2}]"));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAPI_3_0", "OPENAPI_3_1"})
    void amongAlternativesTheNamedOneIsChosen(Dialect dialect) {
        Schema any = schema(PETS, dialect, "#/components/schemas/Any");

        assertThat(any.normalize(json("{'petType':'dog','bark':'x','lives':1}")))
                .isEqualTo(json("{'petType':'dog','bark':'x'}"));
        assertThat(any.normalize(json("{'petType':'Cat','name':{},'bark':true}")))
                .isEqualTo(json("{'petType':'Cat','name':{},'lives':9}"));
    }

    @Test
    void whatIsAcceptedDoesNotDependOnIt() {
        Schema pet = schema(PETS, Dialect.OPENAPI_3_0, "#/components/schemas/Pet");

        assertThat(pet.accepts(json("{'petType':'dog','bark':'no boolean'}"))).isTrue();
        assertThat(pet.accepts(json("{'petType':'nobody'}"))).isTrue();
        assertThat(pet.accepts(json("{}"))).isFalse();
    }

    @Test
    void jsonSchemaKnowsNoDiscriminator() {
        Schema plain =
                Schema.of(json("{'properties':{'t':{}},'discriminator':{'propertyName':'t'}}"));

        assertThat(plain.normalize(json("{'t':'x','k':1}"))).isEqualTo(json("{'t':'x'}"));
    }
}
