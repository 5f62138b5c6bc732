package dev.alkdev.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.search.OperationSearch;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** The console of a registry in a server that is no hub; snippets of the guide. */
@Timeout(60)
class OwnServerTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static OperationRegistry shop;
    private static Activity calls;
    private static Server server;
    private static URI base;

    @BeforeAll
    static void start() throws Exception {
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/shop");
        serve(context);
        server.setHandler(context);
        server.start();
        base = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/shop/");
    }

    private static void serve(ServletContextHandler context) {
        // snippet: own-server
        Activity activity = new Activity(2_000, false);
        OperationRegistry registry = OperationRegistry.builder().observer(activity).build();
        registry.register(OperationSpec.query("shop.hello").build(), (input, call) -> "hello");

        HostSession session =
                new HostSession("Shop", "1", new HostSession.Paths("/api/operations", null, null));
        ConsoleApi api =
                ConsoleApi.over(registry, activity, OperationSearch.over(registry))
                        .session(session)
                        .build();
        context.addServlet(new ServletHolder(ConsoleServlet.below("/tools")), "/tools/*");
        context.addServlet(new ServletHolder(api), "/tools/console/api/*");
        context.addServlet(
                new ServletHolder(RestGateway.over(registry).build().servlet()), "/api/*");
        // end
        shop = registry;
        calls = activity;
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
        HTTP.close();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(base.resolve(path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> call(String id) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(base.resolve("api/operations/" + id))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(String path) throws Exception {
        HttpResponse<String> answer = get("tools/console/api/" + path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.parse(answer.body());
    }

    @Test
    void thePageLearnsWhereEverythingIs() throws Exception {
        JsonNode session = json("session");

        assertThat(session.toString())
                .isEqualTo(
                        "{\"title\":\"Shop\",\"version\":\"1\",\"caller\":null,"
                            + "\"signIn\":{\"needed\":false,\"token\":false,\"issuers\":[]},"
                            + "\"signOut\":false,\"csrf\":null,\"expires\":null,\"paths\":"
                            + "{\"rest\":\"/shop/api/operations\",\"mcp\":null,\"links\":null}}");
        assertThat(call("shop.hello").body()).isEqualTo("\"hello\"");
        assertThat(json("activity").at("/calls/0/operation").asString()).isEqualTo("shop.hello");
        assertThat(json("facets").get("total").asInt()).isEqualTo(1);
        assertThat(json("sources").toString())
                .isEqualTo("{\"sources\":[],\"links\":[],\"linkCount\":0}");
        assertThat(get("tools/console/api/login/acme").statusCode()).isEqualTo(404);
    }

    @Test
    void callsAreSeenAsTheyHappen() throws Exception {
        HttpResponse<InputStream> events =
                HTTP.send(
                        HttpRequest.newBuilder(base.resolve("tools/console/api/activity/events"))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo(": ");
            call("shop.hello");
            assertThat(lines.lines().filter(line -> line.startsWith("data:")).findFirst())
                    .get()
                    .asString()
                    .contains("shop.hello");
        }
    }

    @Test
    void whereCallersHaveNamesAnonymousOnesSeeNoDetailsOfEachOther() throws Exception {
        assertThat(call("shop.missing").statusCode()).isEqualTo(404);
        RecordedCall failed =
                calls.calls().stream()
                        .filter(call -> call.operation().equals("shop.missing"))
                        .findFirst()
                        .orElseThrow();
        Caller inspector = Caller.of(new Identity("eve", Set.of(Viewer.INSPECT), Map.of()));

        assertThat(new Viewer(Caller.anonymous(), shop, true).seesDetails(failed)).isTrue();
        assertThat(new Viewer(Caller.anonymous(), shop, false).seesDetails(failed)).isFalse();
        assertThat(new Viewer(Caller.anonymous(), shop, false).sees(failed)).isFalse();
        assertThat(new Viewer(inspector, shop, false).seesDetails(failed)).isTrue();
    }
}
