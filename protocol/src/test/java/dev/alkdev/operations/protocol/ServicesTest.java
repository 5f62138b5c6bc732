package dev.alkdev.operations.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;

@ExtendWith(LeakCheck.class)
@Timeout(60)
class ServicesTest {
    private static final CallBuilder ANYBODY = Call.builder().caller(Caller.anonymous());

    private final OperationRegistry registry = OperationRegistry.create();
    private final OperationRegistry services =
            new Services(registry, new RecordingLink(), id -> List.of("node")).answers();

    private static OperationBinding open(String id) {
        return OperationBinding.of(OperationSpec.query(id).build(), (input, context) -> input);
    }

    private static OperationBinding secret(String id) {
        return OperationBinding.of(
                OperationSpec.query(id).requires("secret:read").build(), (input, context) -> input);
    }

    @Test
    void changesAreToldOnlyOfWhatTheCallerMayUse() {
        try (Subscription<JsonNode> changes =
                services.subscribe(ANYBODY.to(Services.CHANGES, Json.parse("{}")))) {
            assertThat(changes.next().data()).isEqualTo(Json.parse("{\"change\":\"listening\"}"));
            registry.register(secret("a.hidden"));
            registry.replace(secret("a.hidden"));
            registry.remove("a.hidden");
            registry.register(secret("a.opened"));
            registry.replace(open("a.opened"));
            registry.replace(secret("a.opened"));
            registry.remove("a.opened");
            registry.register(open("a.last"));
            List<JsonNode> told = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                told.add(changes.next().data());
            }
            assertThat(told)
                    .containsExactly(
                            change("replaced", "a.opened"),
                            change("replaced", "a.opened"),
                            change("added", "a.last"));
        }
    }

    private static JsonNode change(String kind, String id) {
        return JsonNodeFactory.instance.objectNode().put("change", kind).put("operationId", id);
    }

    @Test
    void aPageEndsBeforeItIsTooLargeForAnEvent() {
        String text = "x".repeat(300_000);
        for (int i = 0; i < 20; i++) {
            OperationSpec spec =
                    OperationSpec.query("a.op" + (char) ('a' + i)).describedAs(text).build();
            registry.register(spec, (input, context) -> input);
        }
        List<String> ids = new ArrayList<>();
        ObjectNode query = JsonNodeFactory.instance.objectNode().put("limit", 500);
        while (true) {
            JsonNode page = services.execute(Services.LIST, query).data();
            assertThat(page.toString().length()).isLessThan(1_100_000);
            page.get("operations").forEach(spec -> ids.add(spec.get("name").asString()));
            if (!page.has("nextCursor")) {
                break;
            }
            query.put("cursor", page.get("nextCursor").asString());
        }
        assertThat(ids).hasSize(20).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void anOperationThatNoEventCanCarryDoesNotHideTheOthers() {
        registry.register(open("a.first"));
        registry.register(
                OperationSpec.query("a.huge").describedAs("x".repeat(5_000_000)).build(),
                (input, context) -> input);
        registry.register(open("a.last"));
        JsonNode page = services.execute(Services.LIST, Json.parse("{}")).data();
        assertThat(page.get("operations").valueStream().map(spec -> spec.get("name").asString()))
                .containsExactly("first", "last");
        assertThat(page.has("nextCursor")).isFalse();
    }

    @Test
    void aTypeThatDoesNotExistIsAnInvalidInput() {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(
                        () -> services.execute(Services.LIST, Json.parse("{\"type\":\"verb\"}")))
                .satisfies(e -> assertThat(e.code()).isEqualTo("VALIDATION_ERROR"));
        registry.register(open("a.first"));
        JsonNode page = services.execute(Services.LIST, Json.parse("{\"type\":\"query\"}")).data();
        assertThat(page.get("operations")).hasSize(1);
    }
}
