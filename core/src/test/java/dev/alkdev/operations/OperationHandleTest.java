package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class OperationHandleTest {
    record PetId(int id) {}

    record Pet(int id, String name) {}

    private final OperationRegistry registry = OperationRegistry.create();

    private static OperationBinding pet(String id) {
        return OperationBinding.of(
                OperationSpec.query(id).build(),
                (input, context) -> Map.of("id", input.path("id").asInt(), "name", "Rex"));
    }

    @Test
    void anOperationOfOthersIsCalledByTypes() {
        registry.register(pet("pets.get"));

        OperationHandle<PetId, Pet> get = Operation.of("pets.get", PetId.class, Pet.class);
        assertThat(registry.execute(get, new PetId(7)).unwrap()).isEqualTo(new Pet(7, "Rex"));
        OperationHandle<Object, Pet> any = Operation.of("pets.get", Pet.class);
        assertThat(registry.execute(any, Map.of("id", 8)).unwrap()).isEqualTo(new Pet(8, "Rex"));
        assertThat(get.write(new PetId(7))).isEqualTo(Json.parse("{\"id\": 7}"));
    }

    @Test
    void aSubscriptionOfOthersIsOpenedByTypes() {
        registry.register(
                OperationSpec.subscription("pets.watch").build(),
                (input, context, emitter) -> emitter.emit(Map.of("id", 1, "name", "Rex")));

        StreamHandle<PetId, Pet> watch = StreamOperation.of("pets.watch", PetId.class, Pet.class);
        try (Subscription<Pet> pets = registry.subscribe(watch, new PetId(1))) {
            assertThat(pets.next().data()).isEqualTo(new Pet(1, "Rex"));
        }
    }

    @Test
    void inputsAndStreamsOfGenericTypesAreDeclaredByForms() {
        JsonForm<List<PetId>> input = JsonForm.input(new TypeReference<List<PetId>>() {}.getType());
        JsonForm<List<Pet>> output = JsonForm.output(new TypeReference<List<Pet>>() {}.getType());
        Operation<List<PetId>, List<Pet>> get =
                Operation.query("pets.all", input, output)
                        .handledBy(
                                (ids, context) ->
                                        ids.stream().map(id -> new Pet(id.id(), "Rex")).toList());
        registry.register(get);

        assertThat(registry.execute(get, List.of(new PetId(3))).unwrap())
                .containsExactly(new Pet(3, "Rex"));
    }

    @Test
    void severalOperationsAreRegisteredTogetherOrNotAtAll() {
        registry.register(pet("pets.get"));

        assertThatThrownBy(() -> registry.registerAll(List.of(pet("pets.first"), pet("pets.get"))))
                .hasMessage("pets.get is registered already");
        assertThat(registry.size()).isEqualTo(1);
        assertThatThrownBy(() -> registry.registerAll(List.of(pet("pets.two"), pet("pets.two"))))
                .hasMessage("pets.two is registered already");
        List<RegistryChange> changes = new ArrayList<>();
        try (Registration listening = registry.onChange(changes::add)) {
            registry.registerAll(List.of(pet("pets.one"), pet("pets.two")));
            assertThat(listening).isNotNull();
        }
        assertThat(changes)
                .extracting(RegistryChange::operationId)
                .containsExactly("pets.one", "pets.two");
    }

    @Test
    void aDeclaredErrorHasAStatusAndAnInputASchemaByHand() {
        Operation<PetId, Pet> get =
                Operation.query("pets.get", PetId.class, Pet.class)
                        .input(Schema.parse("{\"properties\": {\"id\": {\"minimum\": 1}}}"))
                        .fails("NO_PET", 404, "There is none", PetId.class)
                        .fails("SLEEPS", 409, "Come later")
                        .handledBy((input, context) -> new Pet(input.id(), "Rex"));
        registry.register(get);

        assertThat(get.spec().errors()).extracting(ErrorSpec::httpStatus).containsExactly(404, 409);
        assertThat(get.spec().errors().getFirst().schema()).isEqualTo(Schema.of(PetId.class));
        assertThatThrownBy(() -> registry.execute(get, new PetId(0))).hasMessageContaining("/id");
    }

    @Test
    void anEnvTakesTheOptionsOfACallButNotItsCaller() {
        List<Progress> seen = new ArrayList<>();
        registry.register(
                OperationSpec.query("inner.call").build(),
                (input, context) -> {
                    context.progress(1, null, null);
                    return Map.of(
                            "caller", context.caller().toString(),
                            "limited", context.remaining().isPresent(),
                            "given", context.metadata().size());
                });
        registry.register(
                OperationSpec.query("outer.call").build(),
                (input, context) ->
                        context.env()
                                .call(
                                        Call.builder()
                                                .timeout(Duration.ofMinutes(5))
                                                .metadata(Map.of("a", Json.parse("1")))
                                                .onProgress(seen::add)
                                                .to("inner.call", Map.of()))
                                .data());
        registry.register(
                OperationSpec.query("outer.wrong").build(),
                (input, context) ->
                        context.env()
                                .call(
                                        Call.builder()
                                                .caller(Caller.anonymous())
                                                .to("inner.call", Map.of())));

        JsonNode result = registry.execute("outer.call", Map.of(), Caller.anonymous()).data();
        assertThat(result)
                .isEqualTo(
                        Json.parse(
                                "{\"caller\": \"Anonymous[]\", \"limited\": true, \"given\": 1}"));
        assertThat(seen).hasSize(1);
        assertThatThrownBy(() -> registry.execute("outer.wrong", Map.of()))
                .hasRootCauseMessage(
                        "an env has the caller and cancellation of the call it belongs to; give"
                                + " none");
    }
}
