package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An env that a registry builds for the context of a handler in another registry. */
@ExtendWith(LeakCheck.class)
class BuiltEnvTest {
    private final List<OperationContext> outer = new ArrayList<>();
    private final List<OperationContext> inner = new ArrayList<>();

    @Test
    void itKeepsTheAuthorityAndTheRequestOfTheHandler(
            OperationRegistry here, OperationRegistry there) {
        Caller authority = Caller.of(Identity.of("billing", "audit:write"));
        there.register(
                OperationSpec.query("audit.write").requires("audit:write").build(),
                (input, context) -> inner.add(context));
        here.register(
                OperationBinding.of(
                                query("billing.pay"),
                                (input, context) -> {
                                    outer.add(context);
                                    return there.buildEnv(context).call("audit.write", NOTHING);
                                })
                        .runsAs(authority));

        here.execute("billing.pay", NOTHING, Caller.anonymous());

        assertThat(inner.getFirst().caller()).isEqualTo(authority);
        assertThat(inner.getFirst().parentRequestId()).contains(outer.getFirst().requestId());
    }

    /** Leaks its context, as a handler with a bug does. */
    private OperationContext leaked(OperationRegistry registry) {
        registry.register(
                OperationSpec.query("a.leak").build(), (input, context) -> outer.add(context));
        registry.register(
                OperationSpec.query("a.secret").requires("secret").build(),
                (input, context) -> context.caller().name());
        Caller ann = Caller.of(Identity.of("ann", "secret"));
        registry.execute("a.leak", NOTHING, ann);
        return outer.getLast();
    }

    @Test
    void theRightsOfACallEndWithTheCall(OperationRegistry here, OperationRegistry there) {
        OperationContext over = leaked(here);
        leaked(there);

        List<Runnable> attempts =
                List.of(
                        () -> here.buildEnv(over).call("a.secret", NOTHING),
                        () -> there.buildEnv(over).call("a.secret", NOTHING),
                        () -> here.execute(over.nested().to("a.secret", NOTHING)),
                        () ->
                                here.execute(
                                        over.nested()
                                                .to(
                                                        here.resolve("a.secret").orElseThrow(),
                                                        NOTHING)),
                        () -> here.stream(over.nested().to("a.secret", NOTHING), item -> {}));

        assertThat(attempts)
                .allSatisfy(each -> assertThat(Calls.failure(each).code()).isEqualTo("ABORTED"));
    }

    @Test
    void anEnvOfACallThatNeverBeganMakesCallsOfItsOwn() {
        DrainGate gate = new DrainGate("it stops");
        OperationRegistry registry = OperationRegistry.builder().observer(gate).build();
        registry.register(query("a.b"), (input, context) -> gate.running());
        OperationEnv env = registry.buildEnv(Call.of("gateway.request", NOTHING));

        assertThat(env.call("a.b", NOTHING).data().intValue()).isEqualTo(1);
        gate.drain(Duration.ZERO);

        assertThat(Calls.failure(() -> env.call("a.b", NOTHING)))
                .hasToString("CallException: UNAVAILABLE: it stops");
    }
}
