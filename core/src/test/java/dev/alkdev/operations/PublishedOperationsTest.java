package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class PublishedOperationsTest {
    private final OperationRegistry registry = OperationRegistry.create();
    private final PublishedOperations published = new PublishedOperations(registry);

    private static OperationBinding binding(String id) {
        return OperationBinding.of(query(id), (input, context) -> id);
    }

    @Test
    void nothingIsPublishedIfSomebodyElseIsFasterWithOneOfThem() {
        published.update(List.of(binding("own.old")));
        registry.onChange(
                change -> {
                    if (change.equals(new RegistryChange.Added(query("own.a")))) {
                        registry.register(query("own.b"), (input, context) -> "theirs");
                    }
                });

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
    void whoseTheyAreIsKnownByTheTimeTheyCanBeCalled() {
        List<Boolean> known = new ArrayList<>();
        registry.onChange(change -> known.add(published.contains(change.operationId())));

        published.update(List.of(binding("own.a")));

        assertThat(known).containsExactly(true);
    }

    @Test
    void whatGivesWayIsDisplaced() {
        registry.registerProvisionally(binding("own.a"));
        OperationBinding own = binding("own.a");

        published.update(List.of(own));

        assertThat(registry.handler("own.a")).contains(own.handler());
        assertThat(registry.isProvisional("own.a")).isFalse();
    }
}
