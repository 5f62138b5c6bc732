package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Applies the rules of the hub to the operations of a source.
 *
 * @param timeout the longest time of a call; null for any
 * @param normalize what is done to results; null for what each operation says
 * @param origin the source
 */
record LocalBindings(
        Function<OperationSpec, Optional<OperationSpec>> localForm,
        @Nullable Duration timeout,
        @Nullable NormalizeMode normalize,
        SourceOrigin origin) {

    /** As a config says. A source of an API keeps its time limits itself. */
    static LocalBindings of(SourceConfig config) {
        SourceRules rules = config.rules();
        return new LocalBindings(
                new RuleUse(config),
                config.filtersRequests() ? null : rules.timeout(),
                rules.normalize(),
                SourceOrigin.of(config));
    }

    /** The rules that fit no operation so far; null if there are none. */
    @Nullable String unfit() {
        return localForm instanceof RuleUse rules ? rules.report() : null;
    }

    LocalOperations of(Collection<OperationBinding> given, Collection<OperationSpec> specs) {
        return new LocalOperations(
                of(given), specs.stream().map(localForm).flatMap(Optional::stream).toList());
    }

    private List<OperationBinding> of(Collection<OperationBinding> given) {
        List<OperationBinding> bindings = new ArrayList<>();
        for (OperationBinding binding : given) {
            localForm
                    .apply(binding.spec())
                    .map(binding::withSpec)
                    .map(local -> normalize == null ? local : local.normalizing(normalize))
                    .map(local -> timeout == null ? local : local.within(timeout))
                    .map(local -> local.from(origin))
                    .ifPresent(bindings::add);
        }
        return bindings;
    }
}
