package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationHandle;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.benchmarks.ExecuteBenchmark.Find;
import dev.alkdev.operations.benchmarks.ExecuteBenchmark.Found;
import dev.alkdev.operations.benchmarks.ExecuteBenchmark.Owner;
import dev.alkdev.operations.benchmarks.ExecuteBenchmark.Status;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The same typed call by builder, by annotated method and through a bound interface. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodeBenchmark {
    private static final Found FOUND =
            new Found("A-17", 3, Status.PAID, List.of("a", "b", "c"), new Owner("Ann", true));

    /** The annotated form of the operation that the builder makes. */
    @Operations("code")
    public interface Finder {
        @Query
        Found parameters(String id, int depth);

        @Query
        Found whole(Find find);
    }

    private static final class FixedFinder implements Finder {
        @Override
        public Found parameters(String id, int depth) {
            return FOUND;
        }

        @Override
        public Found whole(Find find) {
            return FOUND;
        }
    }

    private final Find find = new Find("A-17", 2);
    private final Operation<Find, Found> built =
            Operation.query("code.built", Find.class, Found.class)
                    .handledBy((request, context) -> FOUND);
    private final OperationHandle<Find, Found> parameters =
            Operation.of("code.parameters", Find.class, Found.class);
    private final OperationHandle<Find, Found> whole =
            Operation.of("code.whole", Find.class, Found.class);
    private final OperationRegistry registry = registered();
    private final Finder bound = Clients.bind(Finder.class, registry);

    private OperationRegistry registered() {
        OperationRegistry fresh = OperationRegistry.create();
        fresh.register(built);
        fresh.registerAll(AnnotatedOperations.of(new FixedFinder()));
        return fresh;
    }

    @Benchmark
    public ResponseEnvelope<Found> builder() {
        return registry.execute(built, find);
    }

    @Benchmark
    public ResponseEnvelope<Found> annotated() {
        return registry.execute(parameters, find);
    }

    @Benchmark
    public ResponseEnvelope<Found> annotatedRecord() {
        return registry.execute(whole, find);
    }

    @Benchmark
    public Found bound() {
        return bound.parameters("A-17", 2);
    }

    @Benchmark
    public Found boundRecord() {
        return bound.whole(find);
    }
}
