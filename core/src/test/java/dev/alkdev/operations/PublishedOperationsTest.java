package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

class PublishedOperationsTest {
    private static final JsonNode NOTHING = Json.parse("{}");

    private final OperationRegistry registry = OperationRegistry.create();
    private final PublishedOperations published = new PublishedOperations(registry);

    private static OperationBinding binding(String id) {
        return OperationBinding.of(query(id), (input, context) -> id);
    }

    @Test
    void nothingIsPublishedIfSomebodyElseHasOneOfThem() {
        published.update(List.of(binding("own.old")));
        registry.register(query("own.b"), (input, context) -> "theirs");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> published.update(List.of(binding("own.a"), binding("own.b"))))
                .withMessage("own.b is registered already");

        assertThat(registry.list(OperationQuery.all()).operations())
                .extracting(OperationSpec::id)
                .containsExactly("own.b", "own.old");
        assertThat(published.size()).isOne();
        assertThat(published.contains("own.old")).isTrue();
        assertThat(published.contains("own.b")).isFalse();
    }

    @Test
    void nobodyElseComesBetweenTwoOfThem() {
        List<Integer> found = new ArrayList<>();
        registry.onChange(change -> found.add(registry.size()));

        published.update(List.of(binding("own.a"), binding("own.b")));

        assertThat(found).containsExactly(2, 2);
    }

    @Test
    void whatSomebodyElseReplacedIsLeftAlone() {
        published.update(List.of(binding("own.a"), binding("own.b"), binding("own.c")));
        OperationBinding theirs = binding("own.a");
        registry.replace(theirs);
        registry.remove("own.b");

        published.update(List.of(binding("own.a"), binding("own.b"), binding("own.c")));
        assertThat(registry.handler("own.a")).contains(theirs.handler());
        assertThat(registry.find("own.b")).isEmpty();
        assertThat(published.contains("own.a")).isFalse();
        assertThat(published.size()).isOne();

        published.withdraw();

        assertThat(registry.handler("own.a")).contains(theirs.handler());
        assertThat(registry.size()).isOne();
    }

    @Test
    void whatGivesWayIsDisplaced() {
        registry.registerProvisionally(binding("own.a"));
        OperationBinding own = binding("own.a");

        published.update(List.of(own));

        assertThat(registry.handler("own.a")).contains(own.handler());
        assertThat(registry.isProvisional("own.a")).isFalse();
    }

    @Test
    void specsWithoutHandlersAreListedAndCannotBeCalledYet() {
        published.update(List.of(binding("own.a")), List.of(query("own.spec")));

        assertThat(registry.list(OperationQuery.all()).operations())
                .extracting(OperationSpec::id)
                .containsExactly("own.a", "own.spec");
        assertThat(published.contains("own.spec")).isTrue();
        assertThat(published.size()).isEqualTo(2);
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> registry.execute("own.spec", NOTHING))
                .withMessage("no handler is registered for operation own.spec")
                .extracting(CallException::code)
                .isEqualTo("OPERATION_NOT_FOUND");

        registry.registerHandler("own.spec", (input, context) -> "handled");

        assertThat(registry.execute("own.spec", NOTHING).data().asString()).isEqualTo("handled");
        assertThat(published.contains("own.spec")).isTrue();
    }

    @Test
    void aHandlerStaysWhenTheSpecOfItsSourceChanges() {
        published.update(List.of(), List.of(query("own.spec")));
        registry.registerHandler("own.spec", (input, context) -> "handled");
        OperationSpec better = query("own.spec").toBuilder().describedAs("better").build();

        published.update(List.of(), List.of(query("own.spec")));
        assertThat(registry.isCallable("own.spec")).isTrue();
        published.update(List.of(), List.of(better));

        assertThat(registry.spec("own.spec").description()).isEqualTo("better");
        assertThat(registry.execute("own.spec", NOTHING).data().asString()).isEqualTo("handled");

        published.withdraw();

        assertThat(registry.size()).isZero();
    }

    @Test
    void anOperationMayGetAHandlerFromItsSourceAndLoseIt() {
        published.update(List.of(), List.of(query("own.a")));
        published.update(List.of(binding("own.a")));
        assertThat(registry.execute("own.a", NOTHING).data().asString()).isEqualTo("own.a");
        published.update(List.of(), List.of(query("own.a")));
        assertThat(registry.isCallable("own.a")).isFalse();
        assertThat(published.size()).isOne();
    }

    @Test
    void aSpecIsGivenOnceWithOrWithoutItsHandler() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> published.update(List.of(binding("own.a")), List.of(query("own.a"))))
                .withMessage("own.a is given twice");
        assertThat(registry.size()).isZero();
    }
}
