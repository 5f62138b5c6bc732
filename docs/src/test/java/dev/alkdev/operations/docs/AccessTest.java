package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationEnv;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The snippets of {@code docs/guide/access.md}, in its order. */
class AccessTest {
    record Report(String project) {}

    record Pages(int count) {}

    private final OperationRegistry registry = OperationRegistry.create();

    private static Operation<Report, Pages> print() {
        // snippet: scopes
        Operation<Report, Pages> print =
                Operation.mutation("reports.print", Report.class, Pages.class)
                        .requires("reports:read", "printer:use")
                        .handledBy((input, context) -> new Pages(3));
        // end
        return print;
    }

    private String code(String id, Caller caller) {
        CallException failure =
                catchThrowableOfType(
                        CallException.class,
                        () -> registry.execute(id, Map.of("project", "42"), caller));
        return failure == null ? "ok" : failure.code();
    }

    @Test
    void allScopesAreNeeded() {
        registry.register(print());
        // snippet: identity
        Caller ann = Caller.of(Identity.of("ann", "reports:read", "printer:use"));
        registry.execute("reports.print", Map.of("project", "42"), ann);
        // end
        assertThat(code("reports.print", Caller.of(Identity.of("bob", "reports:read"))))
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(code("reports.print", Caller.anonymous())).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(code("reports.print", Caller.trusted())).isEqualTo("ok");
        // snippet: list
        List<OperationSpec> usable = registry.list(OperationQuery.all().usableBy(ann)).operations();
        // end
        assertThat(usable).extracting(OperationSpec::id).containsExactly("reports.print");
        // snippet: limited
        Caller bot =
                Caller.of(Identity.of("bot", "reports:read").onlyOperations("reports.*", "echo"));
        boolean reaches = bot.reaches("reports.print");
        // end
        assertThat(reaches).isTrue();
        assertThat(bot.reaches("billing.print")).isFalse();
    }

    @Test
    void resourcesAreGrantedOneByOne() {
        // snippet: resources
        AccessControl access =
                AccessControl.requires("reports:read")
                        .withAnyOf("staff", "auditor")
                        .withResource("project", "write");
        Identity ann =
                Identity.of("ann", "reports:read", "staff").withResource("project:42", "write");
        boolean allowed = access.permits(Caller.of(ann));
        // end
        assertThat(allowed).isTrue();
        assertThat(access.denial(Caller.of(Identity.of("bob", "reports:read", "staff"))))
                .contains("no project grants write");
        OperationSpec spec = OperationSpec.mutation("reports.change").access(access).build();
        // snippet: own-check
        registry.register(
                spec,
                (input, context) -> {
                    String project = "project:" + input.get("project").asString();
                    if (context.caller() instanceof Caller.Authenticated(Identity who)
                            && !who.resources().getOrDefault(project, Set.of()).contains("write")) {
                        throw new CallException(
                                ErrorCode.ACCESS_DENIED, "no right to write " + project);
                    }
                    return "changed";
                });
        // end
        assertThat(code("reports.change", Caller.of(ann))).isEqualTo("ok");
        Identity other =
                Identity.of("eve", "reports:read", "staff").withResource("project:1", "write");
        assertThat(code("reports.change", Caller.of(other))).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void nestedCallsHaveTheRightsOfTheCaller() {
        registry.register(print());
        // snippet: nested
        registry.register(
                OperationSpec.mutation("reports.monthly").build(),
                (input, context) -> context.env().call("reports.print", input));
        // end
        assertThat(code("reports.monthly", Caller.anonymous())).isEqualTo("EXECUTION_ERROR");
        assertThat(code("reports.monthly", Caller.trusted())).isEqualTo("ok");
    }

    @Test
    void anOperationMayHaveRightsOfItsOwn() {
        registry.register(print());
        // snippet: runs-as
        Caller printer = Caller.of(Identity.of("printer", "reports:read", "printer:use"));
        registry.register(
                Operation.mutation("reports.order", Report.class, Pages.class)
                        .requires("reports:order")
                        .runsAs(printer)
                        .handledBy(
                                (input, context) -> context.env().call(print(), input).unwrap()));
        // end
        assertThat(code("reports.order", Caller.of(Identity.of("ann", "reports:order"))))
                .isEqualTo("ok");
        assertThat(code("reports.order", Caller.anonymous())).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void anEnvIsNarrowed() {
        registry.register(print());
        registry.register(OperationSpec.query("billing.find").build(), (input, context) -> "found");
        registry.register(
                OperationSpec.query("agents.run").build(),
                (input, context) -> {
                    // snippet: narrow
                    OperationEnv env = context.env().onlyNamespaces("reports");
                    env.namespace("reports").call("print", Map.of("project", "42"));
                    OperationEnv one = env.onlyOperations("reports.print");
                    // end
                    CallException failure =
                            catchThrowableOfType(
                                    CallException.class, () -> one.call("billing.find", Map.of()));
                    return failure.code();
                });

        assertThat(registry.execute("agents.run", Map.of()).data().asString())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void anEnvIsBuiltOutsideOfAHandler() {
        registry.register(print());
        Caller ann = Caller.of(Identity.of("ann", "reports:read", "printer:use"));
        // snippet: build-env
        Call session = Call.builder().caller(ann).to("agents.session", Map.of());
        OperationEnv tools = registry.buildEnv(session).onlyOperations("reports.print");
        // end
        assertThat(tools.call("reports.print", Map.of("project", "42")).data().get("count").asInt())
                .isEqualTo(3);
    }
}
