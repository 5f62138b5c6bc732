package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Talks to a hub as the pages of its console do: with a cookie, and a header against forgery. */
final class ConsoleClient implements AutoCloseable {
    /** What the name of the cookie begins with; its port follows. */
    static final String COOKIE = "operations-console-";

    private static final String API = "/console/api";

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI hub;
    private String cookie = "";
    private String csrf = "";

    ConsoleClient(Hub hub) {
        this.hub = hub.uri();
    }

    /** A browser that has signed in with a token. */
    static ConsoleClient signedIn(Hub hub, String token) throws Exception {
        ConsoleClient client = new ConsoleClient(hub);
        HttpResponse<String> response = client.signIn(token);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.body());
        }
        return client;
    }

    HttpResponse<String> signIn(String token) throws IOException, InterruptedException {
        String body = Json.mapper().createObjectNode().put("token", token).toString();
        HttpResponse<String> response = send(request("/session").POST(text(body)));
        if (response.statusCode() == 200) {
            take(response);
        }
        return response;
    }

    private static HttpRequest.BodyPublisher text(String body) {
        return BodyPublishers.ofString(body);
    }

    /** Keeps what a browser would keep. */
    void take(HttpResponse<String> response) {
        for (String set : response.headers().allValues("Set-Cookie")) {
            if (set.contains(COOKIE)) {
                cookie = set.substring(0, set.indexOf(';'));
            }
        }
        if (!response.body().isEmpty()) {
            csrf = Json.parse(response.body()).path("csrf").asString("");
        }
    }

    String cookie() {
        return cookie;
    }

    void cookie(String cookie) {
        this.cookie = cookie;
    }

    String csrf() {
        return csrf;
    }

    void csrf(String csrf) {
        this.csrf = csrf;
    }

    /** A request of the API, with cookie and header. */
    HttpRequest.Builder request(String path) {
        return at(API + path);
    }

    HttpRequest.Builder at(String path) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(hub.resolve(path))
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", "application/json");
        if (!cookie.isEmpty()) {
            builder.header("Cookie", cookie);
        }
        return csrf.isEmpty() ? builder : builder.header("X-Console-Csrf", csrf);
    }

    HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return Json.parse(response.body());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path).POST(text(body)));
    }

    HttpResponse<String> call(String id, String input) throws IOException, InterruptedException {
        return send(at("/operations/" + id).POST(text(input)));
    }

    HttpResponse<String> signOut() throws IOException, InterruptedException {
        return send(request("/session").DELETE());
    }

    /** The lines of an event stream, as they come. */
    BufferedReader stream(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(
                        request.timeout(Duration.ofMinutes(2))
                                .header("Accept", "text/event-stream")
                                .build(),
                        BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new AssertionError("" + response.statusCode());
        }
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
