package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Cancellation;
import dev.alkdev.operations.Drift;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** Tests that every operation must pass, however it is made. Implement it in a test class. */
@ExtendWith(LeakCheck.class)
public interface HandlerContract {
    /** The operation under test; a new one each time. */
    OperationBinding operation();

    /** An input with which it gives at least one result. */
    JsonNode validInput();

    /** An input that its schema does not allow. */
    JsonNode invalidInput();

    @Test
    default void aValidInputIsAnsweredWithDataThatFitsTheOutputSchema(OperationRegistry registry) {
        OperationSpec spec = operation().spec();
        registry.register(operation());

        ResponseEnvelope<JsonNode> result = first(registry, Call.builder());

        assertThat(result.isError()).isFalse();
        assertThat(spec.outputSchema().errors(result.data())).isEmpty();
        assertThat(registry.drift(spec.id())).isEqualTo(Drift.none());
    }

    @Test
    default void theResultSurvivesTheWayThroughJson(OperationRegistry registry) {
        registry.register(operation());

        ResponseEnvelope<JsonNode> result = first(registry, Call.builder());

        String text = result.toJson().toString();

        // As text, since a tree passes on what no JSON text can hold.
        ResponseEnvelope<JsonNode> read = ResponseEnvelope.fromJson(Json.parse(text));
        assertThat(read.meta()).isEqualTo(result.meta());
        assertThat(Json.isSame(read.data(), result.data())).as(text).isTrue();
        assertThat(ResponseEnvelope.SCHEMA.errors(Json.parse(text))).isEmpty();
    }

    @Test
    default void anInvalidInputIsRefusedBeforeTheHandlerRuns(OperationRegistry registry) {
        registry.register(operation());
        String id = operation().spec().id();

        assertThat(failure(() -> call(registry, id, invalidInput(), Call.builder())))
                .isEqualTo(ErrorCode.VALIDATION_ERROR);
    }

    @Test
    default void anAnonymousCallerIsDeniedWhereAnythingIsRequired(OperationRegistry registry) {
        registry.register(operation());
        boolean open = operation().spec().accessControl().permits(Caller.anonymous());
        CallBuilder anonymous = Call.builder().caller(Caller.anonymous());

        if (open) {
            assertThat(first(registry, anonymous)).isNotNull();
        } else {
            assertThat(failure(() -> first(registry, anonymous)))
                    .isEqualTo(ErrorCode.ACCESS_DENIED);
        }
    }

    @Test
    default void aCallThatWasCancelledBeforeItBeganIsAborted(OperationRegistry registry) {
        registry.register(operation());
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel();

        CallBuilder cancelled = Call.builder().cancellation(cancellation);

        assertThat(failure(() -> first(registry, cancelled))).isEqualTo(ErrorCode.ABORTED);
    }

    @Test
    default void theSpecSurvivesTheWayThroughJson() {
        OperationSpec spec = operation().spec();

        JsonNode read = Json.parse(spec.toJson().toString());
        assertThat(Json.isSame(OperationSpec.fromJson(read).toJson(), spec.toJson())).isTrue();
        assertThat(OperationSpec.SCHEMA.errors(read)).isEmpty();
    }

    private ResponseEnvelope<JsonNode> first(OperationRegistry registry, CallBuilder context) {
        return call(registry, operation().spec().id(), validInput(), context).getFirst();
    }

    /** The one result, or the first of a stream. */
    private static List<ResponseEnvelope<JsonNode>> call(
            OperationRegistry registry, String id, JsonNode input, CallBuilder context) {
        if (registry.spec(id).type() != OperationType.SUBSCRIPTION) {
            return List.of(registry.execute(context.to(id, input)));
        }
        try (Subscription<JsonNode> stream = registry.subscribe(context.to(id, input))) {
            return List.of(stream.next());
        }
    }

    private static String failure(Runnable call) {
        CallException failure = catchThrowableOfType(CallException.class, call::run);
        assertThat(failure).as("the failure of the call").isNotNull();
        return failure.code();
    }
}
