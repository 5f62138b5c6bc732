package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.JsonForm;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

class JavaGeneratorTest {
    static String text(OperationSpec... specs) {
        List<JavaSource> sources = JavaGenerator.inPackage("").generate(List.of(specs));
        assertThat(sources).hasSize(1);
        return sources.getFirst().text();
    }

    /** Compiles, and is a client. */
    static void assertUsable(OperationSpec... specs) throws Exception {
        List<JavaSource> sources = JavaGenerator.inPackage("made").generate(List.of(specs));
        CompiledSources compiled = CompiledSources.of(sources);
        assertThat(compiled.problems()).isEmpty();
        for (JavaSource source : sources) {
            assertThat(Clients.bind(compiled.load(source), OperationRegistry.create())).isNotNull();
        }
    }

    private static OperationSpec find() {
        return OperationSpec.query("pets.find-pet")
                .title("Find a pet")
                .describedAs("Finds *one* pet.\n\nBy its id.")
                .input(
                        Schema.parse(
                                """
                                {"type": "object", "required": ["pet-id"], "properties": {
                                  "since": {"type": "string", "format": "date"},
                                  "pet-id": {"type": "integer", "description": "Its number"}}}
                                """))
                .output(
                        Schema.parse(
                                """
                                {"$ref": "#/$defs/pet", "$defs": {
                                  "pet": {"type": "object", "required": ["id", "note", "kind"],
                                    "description": "A pet.",
                                    "properties": {
                                      "id": {"type": "integer", "format": "int32"},
                                      "kind": {"enum": ["cat", "big dog"]},
                                      "note": {"type": ["string", "null"]},
                                      "mother": {"$ref": "#/$defs/pet"},
                                      "photo": {"type": "string", "contentEncoding": "base64"},
                                      "owner": {"$ref": "#/$defs/owner"}}},
                                  "owner": {"oneOf": [
                                    {"type": "object", "required": ["type", "name"],
                                      "properties": {"type": {"const": "person"},
                                        "name": {"type": "string"}}},
                                    {"type": "object", "required": ["type"],
                                      "properties": {"type": {"const": "shelter"},
                                        "places": {"type": "object",
                                          "additionalProperties": {"type": "boolean"}}}}]}}}
                                """))
                .fails(
                        ErrorSpec.of("PET_GONE", "It \"left\"")
                                .withHttpStatus(410)
                                .withSchema(
                                        Schema.parse(
                                                """
                                                {"type": "object", "required": ["days"],
                                                 "properties": {"days": {"type": "integer"},
                                                  "message": {"type": "string"}}}
                                                """)))
                .build();
    }

