package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What becomes of a source's operations under the rules of the hub.
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

    /** Those of a source that publishes into a registry of its own. */
    List<OperationBinding> of(OperationRegistry staging) {
        List<OperationBinding> bindings = new ArrayList<>();
        OperationPage page = staging.list(OperationQuery.all().withLimit(Integer.MAX_VALUE));
        for (OperationSpec spec : page.operations()) {
            staging.binding(spec.id())
                    .flatMap(binding -> localForm.apply(spec).map(binding::withSpec))
                    .map(binding -> normalize == null ? binding : binding.normalizing(normalize))
                    .map(binding -> timeout == null ? binding : binding.within(timeout))
                    .map(binding -> binding.from(origin))
                    .ifPresent(bindings::add);
        }
        return bindings;
    }
}
