package dev.alkdev.operations.http;

import static dev.alkdev.operations.http.RestServer.json;
import static dev.alkdev.operations.http.RestServer.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
class MountTest {
    @Test
    void pathsAreRelativeToWhereTheServletIsMounted(OperationRegistry registry) {
        Tasks.in(registry);
        try (RestServer server = RestServer.serving(RestGateway.over(registry), "/api/v1", true)) {
            assertThat(server.get("/operations/tasks.add?a=1&b=2").body()).isEqualTo("3");
            assertThat(problem(server.get("/operations/no.such")).get("instance").asString())
                    .isEqualTo("/api/v1/operations/no.such");
            assertThat(json(server.get("/openapi.json")).at("/servers/0/url").asString())
                    .isEqualTo("/api/v1");
        }
    }
}
