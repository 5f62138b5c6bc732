package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What becomes of a source's operations under the rules of the hub.
 *
 * @param timeout the longest time of a call; null for any
 * @param normalize what is done to results; null for what each operation says
 */
record LocalBindings(
        Function<OperationSpec, Optional<OperationSpec>> localForm,
        @Nullable Duration timeout,
        @Nullable NormalizeMode normalize) {

    /** As a config says. A source of an API keeps its time limits itself. */
    static LocalBindings of(SourceConfig config) {
        SourceRules rules = config.rules();
        return new LocalBindings(
                config.localForm(),
                config.filtersRequests() ? null : rules.timeout(),
                rules.normalize());
    }

    /**
     * Those of a source.
     *
     * @param limits where operations are called whose time is limited
     */
    List<OperationBinding> of(Collection<OperationBinding> given, OperationRegistry limits) {
        List<OperationBinding> bindings = new ArrayList<>();
        if (timeout != null) {
            given.forEach(limits::replace);
        }
        for (OperationBinding binding : given) {
            localForm
                    .apply(binding.spec())
                    .map(binding::withSpec)
                    .map(local -> normalize == null ? local : local.normalizing(normalize))
                    .map(local -> limited(local, binding.spec().id(), limits))
                    .ifPresent(bindings::add);
        }
        return bindings;
    }

    private OperationBinding limited(
            OperationBinding binding, String id, OperationRegistry limits) {
        if (timeout == null || binding.spec().type() == OperationType.SUBSCRIPTION) {
            return binding;
        }
        OperationBinding limited =
                OperationBinding.of(binding.spec(), new TimeLimited(limits, id, timeout));
        NormalizeMode mode = binding.normalizeMode();
        return mode == null ? limited : limited.normalizing(mode);
    }

    /** Equal to another of the same operation, so that nothing is published anew for it. */
    private record TimeLimited(OperationRegistry limits, String id, Duration timeout)
            implements OperationHandler {
        @Override
        public ResponseEnvelope<JsonNode> handle(JsonNode input, OperationContext context) {
            return limits.buildEnv(context)
                    .withDeadline(Instant.now().plus(timeout))
                    .call(id, input);
        }
    }
}
