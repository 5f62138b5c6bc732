package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.http.RestGateway;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs of {@code docs/guide/start.md}. */
class StartTest {
    @Test
    void theProgramRuns() {
        assertThat(Main.registry().execute("hello.greet", Map.of("name", "Ann")).data().toString())
                .isEqualTo("{\"text\":\"Hello Ann\"}");
    }

    @Test
    void theVersionsAreThoseOfTheBuild() {
        String page = Repository.read(Repository.ROOT.resolve("docs/guide/start.md"));
        String pom = Repository.read(Repository.ROOT.resolve("pom.xml"));
        List<String> plugins =
                Pattern.compile("<artifactId>(maven-\\w+-plugin)</artifactId>\\s*<version>[\\d.]+<")
                        .matcher(page)
                        .results()
                        .map(plugin -> plugin.group().replaceAll("\\s", ""))
                        .toList();

        assertThat(plugins).hasSize(2).allMatch(pom.replaceAll("\\s", "")::contains);
        Matcher jetty = Pattern.compile("jetty-ee11-servlet:([\\d.]+)`").matcher(page);
        assertThat(jetty.find()).isTrue();
        assertThat(pom).contains("<jetty.version>" + jetty.group(1) + "</jetty.version>");
    }

    @Test
    void itIsServed() throws Exception {
        OperationRegistry registry = Main.registry();
        int port = 0;
        // snippet: serve
        Server server = new Server(port); // 8080
        ServletContextHandler context = new ServletContextHandler();
        context.addServlet(new ServletHolder(RestGateway.over(registry).build().servlet()), "/*");
        server.setHandler(context);
        server.start();
        // end
        try (HttpClient client = HttpClient.newHttpClient()) {
            int used = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
            URI uri = URI.create("http://localhost:" + used + "/operations/hello.greet?name=Ann");
            assertThat(
                            client.send(
                                            HttpRequest.newBuilder(uri).build(),
                                            BodyHandlers.ofString())
                                    .body())
                    .isEqualTo("{\"text\":\"Hello Ann\"}");
        } finally {
            server.stop();
        }
    }
}
