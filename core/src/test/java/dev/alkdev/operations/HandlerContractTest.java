package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.testkit.HandlerContract;

import org.junit.jupiter.api.Nested;

import tools.jackson.databind.JsonNode;

/** Handlers of every kind keep to the contract. */
class HandlerContractTest {
    private static final Schema NUMBER = Schema.of(json("{'type':'integer'}"));

    private static OperationSpec spec(OperationType type) {
        return OperationSpec.builder(type, "math.double")
                .describedAs("Doubles a number")
                .input(NUMBER)
                .output(NUMBER)
                .build();
    }

    abstract static class Doubling implements HandlerContract {
        @Override
        public JsonNode validInput() {
            return json("21");
        }

        @Override
        public JsonNode invalidInput() {
            return json("'many'");
        }
    }

    @Nested
    class OfAQuery extends Doubling {
        @Override
        public OperationBinding operation() {
            return OperationBinding.of(
                    spec(OperationType.QUERY), (input, context) -> input.intValue() * 2);
        }
    }

    @Nested
    class OfAMutationThatAsksForAScope extends Doubling {
        @Override
        public OperationBinding operation() {
            return OperationBinding.of(
                    spec(OperationType.MUTATION).toBuilder().requires("math").build(),
                    (input, context) ->
                            ResponseEnvelope.http(
                                    input.intValue() * 2, new HttpMeta(200, Headers.none())));
        }
    }

    @Nested
    class OfASubscription extends Doubling {
        @Override
        public OperationBinding operation() {
            return OperationBinding.of(
                    spec(OperationType.SUBSCRIPTION),
                    (input, context, emitter) -> {
                        while (true) {
                            emitter.emit(input.intValue() * 2);
                        }
                    });
        }
    }

    @Nested
    class OfATypedOperation extends Doubling {
        @Override
        public OperationBinding operation() {
            return Operation.query("math.double", Integer.class, Integer.class)
                    .handledBy((input, context) -> input * 2)
                    .binding();
        }
    }
}
