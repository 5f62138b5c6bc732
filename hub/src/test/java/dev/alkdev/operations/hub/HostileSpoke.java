package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A spoke that sends what takes the most memory of a hub: large and endless listings, results,
 * items, errors and progress, at random.
 */
final class HostileSpoke implements Runnable {
    private static final int LARGE = 3_000_000;
    private static final int QUEUE = 200;

    private final URI hub;
    private final Random random;
    private final long until;
    private final BlockingQueue<JsonNode> requests = new LinkedBlockingQueue<>(QUEUE);
    private int connections;

    HostileSpoke(URI hub, long seed, long until) {
        this.hub = hub;
        this.random = new Random(seed);
        this.until = until;
    }

    /** How often it connected. */
    int connections() {
        return connections;
    }

    private boolean isOver() {
        return System.nanoTime() - until > 0;
    }

    @Override
    public void run() {
        while (!isOver()) {
            try (RawLink link = RawLink.reading(hub, this::received)) {
                connections++;
                requests.clear();
                int left = 20 + random.nextInt(200);
                while (left-- > 0 && !isOver()) {
                    JsonNode request = requests.poll(100, TimeUnit.MILLISECONDS);
                    if (request == null) {
                        askFor(link);
                    } else {
                        answer(link, request);
                    }
                }
            } catch (CompletionException cut) {
                // The hub cut this link off, which it may: the next one is opened.
                requests.clear();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void received(RawLink link, String text) {
        for (String line : text.lines().toList()) {
            JsonNode event = Json.parse(line);
            if (event.path("type").asString("").equals("call.requested")) {
                requests.offer(event.path("payload"));
            }
        }
    }

    /** Requests of its own, with metadata as large as their input. */
    private void askFor(RawLink link) {
        String large = random.nextBoolean() ? numbers(random.nextInt(LARGE)) : "[]";
        link.send(
                RawLink.request(
                        "own-" + random.nextInt(100),
                        random.nextBoolean() ? "test.echo" : "services.list",
                        ",\"metadata\":{\"m\":" + large + "}"));
    }

    private void answer(RawLink link, JsonNode request) {
        String id = request.path("requestId").asString();
        switch (request.path("operationId").asString()) {
            case "services.list" -> link.send(responded(id, page(), ""));
            case "h.op" -> answerCall(link, id);
            default -> answerStream(link, id);
        }
    }

    private void answerCall(RawLink link, String id) {
        switch (random.nextInt(6)) {
            case 0 -> link.send(responded(id, numbers(LARGE), ""));
            case 1 -> link.send(responded(id, text(LARGE), ""));
            case 2 ->
                    link.send(
                            event(
                                    "call.error",
                                    id,
                                    "\"code\":\"E\",\"message\":\"m\",\"details\":"
                                            + numbers(LARGE)));
            case 3 -> {
                for (int i = 0; i < 50; i++) {
                    String progress = "\"progress\":" + i + ",\"message\":" + text(LARGE / 5);
                    link.send(event("call.progress", id, progress));
                }
            }
            case 4 -> {
                // No answer.
            }
            default -> link.send(responded(id, "1", ""));
        }
    }

    /** Without regard to the window. */
    private void answerStream(RawLink link, String id) {
        int items = 50 + random.nextInt(200);
        int size = random.nextInt(LARGE / 20);
        String item = random.nextBoolean() ? numbers(size) : text(size);
        for (int i = 0; i < items && !isOver(); i++) {
            link.send(responded(id, item, ",\"sequence\":" + i));
        }
        if (random.nextBoolean()) {
            link.send(event("call.completed", id, ""));
        }
    }

    private String page() {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("node", random.nextBoolean() ? "n" : "n".repeat(100_000));
        ArrayNode operations = page.putArray("operations");
        operations.add(OperationSpec.query("h.op").build().toJson());
        operations.add(OperationSpec.subscription("h.items").build().toJson());
        if (random.nextInt(3) > 0) {
            return page.toString();
        }
        ObjectNode paths = page.putObject("paths");
        for (int i = 0; i < 200; i++) {
            String name = "op" + random.nextInt(1_000_000_000);
            ObjectNode spec = OperationSpec.query("x." + name).build().toJson().asObject();
            spec.putObject("inputSchema").set("enum", Json.parse(numbers(10_000)));
            operations.add(spec);
            for (int hop = 0; hop < 60; hop++) {
                paths.withArray("x." + name).add("hop-" + random.nextInt());
            }
        }
        page.put("nextCursor", "c" + random.nextInt());
        return page.toString();
    }

    /** Few characters that take much memory. */
    private static String numbers(int characters) {
        return "[" + "0,".repeat(characters / 2) + "0]";
    }

    private static String text(int characters) {
        return "\"" + "x".repeat(characters) + "\"";
    }

    private static String responded(String id, String data, String more) {
        String meta = "\"meta\":{\"source\":\"local\",\"operationId\":\"h.op\",\"timestamp\":1}";
        return event(
                "call.responded", id, "\"output\":{\"data\":" + data + "," + meta + "}" + more);
    }

    private static String event(String type, String id, String more) {
        return "{\"type\":\"%1$s\",\"id\":\"%2$s\",\"payload\":{\"requestId\":\"%2$s\"%3$s}}"
                .formatted(type, id, more.isEmpty() || more.startsWith(",") ? more : "," + more);
    }
}
