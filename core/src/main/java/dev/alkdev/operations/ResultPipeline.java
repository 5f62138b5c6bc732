package dev.alkdev.operations;

import dev.alkdev.operations.schema.CastException;
import dev.alkdev.operations.schema.Change;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaInterruptedException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

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
    private final boolean fresh;
    private final MismatchLog mismatches;
    private final Drift.Count drift = new Drift.Count();

    /** The binding is null for an operation that cannot be called yet. */
    ResultPipeline(
            OperationRegistry registry, OperationSpec spec, @Nullable OperationBinding binding) {
        NormalizeMode own = binding == null ? null : binding.normalizeMode();
        this.registry = registry;
        this.id = spec.id();
        this.schema = unlessUnknown(spec.outputSchema());
        this.schemas = binding == null ? null : binding.schemas();
        this.mode = own == null ? registry.normalizeMode : own;
        this.fresh = binding != null && binding.handler() instanceof TypedForm.Fresh;
        this.mismatches = new MismatchLog(id, "returned what its output schema does not allow");
    }

    private static @Nullable Schema unlessUnknown(Schema schema) {
        return schema.isUnknown() ? null : schema;
    }

    private @Nullable Schema schemaFor(ResponseMeta meta) {
        return schemas == null ? schema : unlessUnknown(schemas.apply(meta));
    }

    Drift drift() {
        return drift.sum();
    }

    /**
     * The envelope of a result, or of an item of a stream.
     *
     * @param eventId the event id that the handler gave; an envelope has its own
     * @param writtenAtOnce whether nobody keeps it, so that it need not be copied
     */
    ResponseEnvelope<JsonNode> envelope(
            @Nullable Object result, @Nullable String eventId, Call call, boolean writtenAtOnce) {
        if (result instanceof ResponseEnvelope<?> typed) {
            JsonNode data = ResponseEnvelope.tree(typed.data());
            return typed.withData(
                    finite(
                            typed.isError()
                                    ? data
                                    : conform(schemaFor(typed.meta()), data, call.terms.changes)));
        }
        LocalMeta meta = new LocalMeta(id, registry.time().millis(), eventId);
        JsonNode data =
                conform(
                        schemaFor(meta),
                        fresh || writtenAtOnce ? ResponseEnvelope.tree(result) : copy(result),
                        call.terms.changes);
        return new ResponseEnvelope<>(finite(data), meta);
    }

    private JsonNode finite(JsonNode data) {
        String pointer = Json.findNonFinite(data).orElse(null);
        if (pointer != null) {
            throw ValidationFailure.nonFinite(
                    ErrorCode.EXECUTION_ERROR, "result of " + id, pointer);
        }
        return data;
    }

    /** The result as JSON that is the caller's own: a handler may keep what it returned. */
    private static JsonNode copy(@Nullable Object result) {
        JsonNode tree = ResponseEnvelope.tree(result);
        return tree == result && tree.isContainer() ? tree.deepCopy() : tree;
    }

    // Normalization returns the same object when there was nothing to do: identity is the question.
    private JsonNode conform(
            @Nullable Schema schema, JsonNode data, @Nullable Consumer<? super Change> changes) {
        // TypeBox, after which a cast goes, may refuse what we accept.
        if (schema == null || (mode != NormalizeMode.CAST && schema.isNormal(data))) {
            return data;
        }
        JsonNode conformed = shape(schema, data, changes);
        if (conformed != data) {
            drift.addNormalized();
        }
        if (!schema.accepts(conformed)) {
            drift.addMismatched();
            mismatches.report(schema, conformed);
            if (mode == NormalizeMode.ENFORCE || registry.refusesMismatch) {
                throw refused(schema, conformed);
            }
        }
        return conformed;
    }

    /** Applies the mode; if that fails, the data stays as it was. */
    private JsonNode shape(
            Schema schema, JsonNode data, @Nullable Consumer<? super Change> changes) {
        Consumer<? super Change> told = changes == null ? drift : counting(changes);
        try {
            return switch (mode) {
                case NONE -> data;
                case NORMALIZE -> schema.normalize(data, told);
                case CAST -> schema.cast(data, told);
                case ENFORCE -> schema.enforce(data, told);
            };
        } catch (CastException impossible) {
            return data;
        } catch (SchemaInterruptedException interrupted) {
            throw interrupted;
        } catch (RuntimeException | StackOverflowError unexpected) {
            mismatches.reportFailure(unexpected);
            return data;
        }
    }

    /** Counts the changes and passes them on. What the listener throws is logged, once. */
    private Consumer<Change> counting(Consumer<? super Change> changes) {
        boolean[] failed = {false};
        return change -> {
            drift.accept(change);
            if (failed[0]) {
                return;
            }
            try {
                changes.accept(change);
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                failed[0] = true;
                RegistryLog.log().warn("A listener for normalization of {} failed", id, e);
            }
        };
    }

    private CallException refused(Schema schema, JsonNode data) {
        return new CallException(
                        ErrorCode.EXECUTION_ERROR,
                        id + " returned what its output schema does not allow")
                .withDetails(ValidationFailure.details(ValidationFailure.errors(schema, data)));
    }
}
