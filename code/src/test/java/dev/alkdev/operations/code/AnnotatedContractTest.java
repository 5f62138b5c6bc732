package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.HandlerContract;

import org.junit.jupiter.api.Nested;

import tools.jackson.databind.JsonNode;

/** Annotated operations are operations like others. */
class AnnotatedContractTest {
    private static OperationBinding operation(String id) {
        return AnnotatedOperations.of(new SmallShop()).stream()
                .filter(binding -> binding.spec().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Nested
    class OfAQuery implements HandlerContract {
        @Override
        public OperationBinding operation() {
            return AnnotatedContractTest.operation("shop.get");
        }

        @Override
        public JsonNode validInput() {
            return Json.parse("{\"id\": \"A-17\"}");
        }

        @Override
        public JsonNode invalidInput() {
            return Json.parse("{\"id\": \"A-17\", \"other\": 1}");
        }
    }

    @Nested
    class OfAMutation implements HandlerContract {
        @Override
        public OperationBinding operation() {
            return AnnotatedContractTest.operation("shop.create");
        }

        @Override
        public JsonNode validInput() {
            return Json.parse(
                    """
                    {"customer": "ann", "lines": [{"sku": "a", "quantity": 1}],
                     "payment": {"type": "Card", "number": "4"}}
                    """);
        }

        @Override
        public JsonNode invalidInput() {
            return Json.parse(
                    """
                    {"customer": "ann", "lines": [{"sku": "a", "quantity": 0}],
                     "payment": {"type": "Card", "number": "4"}}
                    """);
        }
    }

    @Nested
    class OfAStream implements HandlerContract {
        @Override
        public OperationBinding operation() {
            return AnnotatedContractTest.operation("shop.watch");
        }

        @Override
        public JsonNode validInput() {
            return Json.parse("{\"customer\": \"ann\"}");
        }

        @Override
        public JsonNode invalidInput() {
            return Json.parse("{}");
        }
    }

    @Nested
    class OfAPublisher implements HandlerContract {
        @Override
        public OperationBinding operation() {
            return AnnotatedContractTest.operation("shop.count");
        }

        @Override
        public JsonNode validInput() {
            return Json.parse("{\"to\": 3}");
        }

        @Override
        public JsonNode invalidInput() {
            return Json.parse("{\"to\": 3.5}");
        }
    }
}
