package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;
import static dev.alkdev.operations.Calls.subscription;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.databind.JsonNode;

@ExtendWith(LeakCheck.class)
class NarrowedEnvTest {
    private final OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void watch(LeakCheck leaks) {
        leaks.watch(registry);
    }

    private OperationEnv env() {
        registry.register(query("billing.find"), (input, context) -> "found");
        registry.register(query("billing.pay"), (input, context) -> "paid");
        registry.register(query("audit.log"), (input, context) -> "logged");
        return registry.buildEnv(Call.of("a.caller", NOTHING));
    }

    private static String call(OperationEnv env, String id) {
        try {
            return env.call(id, NOTHING).data().stringValue();
        } catch (CallException e) {
            return e.code();
        }
    }

    @Test
    void anEnvCanBeNarrowedToNamespaces() {
        OperationEnv env = env().onlyNamespaces("billing");

        assertThat(call(env, "billing.find")).isEqualTo("found");
        assertThat(failure(() -> env.call("audit.log", NOTHING)).toJson())
                .isEqualTo(
                        json(
                                "{'code':'ACCESS_DENIED','message':'access to audit.log"
                                        + " denied: this env is narrowed'}"));
        assertThat(call(env, "nodot")).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void anEnvCanBeNarrowedToOperations() {
        OperationEnv env = env().onlyOperations("billing.find", "audit.log");

        assertThat(call(env, "billing.find")).isEqualTo("found");
        assertThat(call(env, "billing.pay")).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void whatIsNarrowOnlyGetsNarrower() {
        OperationEnv env = env().onlyNamespaces("billing").onlyOperations("audit.log");

        assertThat(call(env, "audit.log")).isEqualTo("ACCESS_DENIED");
        assertThat(call(env, "billing.find")).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void aNamespaceIsCalledByNames() {
        OperationEnv all = env();
        OperationEnv.NamespaceEnv billing = all.namespace("billing");
        registry.register(
                subscription("billing.watch"), (input, context, emitter) -> emitter.emit("seen"));

        assertThat(billing.call("find", NOTHING).data()).isEqualTo(json("'found'"));
        try (Subscription<JsonNode> stream = billing.subscribe("watch", NOTHING)) {
            assertThat(stream.next().data()).isEqualTo(json("'seen'"));
        }
        OperationEnv.NamespaceEnv narrow = all.onlyNamespaces("audit").namespace("billing");
        assertThat(failure(() -> narrow.call("find", NOTHING)).code()).isEqualTo("ACCESS_DENIED");
    }
}
