package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

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

/** A local call with everything around it, beside its schema work alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ExecuteBenchmark {
    private static final String INPUT_SCHEMA =
            """
            {"type": "object", "properties": {"id": {"type": "string"}, "depth": {"type": "integer"}},
             "required": ["id"], "additionalProperties": false}
            """;
    private static final String OUTPUT_SCHEMA =
            """
            {"type": "object", "properties": {
               "id": {"type": "string"},
               "count": {"type": "integer"},
               "state": {"enum": ["OPEN", "PAID", "VOID"]},
               "tags": {"type": "array", "items": {"type": "string"}},
               "owner": {"type": "object", "properties": {
                   "name": {"type": "string"}, "active": {"type": "boolean"}}, "required": ["name"]}},
             "required": ["id", "count", "state", "tags", "owner"]}
            """;

    /** The input of the typed form. */
    public record Find(String id, int depth) {}

    /** An enum in the output. */
    public enum Status {
        OPEN,
        PAID,
        VOID
    }

    /** The nested object of the output. */
    public record Owner(String name, boolean active) {}

    /** The output of the typed form. */
    public record Found(String id, int count, Status state, List<String> tags, Owner owner) {}

    private final JsonNode input = Json.parse("{\"id\": \"A-17\", \"depth\": 2}");
    private final JsonNode output =
            Json.parse(
                    """
                    {"id": "A-17", "count": 3, "state": "PAID", "tags": ["a", "b", "c"],
                     "owner": {"name": "Ann", "active": true}}
                    """);
    private final Schema inputSchema = Schema.parse(INPUT_SCHEMA);
    private final Schema outputSchema = Schema.parse(OUTPUT_SCHEMA);
    private final Find find = new Find("A-17", 2);
    private final Found found =
            new Found("A-17", 3, Status.PAID, List.of("a", "b", "c"), new Owner("Ann", true));
    private final Operation<Find, Found> typed =
            Operation.query("bench.typed", Find.class, Found.class)
                    .handledBy((request, context) -> found);
    private final OperationRegistry registry = registered(OperationRegistry.create());
    private final OperationRegistry observed =
            registered(OperationRegistry.builder().observer(call -> failure -> {}).build());

    private OperationRegistry registered(OperationRegistry fresh) {
        fresh.register(
                OperationSpec.query("bench.tree").input(inputSchema).output(outputSchema).build(),
                (request, context) -> output);
        fresh.register(typed);
        return fresh;
    }

    @Benchmark
    public ResponseEnvelope<JsonNode> tree() {
        return registry.execute("bench.tree", input);
    }

    @Benchmark
    public ResponseEnvelope<JsonNode> observedTree() {
        return observed.execute("bench.tree", input);
    }

    /** As deep in the stack as the call of a gateway is: what an exception costs grows with it. */
    @Benchmark
    public ResponseEnvelope<JsonNode> observedTreeDeepInTheStack() {
        return observedAtDepth(80);
    }

    private ResponseEnvelope<JsonNode> observedAtDepth(int depth) {
        return depth == 0 ? observed.execute("bench.tree", input) : observedAtDepth(depth - 1);
    }

    @Benchmark
    public boolean schemaWorkAlone() {
        return inputSchema.accepts(input) && outputSchema.accepts(outputSchema.normalize(output));
    }

    @Benchmark
    public ResponseEnvelope<Found> typed() {
        return registry.execute(typed, find);
    }

    @Benchmark
    public Found typedConversionsAlone() {
        Json.mapper().convertValue(Json.mapper().<JsonNode>valueToTree(find), Find.class);
        return Json.mapper().convertValue(Json.mapper().<JsonNode>valueToTree(found), Found.class);
    }
}
