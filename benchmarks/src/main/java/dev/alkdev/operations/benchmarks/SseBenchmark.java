package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.web.SseParser;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Parsing small events from memory. One operation is one byte: operations a µs are MB/s. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SseBenchmark {
    private static final int BYTES = 1 << 20;
    private static final String EVENT =
            """
            id: 17
            data: {"id":"chatcmpl-17","object":"chunk","choices":[{"delta":{"content":"Hi"}}]}

            """;

    private final byte[] stream =
            Arrays.copyOf(
                    EVENT.repeat(BYTES / EVENT.length() + 1).getBytes(StandardCharsets.UTF_8),
                    BYTES);

    @Benchmark
    @OperationsPerInvocation(BYTES)
    public long smallEvents() {
        long[] characters = {0};
        SseParser parser = new SseParser(event -> characters[0] += event.data().length());
        for (int at = 0; at < BYTES; at += 16_384) {
            parser.feed(stream, at, 16_384);
        }
        return characters[0];
    }
}
