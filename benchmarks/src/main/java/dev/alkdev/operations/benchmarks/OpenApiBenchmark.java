package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.ImportedApi;
import dev.alkdev.operations.openapi.OpenApi;

import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Importing GitHub's document (4 MB, 809 operations) beside parsing it with Jackson alone and
 * beside swagger-parser. Reads {@code -Dvectors}, or {@code ../shared/vectors}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-Xmx1g")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class OpenApiBenchmark {
    private final JsonMapper mapper = JsonMapper.builder().build();
    private final HttpServiceOptions config = HttpServiceOptions.of("github");
    private final ParseOptions resolving = new ParseOptions();
    private String text = "";

    @Setup
    public void read() throws IOException {
        Path vectors = Path.of(System.getProperty("vectors", "../shared/vectors"));
        text = Files.readString(vectors.resolve("openapi/github-ghes-3.6-next-31.json"));
        resolving.setResolve(true);
    }

    @Benchmark
    public JsonNode jacksonParse() {
        return mapper.readTree(text);
    }

    @Benchmark
    public ImportedApi importDocument() {
        return OpenApi.from(text, config);
    }

    @Benchmark
    public OperationRegistry importAndRegister() {
        OperationRegistry registry = OperationRegistry.create();
        OpenApi.from(text, config).registerIn(registry);
        return registry;
    }

    @Benchmark
    public SwaggerParseResult swaggerParserWithResolve() {
        return new OpenAPIV3Parser().readContents(text, null, resolving);
    }
}
