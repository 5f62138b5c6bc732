package dev.alkdev.operations.benchmarks;

import com.networknt.schema.OutputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The verbs of a schema on a typical tool input, beside networknt's validator. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchemaBenchmark {
    private final JsonNode json = Json.parse(ToolInput.SCHEMA);
    private final JsonNode valid = Json.parse(ToolInput.VALID);
    private final JsonNode invalid = Json.parse(ToolInput.INVALID);
    private final Schema schema = Schema.of(json);
    private final com.networknt.schema.Schema peer =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(json);

    @Benchmark
    public boolean acceptsValid() {
        return schema.accepts(valid);
    }

    @Benchmark
    public boolean acceptsInvalid() {
        return schema.accepts(invalid);
    }

    @Benchmark
    public List<SchemaError> errorsOfInvalid() {
        return schema.errors(invalid);
    }

    @Benchmark
    public JsonNode normalizeConforming() {
        return schema.normalize(valid);
    }

    @Benchmark
    public Schema compile() {
        return Schema.of(json);
    }

    @Benchmark
    public boolean networkntValid() {
        return peer.validate(valid).isEmpty();
    }

    @Benchmark
    public boolean networkntInvalid() {
        return peer.validate(invalid).isEmpty();
    }

    @Benchmark
    public boolean networkntValidFailFast() {
        return peer.validate(valid, OutputFormat.BOOLEAN);
    }

    @Benchmark
    public boolean networkntInvalidFailFast() {
        return peer.validate(invalid, OutputFormat.BOOLEAN);
    }
}
