package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.AuthenticationException;
import dev.alkdev.operations.http.CorsOptions;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import jakarta.servlet.http.HttpServletRequest;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The snippets and commands of {@code docs/guide/rest.md}. */
class RestTest {
    private static final Pattern COMMAND =
            Pattern.compile("```sh\n(.*?)```\n```\n(.*?)```\n", Pattern.DOTALL);

    private final OperationRegistry registry = OperationRegistry.create();

    RestTest() {
        registry.register(
                OperationSpec.query("tasks.get")
                        .describedAs("Gives one task")
                        .input(
                                Schema.parse(
                                        """
                                        {"type": "object", "required": ["id"],
                                         "properties": {"id": {"type": "integer"}}}
                                        """))
                        .fails(ErrorSpec.of("TASK_GONE", "It was deleted").withHttpStatus(410))
                        .build(),
                (input, context) -> {
                    if (input.get("id").asInt() == 8) {
                        throw new CallException("TASK_GONE", "Task 8 was deleted");
                    }
                    return Json.parse("{\"id\": 7, \"title\": \"Write the guide\"}");
                });
        registry.register(
                OperationSpec.query("tasks.slow").describedAs("Takes its time").build(),
                (input, context) -> {
                    Thread.sleep(Duration.ofMinutes(1));
                    return null;
                });
        registry.register(
                OperationSpec.mutation("tasks.close").requires("tasks:write").build(),
                (input, context) -> null);
        registry.register(
                OperationSpec.subscription("tasks.watch").describedAs("Watches").build(),
                (input, context, emitter) -> {
                    emitter.emit(Json.parse("{\"id\": 7, \"state\": \"open\"}"));
                    emitter.emit(Json.parse("{\"id\": 7, \"state\": \"done\"}"));
                });
    }

    // snippet: caller
    static Caller caller(HttpServletRequest request) throws AuthenticationException {
        String header = request.getHeader("Authorization");
        if (header == null) {
            return Caller.anonymous();
        }
        if (!header.equals("Bearer s3cret")) {
            throw new AuthenticationException("the token is not valid");
        }
        return Caller.of(Identity.of("ann", "tasks:write"));
    }

    // end

    private Server start(int port) throws Exception {
        // snippet: gateway
        RestGateway gateway =
                RestGateway.over(registry)
                        .authenticator(RestTest::caller)
                        .info("Tasks", "1.0")
                        .build();
        Server server = new Server(port);
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(gateway.servlet()), "/*");
        server.setHandler(context);
        server.start();
        // end
        return server;
    }

    @Test
    void theCommandsOfTheGuidePrintWhatItSays() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/curl")), "skipped: no curl");
        Server server = start(0);
        try {
            int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            Matcher commands = COMMAND.matcher(Files.readString(Path.of("guide", "rest.md")));
            int count = 0;
            while (commands.find()) {
                String command = commands.group(1).replace("localhost:8080", "127.0.0.1:" + port);
                assertThat(run(command)).as(command).isEqualTo(commands.group(2).stripTrailing());
                count++;
            }
            assertThat(count).isEqualTo(12);
        } finally {
            server.stop();
        }
    }

    private static String run(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
        shell.getOutputStream().close();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        shell.waitFor();
        return output.stripTrailing();
    }

    @Test
    void pagesOfAnotherOriginAreLetInByARule() {
        RestGateway gateway =
                // snippet: cors
                RestGateway.over(registry).cors(CorsOptions.of("https://app.example")).build();
        // end
        assertThat(gateway).isNotNull();
    }
}
