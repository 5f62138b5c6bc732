package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ListSourceTest implements SourceContract {
    private static OperationBinding binding(String id) {
        return OperationBinding.of(query(id), (input, context) -> id);
    }

    @Override
    public OperationSource source() {
        return new ListSource(() -> List.of(binding("list.b"), binding("list.a")));
    }

    @Override
    public OperationSource brokenSource() {
        return new ListSource(
                () -> {
                    throw new IllegalArgumentException("cannot be read");
                });
    }

    @Override
    public List<String> operationIds() {
        return List.of("list.a", "list.b");
    }

    @Test
    void onlyWhatDiffersIsChanged(OperationRegistry registry) {
        List<RegistryChange> changes = new ArrayList<>();
        registry.onChange(changes::add);
        OperationBinding kept = binding("list.kept");
        OperationBinding old = binding("list.changed");
        OperationBinding better = binding("list.changed");
        List<OperationBinding> offer = new ArrayList<>(List.of(kept, old, binding("list.gone")));
        try (ListSource source = new ListSource(() -> offer)) {
            source.start(registry);
            changes.clear();
            offer.clear();
            offer.addAll(List.of(kept, better, binding("list.more")));

            source.refresh();

            assertThat(changes)
                    .containsExactly(
                            new RegistryChange.Added(query("list.more")),
                            new RegistryChange.Replaced(
                                    query("list.changed"), query("list.changed")),
                            new RegistryChange.Removed(query("list.gone")));
        }
    }

    @Test
    void aSourceThatFailsLaterKeepsWhatItHasAndSaysWhy(OperationRegistry registry) {
        registry.register(query("other.taken"), (input, context) -> null);
        List<OperationBinding> offer = new ArrayList<>(List.of(binding("list.a")));
        try (ListSource source = new ListSource(() -> offer)) {
            source.start(registry);
            offer.add(binding("other.taken"));
            source.refresh();

            assertThat(source.status())
                    .isEqualTo(
                            new SourceStatus(
                                    SourceStatus.State.FAILED,
                                    1,
                                    "other.taken is registered already"));
            offer.removeLast();
            source.refresh();
            assertThat(source.status().state()).isEqualTo(SourceStatus.State.READY);
        }
        assertThat(registry.find("other.taken")).isPresent();
    }

    @Test
    void anOperationGivenTwiceIsRefused(OperationRegistry registry) {
        PublishedOperations published = new PublishedOperations(registry);

        assertThatThrownBy(() -> published.update(List.of(binding("list.a"), binding("list.a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("list.a is given twice");
        assertThat(registry.size()).isZero();
    }

    @Test
    void aFailureWithoutAReasonIsNoStatus() {
        assertThatThrownBy(() -> new SourceStatus(SourceStatus.State.FAILED, 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a source that failed says why");
    }
}
