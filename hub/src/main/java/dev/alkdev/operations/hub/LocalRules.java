package dev.alkdev.operations.hub;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.mcp.McpToolOptions;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Applies the rules of a source to its operations and notes which of them fit one, so that those
 * that fit none can be reported: they are typing errors, or the source has changed. Threads may
 * share it.
 */
final class LocalRules implements Function<OperationSpec, Optional<OperationSpec>> {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRules.class);
    private static final int NAMED = 5;

    /** The origin of the operations. */
    final SourceOrigin origin;

    private final SourceConfig config;
    private final Function<String, Optional<String>> owners;
    private volatile Map<String, String> foreign = Map.of();
    private final Set<FilterRuleConfig> filters = ConcurrentHashMap.newKeySet();
    private final Set<Glob> tools = ConcurrentHashMap.newKeySet();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Set<String> described = ConcurrentHashMap.newKeySet();
    private final AtomicReference<String> logged = new AtomicReference<>("");
    private volatile boolean seen;

    LocalRules(SourceConfig config) {
        this(config, namespace -> Optional.empty());
    }

    /**
     * The rules of a source beside others.
     *
     * @param owners gives the name of another source to which a namespace belongs
     */
    LocalRules(SourceConfig config, Function<String, Optional<String>> owners) {
        this.config = config;
        this.owners = owners;
        this.origin = new SourceOrigin(config);
    }

    /**
     * The operations of a source as the hub is to have them. Immutable; threads may share it.
     *
     * @param specs those without a handler
     */
    record Operations(List<OperationBinding> bindings, List<OperationSpec> specs) {
        static final Operations NONE = new Operations(List.of(), List.of());

        int size() {
            return bindings.size() + specs.size();
        }
    }

    Operations of(Collection<OperationBinding> given, Collection<OperationSpec> specs) {
        Map<String, String> refused = new TreeMap<>();
        Operations operations =
                new Operations(
                        given.stream()
                                .map(this::local)
                                .flatMap(Optional::stream)
                                .filter(each -> isOwn(each.spec(), refused))
                                .toList(),
                        specs.stream()
                                .map(this)
                                .flatMap(Optional::stream)
                                .filter(each -> isOwn(each, refused))
                                .toList());
        if (!refused.isEmpty() && !refused.equals(foreign)) {
            LOG.warn(
                    "The source {} may not bring {} operations, such as {}: {}",
                    config.name(),
                    refused.size(),
                    refused.keySet().iterator().next(),
                    refused.values().iterator().next());
        }
        foreign = refused;
        return operations;
    }

    /** The operations it may not bring, and why. */
    Map<String, String> foreign() {
        return foreign;
    }

    /** Another source would lose its operations, or their calls, to this one. */
    private boolean isOwn(OperationSpec spec, Map<String, String> refused) {
        String namespace = spec.namespace();
        if (namespace.equals("services")) {
            refused.put(spec.id(), "the namespace services belongs to the protocol");
            return false;
        }
        String owner = owners.apply(namespace).orElse(null);
        if (owner != null) {
            refused.put(
                    spec.id(), "the namespace " + namespace + " belongs to the source " + owner);
        }
        return owner == null;
    }

    private Optional<OperationBinding> local(OperationBinding given) {
        NormalizeMode normalize = config.rules().normalize();
        Duration timeout = config.rules().timeout();
        return apply(given.spec())
                .map(given::withSpec)
                .map(local -> normalize == null ? local : local.normalizing(normalize))
                .map(local -> timeout == null ? local : local.within(timeout))
                .map(local -> config.compute() ? local.computing() : local)
                .map(local -> local.from(origin));
    }

    /** What becomes of an operation: left out, renamed, restricted. */
    @Override
    public Optional<OperationSpec> apply(OperationSpec spec) {
        seen = true;
        if (config.filtersRequests()) {
            return Optional.of(restricted(spec));
        }
        SourceRulesConfig rules = config.rules();
        String tool = config.toolOf(spec);
        rules.filters().all().filter(rule -> rule.matches(spec, tool)).forEach(filters::add);
        config.toolPatterns().stream()
                .filter(pattern -> tool != null && McpToolOptions.matches(pattern, tool))
                .forEach(tools::add);
        for (String name : List.of(spec.id(), spec.name())) {
            if (rules.renames().containsKey(name)) {
                names.add(name);
            }
        }
        return rules.filters().accepts(spec, tool)
                ? Optional.of(restricted(spec.withId(id(spec))))
                : Optional.empty();
    }

    private OperationSpec restricted(OperationSpec given) {
        OperationSpec spec = described(given);
        List<String> more = config.rules().scopes();
        AccessControl own = spec.accessControl();
        return more.isEmpty()
                ? spec
                : spec.toBuilder()
                        .access(
                                new AccessControl(
                                        Stream.of(own.requiredScopes(), more)
                                                .flatMap(List::stream)
                                                .distinct()
                                                .toList(),
                                        own.requiredScopesAny(),
                                        own.resourceType(),
                                        own.resourceAction()))
                        .build();
    }

    private OperationSpec described(OperationSpec spec) {
        String description = config.rules().descriptions().get(spec.name());
        if (description == null) {
            return spec;
        }
        described.add(spec.name());
        return spec.toBuilder().describedAs(description).build();
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
        Map<String, String> renames = config.rules().renames();
        return renames.getOrDefault(spec.id(), renames.getOrDefault(spec.name(), name));
    }

    /**
     * The rules that fit no operation so far, in words, and logged when that changes; null if there
     * are none. An API's source reports them itself: it applies them before there are operations.
     */
    @Nullable String unfit() {
        List<String> unused = seen ? unused() : List.of();
        if (unused.isEmpty()) {
            return null;
        }
        String first = String.join("; ", unused.subList(0, Math.min(NAMED, unused.size())));
        String all =
                unused.size() <= NAMED
                        ? first
                        : first + "; and " + (unused.size() - NAMED) + " more";
        if (!all.equals(logged.getAndSet(all))) {
            LOG.warn("Rules of the source {} match no operation: {}", config.name(), all);
        }
        return all;
    }

    private List<String> unused() {
        SourceRulesConfig rules = config.rules();
        Stream<String> descriptions =
                rules.descriptions().keySet().stream()
                        .filter(name -> !described.contains(name))
                        .sorted()
                        .map(name -> "no operation is called \"" + name + "\" to be described");
        Stream<String> others =
                config.filtersRequests()
                        ? Stream.empty()
                        : rules.unused(filters::contains, names::contains).stream();
        Stream<String> scopes =
                config.toolPatterns().stream()
                        .filter(pattern -> !tools.contains(pattern))
                        .map(pattern -> "no tool fits the pattern " + pattern + " of toolScopes")
                        .sorted();
        return Stream.of(others, scopes, descriptions).flatMap(each -> each).toList();
    }
}
