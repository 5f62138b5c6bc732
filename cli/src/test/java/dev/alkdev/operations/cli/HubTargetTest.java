package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.config.NewToken;
import dev.alkdev.operations.config.TokenHash;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

class HubTargetTest {
    @Test
    void whereNoHubAnswersTheCommandSaysHowToStartOne() {
        TestConsole console = new TestConsole().hub("http://127.0.0.1:9");

        assertThat(console.run("list")).isEqualTo(ExitCode.UNREACHABLE);

        assertThat(console.err())
                .isEqualTo(
                        """
                        HUB_UNREACHABLE: no hub answers at http://127.0.0.1:9: connection refused
                        Start one with: operations serve
                        Or name another with --hub URL or OPERATIONS_HUB.
                        """);
    }

    @Test
    void theOptionCountsBeforeTheEnvironment() {
        TestConsole console = new TestConsole().hub("http://127.0.0.1:9");

        console.run("list", "--hub", "http://127.0.0.1:10/");

        assertThat(console.errLines().getFirst())
                .isEqualTo(
                        "HUB_UNREACHABLE: no hub answers at http://127.0.0.1:10: connection"
                                + " refused");
    }

    @Test
    void anAddressThatIsNoneIsWrongUsage() {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--hub", "localhost:7700")).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        "operations: the address of a hub looks like http://127.0.0.1:7700, not"
                                + " like localhost:7700\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:99999", "http://127.0.0.1:0"})
    void aPortThatIsNoneIsWrongUsage(String address) {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--hub", address)).isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        "operations: a port is a number from 1 to 65535, not "
                                + address.substring(address.lastIndexOf(':') + 1)
                                + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:7700/#part",
                "http://127.0.0.1:7700/?a=b",
                "http://ann@127.0.0.1:7700",
                "ftp://127.0.0.1"
            })
    void anAddressWithMoreThanAPlaceIsWrongUsage(String address) {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--hub", address)).isEqualTo(ExitCode.USAGE);

        assertThat(console.err()).endsWith(" not like " + address + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3\n4", "é", "語"})
    void anEventIdThatCannotBeSentIsWrongUsage(String id) {
        TestConsole console = new TestConsole().hub("http://127.0.0.1:9");

        assertThat(console.run("subscribe", "tasks.watch", "--after", id))
                .isEqualTo(ExitCode.USAGE);

        assertThat(console.err())
                .isEqualTo(
                        "operations: --after has characters that are not printable ASCII, which the"
                                + " HTTP client cannot send\n");
    }

    @Test
    void hubAndConfigExcludeEachOther() {
        TestConsole console = new TestConsole();

        assertThat(console.run("list", "--hub", "http://127.0.0.1:9", "--config", "hub.yaml"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(console.err()).isEqualTo("operations: --config excludes --hub and --user\n");
    }

    @Nested
    class WithTokens {
        private static final String SECRET = NewToken.create("x", List.of()).token().value();

        private ExampleHub guarded() {
            String yaml =
                    """
                    sources:
                      - {name: tasks, type: provider, provider: tasks, options: {scopes: true}}
                    tokens:
                      - {id: ann, hash: "%s", scopes: ["tasks:write"]}
                      - {id: bob, hash: "%s", scopes: []}
                    """
                            .formatted(TokenHash.of(SECRET).text(), TokenHash.of("bob").text());
            return ExampleHub.start(yaml);
        }

        @Test
        void theTokenOfTheEnvironmentLetsIn() {
            try (ExampleHub hub = guarded()) {
                TestConsole console = hub.console().variable("OPERATIONS_TOKEN", SECRET);

                assertThat(console.run("call", "tasks.add", "{\"title\": \"Buy milk\"}"))
                        .as(console.err())
                        .isEqualTo(ExitCode.OK);
            }
        }

        @Test
        void withoutATokenAccessIsDenied() {
            try (ExampleHub hub = guarded()) {
                TestConsole console = hub.console();

                assertThat(console.run("call", "tasks.add", "{\"title\": \"Buy milk\"}"))
                        .isEqualTo(ExitCode.DENIED);

                assertThat(console.err()).startsWith("ACCESS_DENIED: ");
            }
        }

        @Test
        void withoutTheScopeAccessIsDenied() {
            try (ExampleHub hub = guarded()) {
                TestConsole console = hub.console();

                assertThat(
                                console.run(
                                        "call",
                                        "tasks.add",
                                        "{\"title\": \"Buy milk\"}",
                                        "--token",
                                        "bob"))
                        .isEqualTo(ExitCode.DENIED);

                assertThat(console.err()).startsWith("ACCESS_DENIED: ").contains("tasks:write");
            }
        }

        @Test
        void membersTypedByAHiddenSchemaAreDeniedForTheMissingScopeAllTheSame() {
            try (ExampleHub hub = guarded()) {
                TestConsole console = hub.console();

                assertThat(console.run("call", "tasks.add", "title=Milk", "--token", "bob"))
                        .isEqualTo(ExitCode.DENIED);

                assertThat(console.err())
                        .isEqualTo(
                                "ACCESS_DENIED: access to tasks.add denied: scope tasks:write is"
                                        + " missing\n");
            }
        }

        @Test
        void aWrongTokenIsDeniedAndNeverPrinted() {
            try (ExampleHub hub = guarded()) {
                TestConsole console = hub.console();

                assertThat(console.run("list", "--token", "op_wrong-but-secret", "--json"))
                        .isEqualTo(ExitCode.DENIED);

                assertThat(console.out() + console.err()).doesNotContain("wrong-but-secret");
            }
        }

        @Test
        void aTokenThatCannotBeSentIsWrongUsageAndNeverPrinted() {
            TestConsole console = new TestConsole().hub("http://127.0.0.1:9");

            assertThat(console.run("list", "--token", "secret\nline")).isEqualTo(ExitCode.USAGE);

            assertThat(console.err())
                    .isEqualTo("operations: the token has characters that no token can have\n");
        }
    }

    @Nested
    class SomethingElseOnThePort {
        private TestConsole against(String type, String body, String... arguments)
                throws IOException {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
            server.createContext(
                    "/",
                    exchange -> {
                        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                        exchange.getResponseHeaders().set("Content-Type", type);
                        exchange.sendResponseHeaders(200, bytes.length);
                        exchange.getResponseBody().write(bytes);
                        exchange.close();
                    });
            server.start();
            try {
                TestConsole console = new TestConsole();
                console.hub("http://127.0.0.1:" + server.getAddress().getPort());
                assertThat(console.run(arguments)).isEqualTo(ExitCode.UNREACHABLE);
                return console;
            } finally {
                server.stop(0);
            }
        }

        @Test
        void isToldFromAHub() throws IOException {
            TestConsole console = against("text/html", "<html>", "list");

            assertThat(console.errLines().getFirst())
                    .endsWith(" is not a hub: it answered with HTTP 200, text/html");
        }

        @Test
        void isToldFromAHubByItsJson() throws IOException {
            TestConsole console = against("application/json", "{", "list");

            assertThat(console.err()).contains("that is not JSON");
        }

        @Test
        void isToldFromAHubByItsEvents() throws IOException {
            TestConsole console = against("application/json", "{}", "subscribe", "a.b");

            assertThat(console.errLines().getFirst())
                    .endsWith("it answered with application/json instead of events");
        }

        @Test
        void aStreamThatBreaksOffIsALostConnection() throws IOException {
            TestConsole console =
                    against("text/event-stream", "event: item\ndata: 1\n\n", "subscribe", "a.b");

            assertThat(console.out()).isEqualTo("1\n");
            assertThat(console.errLines().getFirst())
                    .contains("the connection to the hub at ")
                    .endsWith(" was lost: the stream broke off");
        }
    }
}
