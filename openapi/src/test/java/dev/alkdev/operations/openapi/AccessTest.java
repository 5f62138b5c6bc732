package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessTest {
    private final RecordingServer server = RecordingServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyOperationOfAnApiAsksForTheScopesOfItsConfig() {
        TestApi api =
                TestApi.of(
                        server,
                        TestApi.document("get", "/p", "{}"),
                        config -> config.requires("billing:read", "billing:list"));

        assertThat(api.spec().accessControl())
                .isEqualTo(AccessControl.requires("billing:read", "billing:list"));
        assertThatThrownBy(() -> call(api, "billing:read"))
                .isInstanceOfSatisfying(
                        CallException.class,
                        denied -> assertThat(denied.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
        assertThat(server.waiting()).isZero();

        call(api, "billing:read", "billing:list");

        assertThat(server.waiting()).isEqualTo(1);
    }

    private static void call(TestApi api, String... scopes) {
        Identity identity = Identity.of("somebody", scopes);
        CallBuilder context = Call.builder().caller(new Caller.Authenticated(identity));
        api.registry().execute(context.to("api.op", Json.parse("{}")));
    }

    @Test
    void accessCanBeMoreThanScopes() {
        AccessControl access =
                AccessControl.none().withAnyOf("a", "b").withResource("bill", "read");

        TestApi api =
                TestApi.of(
                        server,
                        TestApi.document("get", "/p", "{}"),
                        config -> config.access(access));

        assertThat(api.spec().accessControl()).isEqualTo(access);
    }

    @Test
    void anybodyMayCallUnlessTheConfigSaysOtherwise() {
        TestApi api = TestApi.of(server, "get", "/p", "{\"security\": [{\"key\": []}]}");

        assertThat(api.spec().accessControl()).isEqualTo(AccessControl.none());
    }
}
