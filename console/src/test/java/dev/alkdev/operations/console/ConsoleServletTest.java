package dev.alkdev.operations.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

class ConsoleServletTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static Server server;
    private static URI base;

    @BeforeAll
    static void start() throws Exception {
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/desk");
        ServletHolder console = new ServletHolder(ConsoleServlet.atRoot());
        context.addServlet(console, "");
        context.addServlet(console, "/console/assets/*");
        context.addServlet(
                new ServletHolder(ConsoleServlet.below("/inner/tools")), "/inner/tools/*");
        server.setHandler(context);
        server.start();
        base = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/desk/");
        // In CI the build fails instead.
        assumeTrue(page().contains("<script"), "this was built without Node");
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
        CLIENT.close();
    }

    private static HttpResponse<byte[]> send(String method, String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static String page() {
        return new String(send("GET", "").body(), StandardCharsets.UTF_8);
    }

    private static List<String> assets() {
        return Pattern.compile("(?:src|href)=\"([^\"]+)\"")
                .matcher(page())
                .results()
                .map(MatchResult::group)
                .map(found -> found.replaceAll("^[a-z]+=\"|\"$", ""))
                .toList();
    }

    private static String script() {
        return assets().stream().filter(path -> path.endsWith(".js")).findFirst().orElseThrow();
    }

    @Test
    void belowAPathThePageFindsItsFilesBelowThatPath() {
        HttpResponse<byte[]> below = send("GET", "inner/tools/");

        assertThat(new String(below.body(), StandardCharsets.UTF_8)).isEqualTo(page());
        assertThat(header(below, "Content-Security-Policy")).startsWith("default-src 'none'");
        assertThat(send("GET", "inner/tools/" + script()).body())
                .isEqualTo(send("GET", script()).body());
        HttpResponse<byte[]> withoutSlash = send("GET", "inner/tools");
        assertThat(withoutSlash.statusCode()).isEqualTo(302);
        assertThat(base.resolve("inner/tools").resolve(header(withoutSlash, "Location")))
                .isEqualTo(base.resolve("inner/tools/"));
        assertThat(send("GET", "inner/tools/console/api/session").statusCode()).isEqualTo(404);
    }

    @Test
    void thePageIsAskedForAnewAndMayDoLittle() {
        HttpResponse<byte[]> response = send("GET", "");
        assertThat(response.statusCode()).isEqualTo(200);
        // Containers differ in the space.
        assertThat(header(response, "Content-Type").replace(" ", ""))
                .isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
        assertThat(header(response, "Content-Security-Policy"))
                .isEqualTo(
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"
                            + " data: blob:; media-src data: blob:; connect-src 'self'; base-uri"
                            + " 'none'; form-action 'none'; frame-ancestors 'none';"
                            + " require-trusted-types-for 'script'; trusted-types 'none'");
        assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(response, "Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void thePageHasNothingInlineAndNothingFromElsewhere() {
        assertThat(page())
                .doesNotContainPattern("<script(?![^>]* src=)")
                .doesNotContain("<style", " style=", " onload=", "://");
        assertThat(assets()).isNotEmpty().allMatch(path -> path.startsWith("console/assets/"));
    }

    @Test
    void filesHaveTheHashOfTheirContentInTheirNamesAndAreKept() {
        assertThat(assets())
                .allSatisfy(
                        path -> {
                            assertThat(path).matches(".*-[A-Z0-9]{8}\\.(js|css|svg)");
                            HttpResponse<byte[]> response = send("GET", path);
                            assertThat(response.statusCode()).isEqualTo(200);
                            assertThat(header(response, "Cache-Control"))
                                    .isEqualTo("public, max-age=31536000, immutable");
                            assertThat(header(response, "Vary")).isEqualTo("Accept-Encoding");
                        });
    }

    @Test
    void aFileIsCompressedForThoseWhoTakeIt() throws Exception {
        byte[] plain = send("GET", script()).body();
        HttpResponse<byte[]> zipped = send("GET", script(), "Accept-Encoding", "gzip");
        assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes())
                .isEqualTo(plain);
        assertThat(zipped.body().length).isLessThan(plain.length);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, deflate, br|br",
                "gzip;q=0.5, br;q=0|gzip",
                "br;q=0.0, gzip;q=0|''",
                "identity|''",
                "GZIP|gzip",
                "*|''"
            })
    void theBestEncodingThatIsAcceptedIsUsed(String accepted, String used) {
        HttpResponse<byte[]> response = send("GET", script(), "Accept-Encoding", accepted);
        assertThat(header(response, "Content-Encoding")).isEqualTo(used);
        assertThat(response.body()).hasSize(Integer.parseInt(header(response, "Content-Length")));
    }

    @Test
    void whatHasNotChangedIsNotSentAgain() {
        for (String path : List.of("", script())) {
            String tag = header(send("GET", path, "Accept-Encoding", "gzip"), "ETag");
            assertThat(tag).matches("\"[0-9a-f]{16}\\.gz\"");
            HttpResponse<byte[]> again =
                    send(
                            "GET",
                            path,
                            "If-None-Match",
                            "W/\"x\", " + tag,
                            "Accept-Encoding",
                            "gzip");
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(send("GET", path, "If-None-Match", tag).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void headGivesWhatGetWouldWithoutTheBody() {
        HttpResponse<byte[]> response = send("HEAD", script());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(Integer.parseInt(header(response, "Content-Length")))
                .isEqualTo(send("GET", script()).body().length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console/assets/nothing.js",
                "console/assets/",
                "console/assets/%2e%2e/%2e%2e/index.html",
                "console/assets/files.txt"
            })
    void thereIsNothingElse(String path) {
        HttpResponse<byte[]> response = send("GET", path);
        assertThat(response.statusCode()).isBetween(400, 404);
        assertThat(header(response, "Cache-Control")).doesNotContain("immutable");
    }

    @Test
    void nothingCanBeSentToIt() {
        HttpResponse<byte[]> response = send("POST", "");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
    }

    /** Everything that the browser loads before the catalog is usable. */
    @Test
    void theFirstViewIsSmall() {
        int size = send("GET", "", "Accept-Encoding", "gzip").body().length;
        for (String path : assets()) {
            size += send("GET", path, "Accept-Encoding", "gzip").body().length;
        }
        System.out.println("console, first view, gzip: " + size + " bytes");
        assertThat(size).isLessThan(60_000);
    }
}
