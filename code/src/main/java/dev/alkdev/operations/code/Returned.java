package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.schema.JavaTypes;

import java.lang.reflect.Type;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/**
 * What a method returns.
 *
 * @param enveloped whether each result comes with its envelope
 * @param data the type of the data in a result
 */
record Returned(Shape shape, boolean enveloped, Type data) {

    /** How results are handed over. */
    enum Shape {
        VALUE,
        STAGE,
        STREAM,
        ITERATOR,
        ITERABLE,
        PUBLISHER,
        SUBSCRIPTION,
        EMITTED
    }

    private static final List<Class<?>> STREAMS =
            List.of(
                    Stream.class,
                    Iterator.class,
                    Iterable.class,
                    Flow.Publisher.class,
                    dev.alkdev.operations.Subscription.class);

    /**
     * Reads the type of a query or mutation.
     *
     * @throws IllegalArgumentException if it cannot be that of one
     */
    static Returned single(Type type, OperationType kind) {
        Class<?> raw = JavaTypes.raw(type);
        // Iterable alone: a list is one, and a good result.
        if (STREAMS.contains(raw)) {
            throw new IllegalArgumentException(
                    "a "
                            + kind.wireName()
                            + " returns one result; return a List, or make it a @Subscription");
        }
        return raw == CompletionStage.class || raw == CompletableFuture.class
                ? of(Shape.STAGE, Types.argument(type))
                : of(Shape.VALUE, type);
    }

    /**
     * Reads the type of a subscription.
     *
     * @throws IllegalArgumentException if it cannot be that of one
     */
    static Returned stream(Type type) {
        Class<?> raw = JavaTypes.raw(type);
        if (raw == dev.alkdev.operations.Subscription.class) {
            return new Returned(Shape.SUBSCRIPTION, true, Types.argument(type));
        }
        if (raw == Stream.class) {
            return of(Shape.STREAM, Types.argument(type));
        }
        if (raw == Iterator.class) {
            return of(Shape.ITERATOR, Types.argument(type));
        }
        if (raw == Flow.Publisher.class) {
            return of(Shape.PUBLISHER, Types.argument(type));
        }
        if (raw == Iterable.class) {
            return of(Shape.ITERABLE, Types.argument(type));
        }
        throw new IllegalArgumentException(
                "a subscription returns a Stream, Iterator, Iterable or Flow.Publisher, or has a"
                        + " parameter Emitter and returns nothing");
    }

    /**
     * Reads the type of a query whose pages are read one after the other.
     *
     * @throws IllegalArgumentException if it cannot be that of one
     */
    static Returned paged(Type type) {
        Class<?> raw = JavaTypes.raw(type);
        if (raw != Stream.class && raw != Iterator.class && raw != Iterable.class) {
            throw new IllegalArgumentException(
                    "a @Paged query returns a Stream, Iterator or Iterable of the items");
        }
        Returned items = stream(type);
        if (items.enveloped) {
            throw new IllegalArgumentException("an item of a page has no envelope of its own");
        }
        return items;
    }

    /** What goes into an emitter. */
    static Returned emitted(Type item) {
        return of(Shape.EMITTED, item);
    }

    private static Returned of(Shape shape, Type type) {
        Types.requireKnown(type);
        return JavaTypes.raw(type) == ResponseEnvelope.class
                ? new Returned(shape, true, Types.argument(type))
                : new Returned(shape, false, type);
    }
}
