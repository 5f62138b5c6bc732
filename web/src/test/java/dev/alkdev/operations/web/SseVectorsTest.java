package dev.alkdev.operations.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Streams with the events that a literal reading of the specification finds in them. */
class SseVectorsTest {
    private static final String FILE = "sse/sse.json";
    private static final Path FOLDER =
            Path.of(System.getProperty("vectors", "../../shared/vectors"))
                    .toAbsolutePath()
                    .normalize();
    private static final int LARGE = 10_000;

    @Test
    void everyStreamHoldsItsEventsHoweverItIsCut() throws Exception {
        Path file = FOLDER.resolve(FILE);
        assumeTrue(Files.exists(file), () -> "skipped: no vectors at " + file);
        List<String> failures = new ArrayList<>();
        int total = 0;
        for (JsonNode vector : Json.mapper().readTree(file).get("vectors")) {
            total++;
            String failure = failure(vector);
            if (!failure.isEmpty()) {
                failures.add(vector.get("name").asString() + ": " + failure);
            }
        }
        System.out.println("vectors " + FILE + ": " + (total - failures.size()) + "/" + total);
        assertThat(failures).isEmpty();
        assertThat(total).isPositive();
    }

    private static String failure(JsonNode vector) throws Exception {
        List<byte[]> chunks = chunks(vector);
        String expected = expected(vector);
        String asGiven = parse(chunks);
        if (!asGiven.equals(expected)) {
            return "as given: " + asGiven + " instead of " + expected;
        }
        byte[] whole = join(chunks);
        for (List<byte[]> cut : cuts(whole)) {
            String found = parse(cut);
            if (!found.equals(expected)) {
                return "cut otherwise: " + found + " instead of " + expected;
            }
        }
        return "";
    }

    /** In one piece, byte by byte, at every single place, and in random pieces. */
    private static List<List<byte[]>> cuts(byte[] whole) {
        List<List<byte[]>> cuts = new ArrayList<>();
        cuts.add(List.of(whole));
        int step = whole.length < LARGE ? 1 : whole.length / 30;
        for (int at = 1; at < whole.length; at += step) {
            cuts.add(List.of(part(whole, 0, at), part(whole, at, whole.length)));
        }
        List<byte[]> single = new ArrayList<>();
        for (int at = 0; at < whole.length; at++) {
            single.add(part(whole, at, at + 1));
        }
        cuts.add(single);
        Random random = new Random(whole.length);
        for (int i = 0; i < 20; i++) {
            cuts.add(randomPieces(whole, random));
        }
        return cuts;
    }

    private static List<byte[]> randomPieces(byte[] whole, Random random) {
        List<byte[]> pieces = new ArrayList<>();
        int longest = whole.length > 100_000 ? 5_000 : 7;
        for (int at = 0; at < whole.length; ) {
            int end = Math.min(whole.length, at + random.nextInt(longest + 1));
            pieces.add(part(whole, at, end));
            at = end;
        }
        return pieces;
    }

    private static byte[] part(byte[] bytes, int from, int end) {
        return Arrays.copyOfRange(bytes, from, end);
    }

    private static String parse(List<byte[]> chunks) throws Exception {
        List<SseEvent> events = new ArrayList<>();
        SseParser parser = new SseParser(events::add);
        for (byte[] chunk : chunks) {
            // Surrounded by other bytes, so that reading beyond the chunk shows.
            byte[] padded = new byte[chunk.length + 2];
            padded[0] = '\n';
            padded[chunk.length + 1] = '\n';
            System.arraycopy(chunk, 0, padded, 1, chunk.length);
            parser.feed(padded, 1, chunk.length);
        }
        StringBuilder text = new StringBuilder();
        for (SseEvent event : events) {
            text.append(dataText(event.data())).append('|').append(event.event()).append('|');
            text.append(event.lastEventId()).append('|').append(event.id()).append('\n');
        }
        text.append(parser.lastEventId()).append('|').append(parser.retry().orElse(null));
        return text.append('|').append(parser.unknownFields()).toString();
    }

    private static String expected(JsonNode vector) {
        StringBuilder text = new StringBuilder();
        for (JsonNode event : vector.get("events")) {
            JsonNode data = event.get("data");
            text.append(
                    data != null
                            ? data.asString()
                            : event.get("dataLength").asInt()
                                    + " "
                                    + event.get("dataSha256").asString());
            text.append('|').append(event.get("event").asString()).append('|');
            text.append(event.get("id").asString()).append('|');
            JsonNode block = event.get("blockId");
            text.append(block.isNull() ? "null" : block.asString()).append('\n');
        }
        text.append(vector.get("lastEventId").asString()).append('|');
        JsonNode retry = vector.get("retry");
        text.append(retry == null || retry.isNull() ? "null" : retry.asString());
        return text.append('|').append(vector.get("unknownFieldLines").asInt()).toString();
    }

    private static String dataText(String data) throws Exception {
        if (data.length() <= 4096) {
            return data;
        }
        byte[] hash =
                MessageDigest.getInstance("SHA-256").digest(data.getBytes(StandardCharsets.UTF_8));
        return data.length() + " " + HexFormat.of().formatHex(hash);
    }

    private static List<byte[]> chunks(JsonNode vector) {
        List<byte[]> chunks = new ArrayList<>();
        for (JsonNode chunk : vector.get("chunks")) {
            chunks.add(
                    chunk.has("base64")
                            ? Base64.getDecoder().decode(chunk.get("base64").asString())
                            : chunk.get("text")
                                    .asString()
                                    .repeat(chunk.path("repeat").asInt(1))
                                    .getBytes(StandardCharsets.UTF_8));
        }
        return chunks;
    }

    private static byte[] join(List<byte[]> chunks) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        chunks.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
