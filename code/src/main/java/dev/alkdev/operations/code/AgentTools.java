package dev.alkdev.operations.code;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationEnv;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.base.Deadlines;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.tools.ToolNames;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Operations as tools for the model of an agent: queries and mutations that a caller may use, under
 * the names they have over MCP. The bridges to LangChain4j and Spring AI are made of it; other
 * frameworks can be served by it as well. Immutable; threads may share it.
 *
 * <pre>{@code
 * AgentTools tools = AgentTools.over(registry).caller(caller).only("tasks.*");
 * }</pre>
 */
public final class AgentTools {
    private final Origin origin;
    private final Caller caller;
    private final Predicate<OperationSpec> included;
    private final Duration timeout;
    private final Approval approval;

    /** Decides whether a tool may make a call, for instance by asking a person. */
    @FunctionalInterface
    public interface Approval {
        /**
         * Runs on the thread of the agent and may block.
         *
         * @return whether to make the call; if not, the model is told that it was not approved
         */
        boolean approves(OperationSpec spec, JsonNode input);
    }

    /** Where the operations are. */
    private record Origin(
            CallTarget target, Supplier<List<OperationSpec>> listing, boolean hasCaller) {}

    private AgentTools(
            Origin origin,
            Caller caller,
            Predicate<OperationSpec> included,
            Duration timeout,
            Approval approval) {
        this.origin = origin;
        this.caller = caller;
        this.included = included;
        this.timeout = timeout;
        this.approval = approval;
    }

    /** The operations of a registry, for an anonymous caller unless another is given. */
    public static AgentTools over(OperationRegistry registry) {
        return of(
                new Origin(new CallTarget.InRegistry(registry), () -> callable(registry), false),
                Caller.anonymous());
    }

    /** What a handler may call, in the name of its caller. */
    public static AgentTools over(OperationEnv env) {
        return of(new Origin(new CallTarget.InEnv(env), env::operations, true), Caller.trusted());
    }

    /**
     * The operations of a peer, such as a hub: see {@link Clients#connect}. Without another caller
     * they are called as the one that the peer knows this process as.
     */
    public static AgentTools over(Peer peer) {
        return of(
                new Origin(new CallTarget.AtPeer(peer), peer::operations, false), Caller.trusted());
    }

    private static AgentTools of(Origin origin, Caller caller) {
        return new AgentTools(
                origin,
                caller,
                spec -> spec.type() != OperationType.SUBSCRIPTION,
                Deadlines.DEFAULT_TIMEOUT,
                (spec, input) -> true);
    }

    private static List<OperationSpec> callable(OperationRegistry registry) {
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        return registry.list(all).operations().stream()
                .filter(spec -> registry.isCallable(spec.id()))
                .toList();
    }

    /**
     * In whose name they are called.
     *
     * @throws IllegalStateException for those of an env, which has a caller
     */
    public AgentTools caller(Caller caller) {
        if (origin.hasCaller()) {
            throw new IllegalStateException("an env has the caller of the call it belongs to");
        }
        return new AgentTools(origin, caller, included, timeout, approval);
    }

    /** Only operations whose id fits one of these patterns: see {@link Glob}. */
    public AgentTools only(String... patterns) {
        return with(included.and(fits(patterns)));
    }

    /** No operations whose id fits one of these patterns. */
    public AgentTools except(String... patterns) {
        return with(included.and(fits(patterns).negate()));
    }

    /** Only queries, which change nothing. */
    public AgentTools queriesOnly() {
        return with(included.and(spec -> spec.type() == OperationType.QUERY));
    }

    /** Asks for approval before each mutation. Queries are called without asking. */
    public AgentTools approval(Approval approval) {
        return new AgentTools(origin, caller, included, timeout, approval);
    }

    private AgentTools with(Predicate<OperationSpec> included) {
        return new AgentTools(origin, caller, included, timeout, approval);
    }

    private static Predicate<OperationSpec> fits(String... patterns) {
        List<Glob> globs = Stream.of(patterns).map(Glob::new).toList();
        return spec -> globs.stream().anyMatch(glob -> glob.matches(spec.id()));
    }

    /** How long one call may take; {@link Deadlines#DEFAULT_TIMEOUT} unless given. */
    public AgentTools timeout(Duration timeout) {
        return new AgentTools(origin, caller, included, timeout, approval);
    }

    /**
     * The tools of now, in the order of the ids.
     *
     * @throws CallException if a peer cannot be asked
     */
    public List<AgentTool> tools() {
        Set<String> names = new HashSet<>();
        List<AgentTool> tools = new ArrayList<>();
        for (OperationSpec spec : origin.listing().get()) {
            // Those that are left out have their names too, so that names do not depend on callers.
            String name = ToolNames.of(ToolNames.WHOLE_ID, spec.namespace(), spec.name());
            if (!names.add(name)) {
                name = ToolNames.hashed(name, spec.id());
                names.add(name);
            }
            if (included.test(spec) && spec.permits(caller)) {
                tools.add(new AgentTool(name, spec, origin.target(), terms(), approval));
            }
        }
        return List.copyOf(tools);
    }

    private CallBuilder terms() {
        // Models write numbers as text; what can be converted without loss is.
        return Call.builder().caller(caller).timeout(timeout).normalizingInput();
    }
}
