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
import java.util.concurrent.CompletableFuture;

/** Talks to a hub over HTTP, as curl would. */
final class HubClient implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI hub;
    private final String token;

    private HubClient(URI hub, String token) {
        this.hub = hub;
        this.token = token;
    }

    static HubClient of(Hub hub) {
        return new HubClient(hub.uri(), "");
    }

    static HubClient at(URI hub) {
        return new HubClient(hub, "");
    }

    HubClient with(String token) {
        return new HubClient(hub, token);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(hub.resolve(path)).timeout(Duration.ofSeconds(20));
        return token.isEmpty() ? builder : builder.header("Authorization", "Bearer " + token);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), BodyHandlers.ofString());
    }

    /** Asks what may be done, as a browser does before a request of another origin. */
    HttpResponse<String> options(String path) throws IOException, InterruptedException {
        return http.send(
                request(path).method("OPTIONS", BodyPublishers.noBody()).build(),
                BodyHandlers.ofString());
    }

    JsonNode json(String path) throws IOException, InterruptedException {
        return Json.parse(get(path).body());
    }

    HttpResponse<String> call(String id, String input) throws IOException, InterruptedException {
        return http.send(callRequest(id, input).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(postRequest(path, body).build(), BodyHandlers.ofString());
    }

    /** A post on a thread of its own. */
    CompletableFuture<HttpResponse<String>> laterPost(String path, String body) {
        return http.sendAsync(postRequest(path, body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder postRequest(String path, String body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    /** A call on a thread of its own. */
    CompletableFuture<HttpResponse<String>> later(String id, String input) {
        return http.sendAsync(callRequest(id, input).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> call(String id, String input, String header, String value)
            throws IOException, InterruptedException {
        return http.send(
                callRequest(id, input).header(header, value).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder callRequest(String id, String input) {
        return postRequest("/operations/" + id, input);
    }

    /** The lines of an event stream, as they come. */
    BufferedReader stream(String id, String input) throws IOException, InterruptedException {
        HttpResponse<InputStream> response =
                http.send(
                        callRequest(id, input).header("Accept", "text/event-stream").build(),
                        BodyHandlers.ofInputStream());
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
