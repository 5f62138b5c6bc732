package dev.alkdev.operations.testkit;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The operations that {@link LinkContract} calls. */
public final class LinkOperations {
    private static final Schema COUNT =
            Schemas.object().property("count", Schemas.integer().minimum(0)).build();

    /** Released once by each handler of {@code test.wait} that has begun. */
    public final Semaphore begun = new Semaphore(0);

    /** Released once by each handler of {@code test.wait} that was interrupted. */
    public final Semaphore interrupted = new Semaphore(0);

    /** How many items {@code test.count} has emitted. */
    public final AtomicLong emitted = new AtomicLong();

    /** Released once by each handler of {@code test.count} that has ended, in whatever way. */
    public final Semaphore streamsEnded = new Semaphore(0);

    /** Adds them to a registry. */
    public void register(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("test.echo").describedAs("Gives back its input").build(),
                (input, context) -> input);
        registry.register(
                OperationSpec.query("test.square")
                        .input(Schemas.object().property("n", Schemas.integer()).build())
                        .output(Schemas.object().property("n", Schemas.integer()).build())
                        .build(),
                (input, context) -> {
                    int n = input.get("n").intValue();
                    return JsonNodeFactory.instance.objectNode().put("n", n * n);
                });
        registry.register(
                OperationSpec.mutation("test.fail")
                        .fails(ErrorSpec.of("OUT_OF_STOCK", "There is none left"))
                        .build(),
                (input, context) -> {
                    throw new CallException("OUT_OF_STOCK", "No bolts left")
                            .withDetails(input)
                            .withRetryable(true);
                });
        registry.register(OperationSpec.query("test.wait").build(), this::waitForInterrupt);
        registry.register(
                OperationSpec.query("test.secret").requires("secret:read").build(),
                (input, context) -> input);
        registry.register(
                OperationSpec.query("test.caller").describedAs("Tells who calls").build(),
                (input, context) ->
                        switch (context.caller()) {
                            case Caller.Trusted trusted -> "trusted";
                            case Caller.Anonymous anonymous -> "anonymous";
                            case Caller.Authenticated(Identity identity) -> identity.id();
                        });
        registerStreams(registry);
    }

    private void registerStreams(OperationRegistry registry) {
        registry.register(
                OperationSpec.subscription("test.silent").build(),
                (input, context, emitter) -> new Semaphore(0).acquire());
        registry.register(
                OperationSpec.subscription("test.count").input(COUNT).build(), this::count);
        registry.register(
                OperationSpec.subscription("test.broken").input(COUNT).build(), this::breakDown);
    }

    private @Nullable Object waitForInterrupt(JsonNode input, OperationContext context)
            throws InterruptedException {
        begun.release();
        try {
            new CountDownLatch(1).await();
            return null;
        } catch (InterruptedException e) {
            interrupted.release();
            throw e;
        }
    }

    private void count(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        try {
            long count = input.get("count").longValue();
            for (long i = 0; i < count; i++) {
                emitter.emit(JsonNodeFactory.instance.numberNode((int) i));
                emitted.incrementAndGet();
            }
        } finally {
            streamsEnded.release();
        }
    }

    private void breakDown(
            JsonNode input, OperationContext context, Emitter<@Nullable Object> emitter) {
        count(input, context, emitter);
        throw new CallException("UNAVAILABLE", "the source went away");
    }
}
