package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
}
