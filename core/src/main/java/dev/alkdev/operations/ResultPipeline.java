package dev.alkdev.operations;

import dev.alkdev.operations.schema.CastException;
import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes the envelope of a result: wraps what is none yet, normalizes the data, checks it. The same
 * for the one result of a call and for every item of a subscription.
 */
final class ResultPipeline {
    private final OperationRegistry registry;
    private final String id;
    private final @Nullable Schema schema;
    private final @Nullable Function<? super ResponseMeta, Schema> schemas;
    private final NormalizeMode mode;
    private final MismatchLog mismatches;
    private final LongAdder normalized = new LongAdder();
    private final LongAdder mismatched = new LongAdder();

    ResultPipeline(
            OperationRegistry registry,
            OperationSpec spec,
            NormalizeMode mode,
            @Nullable Function<? super ResponseMeta, Schema> schemas) {
        this.registry = registry;
        this.id = spec.id();
        this.schema = unlessUnknown(spec.outputSchema());
        this.schemas = schemas;
        this.mode = mode;
        this.mismatches = new MismatchLog(id);
    }

    private static @Nullable Schema unlessUnknown(Schema schema) {
        return schema.isUnknown() ? null : schema;
    }

    private @Nullable Schema schemaFor(ResponseMeta meta) {
        return schemas == null ? schema : unlessUnknown(schemas.apply(meta));
    }

    Drift drift() {
        return new Drift(normalized.sum(), mismatched.sum());
    }

    ResponseEnvelope<JsonNode> envelope(@Nullable Object result, CallTerms terms) {
        return envelope(result, null, terms);
    }

    /**
     * As {@link #envelope(Object, CallTerms)}, for an item of a stream.
     *
     * @param eventId what the handler said of its place; of an envelope, its own meta tells
     */
    ResponseEnvelope<JsonNode> envelope(
            @Nullable Object result, @Nullable String eventId, CallTerms terms) {
        if (result instanceof ResponseEnvelope<?> typed) {
            return conform(typed.withData(ResponseEnvelope.tree(typed.data())), terms);
        }
        JsonNode data = ResponseEnvelope.tree(result);
        ResponseEnvelope<JsonNode> given = EnvelopeShape.read(data);
        if (given != null) {
            return conform(given, terms);
        }
        LocalMeta meta = new LocalMeta(id, registry.time().millis(), eventId);
        return new ResponseEnvelope<>(conform(schemaFor(meta), data, terms.changes()), meta);
    }

    private ResponseEnvelope<JsonNode> conform(
            ResponseEnvelope<JsonNode> envelope, CallTerms terms) {
        if (envelope.isError()) {
            return envelope;
        }
        Schema schema = schemaFor(envelope.meta());
        return envelope.withData(conform(schema, envelope.data(), terms.changes()));
    }

    // Normalization returns the same object when there was nothing to do: identity is the question.
    private JsonNode conform(
            @Nullable Schema schema, JsonNode data, @Nullable Consumer<? super Change> changes) {
        if (schema == null) {
            return data;
        }
        JsonNode conformed = normalize(schema, data, changes);
        if (conformed != data) {
            normalized.increment();
        }
        if (!schema.accepts(conformed)) {
            mismatched.increment();
            mismatches.report(schema, conformed);
            registry.refuseMismatch(id, schema, conformed);
        }
        return conformed;
    }

    private JsonNode normalize(
            Schema schema, JsonNode data, @Nullable Consumer<? super Change> changes) {
        return switch (mode) {
            case NONE -> data;
            case NORMALIZE ->
                    changes == null ? schema.normalize(data) : schema.normalize(data, changes);
            case CAST -> cast(schema, data, changes);
        };
    }

    private static JsonNode cast(
            Schema schema, JsonNode data, @Nullable Consumer<? super Change> changes) {
        try {
            return changes == null ? schema.cast(data) : schema.cast(data, changes);
        } catch (CastException impossible) {
            return data;
        }
    }
}
