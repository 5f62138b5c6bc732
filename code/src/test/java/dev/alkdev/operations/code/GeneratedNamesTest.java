package dev.alkdev.operations.code;

import static dev.alkdev.operations.code.JavaGeneratorTest.assertUsable;
import static dev.alkdev.operations.code.JavaGeneratorTest.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Names and texts of generated sources, and the builders of records with many components. */
class GeneratedNamesTest {
    @Test
    void recordsWithManyComponentsHaveABuilder() throws Exception {
        OperationSpec spec =
                OperationSpec.mutation("mail.send")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "required": ["to", "urgent"],
                                         "additionalProperties": {"type": "string"},
                                         "properties": {
                                          "to": {"type": "string"}, "urgent": {"type": "boolean"},
                                          "cc": {"type": "array", "items": {"type": "string"}},
                                          "reply-to": {"type": "string"},
                                          "delay": {"type": "integer"},
                                          "class": {"type": "string"},
                                          "subject": {"type": "string"},
                                          "text": {"type": "string"}}}
                                        """))
                        .output(Schema.parse("{\"type\": \"null\"}"))
                        .build();
        List<JavaSource> sources = JavaGenerator.inPackage("made").generate(List.of(spec));
        CompiledSources compiled = CompiledSources.of(sources);
        assertThat(compiled.problems()).isEmpty();
        Class<?> input = compiled.loadClass(sources.getFirst().name() + "$SendInput");
        Object builder =
                input.getMethod("builder", String.class, boolean.class).invoke(null, "ann", true);
        builder.getClass().getMethod("delay", Long.class).invoke(builder, 5L);
        builder.getClass().getMethod("others", Map.class).invoke(builder, Map.of("x", "y"));

        Object built = builder.getClass().getMethod("build").invoke(builder);

        assertThat(Json.mapper().valueToTree(built).toString())
                .isEqualTo("{\"to\":\"ann\",\"urgent\":true,\"delay\":5,\"x\":\"y\"}");
        assertUsable(spec);
    }

    @Test
    void recordsWhoseComponentsClashWithABuilderHaveNone() throws Exception {
        String members =
                IntStream.range(0, 8)
                        .mapToObj(i -> "\"p" + i + "\":{},")
                        .collect(Collectors.joining("", "", "\"builder\":{\"type\":\"string\"}"));
        OperationSpec spec =
                OperationSpec.mutation("a.b")
                        .input(
                                Schema.parse(
                                        "{\"type\":\"object\",\"properties\":{" + members + "}}"))
                        .build();

        assertThat(text(spec)).doesNotContain("class Builder");
        assertUsable(spec);
    }

    @Test
    void namesOfUsedClassesAreNamesOfNoType() throws Exception {
        List<String> names =
                List.of(
                        "builder",
                        "Builder",
                        "query",
                        "mutation",
                        "subscription",
                        "operations",
                        "param",
                        "paged",
                        "fails",
                        "map",
                        "list",
                        "stream",
                        "optional",
                        "uuid",
                        "string",
                        "object",
                        "record",
                        "override",
                        "jsonNode",
                        "nullable",
                        "io",
                        "localDate",
                        "byte",
                        "jsonProperty",
                        "runtimeException");
        ObjectNode members = Json.mapper().createObjectNode();
        names.forEach(name -> members.putObject(name).put("$ref", "#/$defs/" + name));
        ObjectNode input = Json.mapper().createObjectNode().put("type", "object");
        input.set("properties", members);
        names.forEach(
                name -> {
                    ObjectNode record = Json.mapper().createObjectNode().put("type", "object");
                    record.withObject("properties").putObject(name).put("type", "string");
                    IntStream.range(0, 8)
                            .forEach(
                                    i ->
                                            record.withObject("properties")
                                                    .putObject("p" + i)
                                                    .put("$ref", "#/$defs/" + names.get(i)));
                    input.withObject("$defs").set(name, record);
                });
        List<OperationSpec> specs = new ArrayList<>();
        for (String name : names) {
            specs.add(
                    OperationSpec.query(name + "." + name)
                            .input(Schema.of(input))
                            .output(Schema.of(input))
                            .fails(ErrorSpec.of(name, "Fails").withSchema(Schema.of(input)))
                            .build());
        }

        assertUsable(specs.toArray(OperationSpec[]::new));
        assertThatThrownBy(() -> JavaGenerator.inPackage("x").named("Query"))
                .hasMessage(
                        "generated sources use a class named Query; choose another name for the"
                                + " interface");
    }

    @Test
    void commentsHideNoText() {
        String hidden = "all\u202e well\u2066 \u200b\u0085\u001b[2J \u200d";

        assertThat(text(OperationSpec.query("a.b").describedAs(hidden).build()))
                .contains("/** all well [2J \u200d */");
        assertThat(JavaText.literal(hidden))
                .isEqualTo("\"all\\u202e well\\u2066 \\u200b\\u0085\\u001b[2J \u200d\"");
    }
}
