package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.ImportedApi;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaOptions;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Interfaces for the operations of real documents and servers compile, and clients are bound. */
class GeneratorVectorsTest {
    private static Path vectors(String name) {
        Path path =
                Path.of(System.getProperty("vectors", "../../shared/vectors"))
                        .toAbsolutePath()
                        .normalize()
                        .resolve(name);
        assumeTrue(Files.exists(path), () -> "skipped: no vectors at " + path);
        return path;
    }

    private static List<OperationSpec> documented(Path folder, String name) {
        String namespace = name.substring(0, name.lastIndexOf('.')).replace('.', '-');
        ImportedApi api =
                OpenApi.fromFile(
                        folder.resolve(name),
                        HttpServiceOptions.builder(namespace)
                                .baseUrl("http://127.0.0.1:1")
                                .build());
        return api.operations().stream().map(OperationBinding::spec).toList();
    }

    private static OperationSpec tool(JsonNode tool) {
        SchemaOptions options = SchemaOptions.defaults().withTolerance();
        OperationSpecBuilder spec =
                OperationSpec.mutation("everything." + tool.get("name").asString())
                        .describedAs(tool.path("description").asString(""))
                        .input(Schema.of(tool.get("inputSchema"), options));
        if (tool.has("outputSchema")) {
            spec.output(Schema.of(tool.get("outputSchema"), options));
        }
        return spec.build();
    }

    @Test
    void interfacesOfAllDocumentsCompileAndAreClients() throws Exception {
        Path folder = vectors("openapi");
        List<JavaSource> sources = new ArrayList<>();
        Map<String, Integer> sizes = new HashMap<>();
        int documents = 0;
        for (JsonNode document : Json.mapper().readTree(folder.resolve("manifest.json"))) {
            List<OperationSpec> specs = documented(folder, document.get("name").asString());
            List<JavaSource> made = JavaGenerator.inPackage("generated").generate(specs);
            sources.addAll(made);
            // One document has webhooks only.
            made.forEach(source -> sizes.put(source.name(), specs.size()));
            documents++;
        }
        JsonNode golden = Json.mapper().readTree(vectors("mcp").resolve("everything-golden.json"));
        List<OperationSpec> tools = new ArrayList<>();
        golden.get("tools").forEach(tool -> tools.add(tool(tool)));
        sources.addAll(JavaGenerator.inPackage("generated").generate(tools));
        sizes.put("generated.Everything", tools.size());

        CompiledSources compiled = CompiledSources.of(sources);

        assertThat(compiled.problems()).isEmpty();
        assertThat(documents).isEqualTo(16);
        assertThat(sources).hasSize(16);
        for (JavaSource source : sources) {
            Class<?> type = compiled.load(source);
            assertThat(
                            Arrays.stream(type.getMethods())
                                    .filter(method -> !method.isAnnotationPresent(Paged.class))
                                    .toList())
                    .as(source.name())
                    .hasSize(sizes.getOrDefault(source.name(), -1));
            assertThat(Clients.bind(type, OperationRegistry.create())).isNotNull();
        }
    }
}
