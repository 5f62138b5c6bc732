package dev.alkdev.operations.hub;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What becomes of an operation under the rules of its source: left out, renamed, restricted. */
record LocalForm(SourceConfig config, boolean ownNamespaces)
        implements Function<OperationSpec, Optional<OperationSpec>> {

    /** For a source that knows the namespace it is to use. */
    static LocalForm of(SourceConfig config) {
        return new LocalForm(config, false);
    }

    /**
     * For a peer, whose operations have namespaces of their own: they stay, or become part of the
     * name if the config gives one for all.
     */
    static LocalForm ofPeer(SourceConfig config) {
        return new LocalForm(config, true);
    }

    /** For a source that has filtered and renamed by itself. */
    static Function<OperationSpec, Optional<OperationSpec>> ofScopes(SourceConfig config) {
        return spec -> Optional.of(withScopes(spec, config.scopes()));
    }

    @Override
    public Optional<OperationSpec> apply(OperationSpec spec) {
        return config.filters().accepts(spec)
                ? Optional.of(withScopes(spec.withId(id(spec)), config.scopes()))
                : Optional.empty();
    }

    private static OperationSpec withScopes(OperationSpec spec, List<String> more) {
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
        if (!ownNamespaces) {
            return spec.namespace() + "." + renamed(spec, spec.name());
        }
        return given == null
                ? spec.namespace() + "." + renamed(spec, spec.name())
                : given + "." + renamed(spec, spec.namespace() + "_" + spec.name());
    }

    /** A rename may be given for the whole id or for the name. */
    private String renamed(OperationSpec spec, String name) {
        String whole = config.renames().get(spec.id());
        return whole == null ? config.renames().getOrDefault(spec.name(), name) : whole;
    }
}