    @Test
    void anInterfaceHasAMethodForEachOperationAndTheTypesItNeeds() throws Exception {
        assertThat(text(find()))
                .isEqualTo(
                        """
                        import com.fasterxml.jackson.annotation.JsonInclude;
                        import com.fasterxml.jackson.annotation.JsonProperty;
                        import com.fasterxml.jackson.annotation.JsonSubTypes;
                        import com.fasterxml.jackson.annotation.JsonTypeInfo;
                        import com.fasterxml.jackson.annotation.JsonTypeName;
                        import dev.alkdev.operations.code.Fails;
                        import dev.alkdev.operations.code.Operations;
                        import dev.alkdev.operations.code.Param;
                        import dev.alkdev.operations.code.Query;
                        import java.time.LocalDate;
                        import java.util.Map;
                        import org.jspecify.annotations.Nullable;

                        /** Operations of pets, generated from their specs. */
                        @Operations("pets")
                        public interface Pets {

                            /**
                             * Find a pet
                             *
                             * <p>Finds *one* pet.
                             *
                             * <p>By its id.
                             *
                             * @param petId Its number
                             */
                            @Query("find-pet")
                            Pet findPet(@Param("pet-id") long petId, @Nullable LocalDate since)
                                    throws PetGoneException;

                            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
                            @JsonSubTypes({
                                @JsonSubTypes.Type(value = OwnerPerson.class, name = "person"),
                                @JsonSubTypes.Type(value = OwnerShelter.class, name = "shelter")
                            })
                            sealed interface Owner
                                    permits OwnerPerson,
                                            OwnerShelter {}

                            @JsonTypeName("person")
                            record OwnerPerson(String name)
                                    implements Owner {}

                            @JsonInclude(JsonInclude.Include.NON_NULL)
                            @JsonTypeName("shelter")
                            record OwnerShelter(@Nullable Map<String, Boolean> places)
                                    implements Owner {}

                            /** A pet. */
                            @JsonInclude(JsonInclude.Include.NON_NULL)
                            record Pet(
                                    int id,
                                    PetKind kind,
                                    @JsonInclude @Nullable String note,
                                    @Nullable Pet mother,
                                    byte @Nullable [] photo,
                                    @Nullable Owner owner) {}

                            /** It "left" */
                            @Fails(code = "PET_GONE", description = "It \\"left\\"", httpStatus = 410)
                            @SuppressWarnings("serial")
                            final class PetGoneException extends RuntimeException {
                                private final long days;
                                private final @Nullable String messageDetail;

                                public PetGoneException(
                                        String message,
                                        long days,
                                        @Param("message") @Nullable String messageDetail) {
                                    super(message);
                                    this.days = days;
                                    this.messageDetail = messageDetail;
                                }

                                public long days() {
                                    return days;
                                }

                                public @Nullable String messageDetail() {
                                    return messageDetail;
                                }
                            }

                            enum PetKind {
                                @JsonProperty("cat") CAT,
                                @JsonProperty("big dog") BIG_DOG,
                            }
                        }
                        """);
        assertUsable(find());
    }

    @Test
    void namesThatAreNoneInJavaAreKeptBesideThoseThatAre() throws Exception {
        ObjectNode input = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = input.putObject("properties");
        for (String name :
                List.of(
                        "class",
                        "2nd",
                        "größe",
                        "名前",
                        "a-b",
                        "a_b",
                        "aB",
                        "",
                        "$",
                        "_",
                        "true",
                        "toString",
                        "get/class",
                        "hashCode",
                        "x\"y\\u0041\n",
                        "String",
                        "😀",
                        "PetID",
                        "URL")) {
            properties
                    .putObject(name)
                    .putArray("enum")
                    .add("")
                    .add("-1")
                    .add("+1")
                    .add("1")
                    .add("*");
        }
        OperationSpec odd =
                OperationSpec.mutation("odd.2-to")
                        .describedAs("Ends */ and {@code x} \\u002a/ <b> @param & \u0000")
                        .input(Schema.of(input))
                        .output(
                                Schema.parse(
                                        """
                                        {"$ref": "#/$defs/String", "$defs": {
                                          "String": {"type": "object", "properties": {
                                             "of": {"$ref": "#/$defs/string"},
                                             "list": {"$ref": "#/$defs/List"}}},
                                          "string": {"type": "object", "properties": {
                                             "odd": {"$ref": "#/$defs/Odd"}}},
                                          "List": {"type": "object", "properties": {
                                             "a": {"type": "array", "items": {"type": "integer"}}}},
                                          "Odd": {"type": "object", "properties": {
                                             "back": {"$ref": "#/$defs/String"}}}}}
                                        """))
                        .build();
        OperationSpec keyword =
                OperationSpec.query("odd.switch")
                        .input(JsonForm.input(Void.class).schema())
                        .build();

        assertUsable(odd, keyword, OperationSpec.query("odd._2To").build());
        assertThat(text(odd, keyword))
                .contains("@Mutation(\"2-to\")\n    String2 _2To(_2ToInput input);")
                .contains("@Query(\"switch\")\n    JsonNode switchValue();")
                .contains("/** Ends *&#47; and &#123;&#64;code x&#125; &#92;u002a/ &lt;b&gt;")
                .contains("@JsonProperty(\"class\") @Nullable _2ToInputClass classValue")
                .contains("@JsonProperty(\"a-b\") @Nullable _2ToInputAB aB,")
                .contains("@JsonProperty(\"aB\") @Nullable _2ToInputAB aB3,")
                .contains("@JsonProperty(\"\") EMPTY,")
                .contains("@JsonProperty(\"-1\") MINUS_1,");
    }

