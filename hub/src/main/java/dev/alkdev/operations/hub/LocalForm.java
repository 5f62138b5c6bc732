package dev.alkdev.operations.hub;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What becomes of an operation under the rules of its source: left out, renamed, restricted. */
record LocalForm(SourceConfig config) implements Function<OperationSpec, Optional<OperationSpec>> {

    @Override
    public Optional<OperationSpec> apply(OperationSpec spec) {
        return config.rules().filters().accepts(spec)
                ? Optional.of(withScopes(spec.withId(id(spec)), config.rules().scopes()))
                : Optional.empty();
    }

    static OperationSpec withScopes(OperationSpec spec, List<String> more) {
        if (more.isEmpty()) {
            return spec;
        }
        AccessControl own = spec.accessControl();
        List<String> scopes = new ArrayList<>(own.requiredScopes());
        more.stream().filter(scope -> !scopes.contains(scope)).forEach(scopes::add);
        return spec.toBuilder()
                .access(
                        new AccessControl(
                                scopes,
                                own.requiredScopesAny(),
                                own.resourceType(),
                                own.resourceAction()))
                .build();
    }

    private String id(OperationSpec spec) {
        String given = config.rules().namespace();
        // A namespace of its own becomes part of the name if the config gives one for all.
        return config.keepsNamespaces() && given != null
                ? given + "." + renamed(spec, spec.namespace() + "_" + spec.name())
                : spec.namespace() + "." + renamed(spec, spec.name());
    }

    /** A rename may be given for the whole id or for the name. */
    private String renamed(OperationSpec spec, String name) {
        String whole = config.rules().renames().get(spec.id());
        return whole == null ? config.rules().renames().getOrDefault(spec.name(), name) : whole;
    }
}
