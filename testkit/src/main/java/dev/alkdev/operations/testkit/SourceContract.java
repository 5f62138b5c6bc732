package dev.alkdev.operations.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.node.NullNode;

import java.util.List;

/** Tests that every source must pass. Implement it in a test class. */
@ExtendWith(LeakCheck.class)
public interface SourceContract {
    /** A source that can do its work; a new one each time. */
    OperationSource source();

    /** A source that cannot, since what it reads from is missing or wrong; a new one each time. */
    OperationSource brokenSource();

    /** The ids of the operations of {@link #source()}, in any order; at least one. */
    List<String> operationIds();

    @Test
    default void aSourceThatWasNotStartedIsNewAndEmpty() {
        try (OperationSource source = source()) {
            assertThat(source.name()).isNotBlank();
            assertThat(source.status()).isEqualTo(status(State.NEW, 0));
        }
    }

    @Test
    default void startingBringsItsOperationsIn(OperationRegistry registry) {
        try (OperationSource source = source()) {
            source.start(registry);

            assertThat(ids(registry)).containsExactlyInAnyOrderElementsOf(operationIds());
            assertThat(operationIds()).allMatch(registry::isCallable);
            assertThat(source.status()).isEqualTo(status(State.READY, operationIds().size()));
        }
    }

    @Test
    default void closingTakesItsOperationsOutAndNothingElse(OperationRegistry registry) {
        OperationSpec other = OperationSpec.query("somebody.else").build();
        registry.register(other, (input, context) -> NullNode.getInstance());
        OperationSource source = source();
        source.start(registry);

        source.close();

        assertThat(ids(registry)).isEqualTo(List.of("somebody.else"));
        assertThat(source.status().state()).isEqualTo(State.CLOSED);
        assertThat(source.status().operations()).isZero();
    }

    @Test
    default void closingTwiceDoesNothing(OperationRegistry registry) {
        OperationSource source = source();
        source.start(registry);
        source.close();

        source.close();

        assertThat(source.status().state()).isEqualTo(State.CLOSED);
    }

    @Test
    default void startingTwiceIsRefused(OperationRegistry registry) {
        try (OperationSource source = source()) {
            source.start(registry);

            assertThatThrownBy(() -> source.start(registry))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(ids(registry)).containsExactlyInAnyOrderElementsOf(operationIds());
        }
    }

    @Test
    default void startingAfterClosingIsRefused(OperationRegistry registry) {
        OperationSource source = source();
        source.close();

        assertThatThrownBy(() -> source.start(registry)).isInstanceOf(IllegalStateException.class);
        assertThat(ids(registry)).isEmpty();
    }

    @Test
    default void aBrokenSourceSaysWhyInsteadOfLookingEmpty(OperationRegistry registry) {
        try (OperationSource source = brokenSource()) {
            source.start(registry);

            assertThat(source.status().state()).isEqualTo(State.FAILED);
            assertThat(source.status().lastError()).isNotBlank();
        }
    }

    private static OperationSource.Status status(State state, int operations) {
        return new OperationSource.Status(state, operations, null);
    }

    private static List<String> ids(OperationRegistry registry) {
        return registry.list(OperationQuery.all().withLimit(1_000_000)).operations().stream()
                .map(OperationSpec::id)
                .toList();
    }
}