    @Test
    void whatJavaHasNoTypeForIsJson() throws Exception {
        OperationSpec spec =
                OperationSpec.query("a.b")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "properties": {
                                          "any": {}, "either": {"type": ["string", "integer"]},
                                          "pair": {"prefixItems": [{"type": "string"}, {}]},
                                          "map": {"type": "object"}}}
                                        """))
                        .output(Schema.parse("{\"type\": [\"boolean\", \"null\"]}"))
                        .build();
        assertThat(text(spec))
                .contains(
                        """
                            Optional<Boolean> b(
                                    @Nullable JsonNode any,
                                    @Nullable JsonNode either,
                                    @Nullable List<JsonNode> pair,
                                    @Nullable Map<String, JsonNode> map);
                        """
                                .indent(4)
                                .replaceAll("(?m)^ {8}", "    "));
        assertUsable(
                spec,
                OperationSpec.mutation("a.open")
                        .input(
                                Schema.parse(
                                        "{\"type\": \"object\", \"additionalProperties\": true}"))
                        .output(Schema.parse("{\"type\": \"null\"}"))
                        .build(),
                OperationSpec.subscription("a.stream")
                        .output(Schema.parse("{\"type\": \"integer\"}"))
                        .build());
    }

    @Test
    void membersThatAreTooManyForARecordAreAMap() throws Exception {
        ObjectNode many = Json.mapper().createObjectNode().put("type", "object");
        ObjectNode properties = many.putObject("properties");
        IntStream.range(0, 300).forEach(i -> properties.putObject("p" + i).put("type", "string"));
        OperationSpec spec =
                OperationSpec.query("a.b").input(Schema.of(many)).output(Schema.of(many)).build();
        assertThat(text(spec)).contains("Map<String, JsonNode> b(BInput input);");
        assertUsable(spec);
    }

    @Test
    void theTextIsTheSameInAnyOrderAndForSpecsThatCameAsJson() {
        OperationSpec list = find().withId("pets.list");
        OperationSpec other = find().withId("pets.other");
        String text = text(find(), list, other);

        List<OperationSpec> specs = new ArrayList<>(List.of(find(), list, other));
        Collections.reverse(specs);
        assertThat(text(specs.toArray(OperationSpec[]::new))).isEqualTo(text);
        assertThat(
                        text(
                                specs.stream()
                                        .map(spec -> OperationSpec.fromJson(spec.toJson()))
                                        .toArray(OperationSpec[]::new)))
                .isEqualTo(text);
        assertThat(text).containsOnlyOnce("record Pet(").doesNotContain("Pet2");
    }

    @Test
    void eachNamespaceHasAnInterface() {
        List<OperationSpec> two =
                List.of(OperationSpec.query("a.x").build(), OperationSpec.query("b-c.x").build());
        assertThat(JavaGenerator.inPackage("com.acme").generate(two))
                .extracting(JavaSource::path)
                .containsExactly("com/acme/A.java", "com/acme/BC.java");
        assertThatThrownBy(() -> JavaGenerator.inPackage("x").named("Y").generate(two))
                .hasMessage(
                        "each namespace has an interface of its own, and these are several: a,"
                                + " b-c");
        assertThatThrownBy(() -> JavaGenerator.inPackage("a.class"))
                .hasMessage("\"a.class\" is not a name of a Java package");
        assertThatThrownBy(() -> JavaGenerator.inPackage("a").named("1"))
                .hasMessage("\"1\" is not a name of a Java interface");
    }
}
