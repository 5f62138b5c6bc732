package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.alkdev.operations.config.ConfigException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whatever becomes of a config, it is read or refused with places, and nothing else happens. */
class ConfigMutationTest {
    private static final int ROUNDS = 400;
    private static final String VALID =
            """
            name: shop
            title: "The ${NAME:-shop}"
            listen: {host: 127.0.0.1, port: 7700}
            engine: {url: "redis://cache:6379/1", prefix: shop, expiry: 2s}
            gateways: [link, rest]
            x-peer: &peer {type: peer, timeout: 5s, trust: {identities: true}}
            sources:
              - name: petstore
                type: openapi
                document: petstore.json
                baseUrl: https://petstore.example/v1
                headers: {X-Tenant: shop}
                auth: {basic: {user: me, password: "${NAME}"}}
                reload: 5m
                retry: {attempts: 3, firstDelay: 100ms}
                filters: {include: ["find*", {tag: public, path: /pets/**}], exclude: [{id: x}]}
                renames: {findPetsByStatus: findPets}
                scopes: [pets:read]
              - {<<: *peer, name: b, url: "ws://b/link", token: "${file:petstore.json}"}
              - {name: c, type: provider, provider: tasks, options: {a: [1, null, {b: 2.5}]}}
            limits: {bodyBytes: 1MiB, rate: {perSecond: 2.5}, timeouts: {default: 1.5s, max: 2m}}
            tokens:
              - id: ci
                hash: sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
                resources: {"project:42": [read, write]}
            cors: {origins: ["https://app.example"]}
            audit: {inputs: true, file: calls.jsonl}
            drain: 30
            """;
    private static final List<String> SNIPPETS =
            List.of(
                    "${",
                    "}",
                    "${X}",
                    "*a",
                    "&a ",
                    "<<: ",
                    "- ",
                    ": ",
                    "\n",
                    "\n---\n",
                    "\"",
                    "'",
                    "[",
                    "]",
                    "{",
                    "}",
                    "!!int ",
                    "|",
                    ">",
                    "#",
                    "\t",
                    "\u0000",
                    "\uD800",
                    "null",
                    "-1",
                    "1e400",
                    ".nan",
                    "0x",
                    "9999999999999999999",
                    "true",
                    "? ",
                    "%",
                    "@",
                    "://",
                    "?",
                    "~1",
                    "/",
                    "😀",
                    "\r",
                    "sha256:",
                    "ms",
                    "\\",
                    "\uFEFF",
                    "=");

    @TempDir Path folder;

    private void parse(String text) {
        try {
            new ConfigText(folder, Map.of("NAME", "shop")).parse(text);
        } catch (ConfigException e) {
            assertThat(e.problems()).isNotEmpty();
        } catch (RuntimeException | Error e) {
            fail("not only ConfigException for\n" + text, e);
        }
    }

    @Test
    void theConfigItselfIsValid() throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        HubConfig config =
                new ConfigText(folder, Map.of("NAME", "shop"))
                        .parse(VALID.replace("${file:petstore.json}", "t"));
        assertThat(config.sources()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aFewCharactersMoreOrLess(long seed) throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(VALID);
            for (int change = 1 + random.nextInt(4); change > 0; change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
                    case 1 -> text.insert(at, SNIPPETS.get(random.nextInt(SNIPPETS.size())));
                    default -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
                }
            }
            parse(text.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7, 8})
    void linesInAnotherOrder(long seed) throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> lines = new ArrayList<>(VALID.lines().toList());
            for (int change = 1 + random.nextInt(5); change > 0; change--) {
                int from = random.nextInt(lines.size());
                int to = random.nextInt(lines.size());
                switch (random.nextInt(3)) {
                    case 0 -> Collections.swap(lines, from, to);
                    case 1 -> lines.set(from, "  " + lines.get(to).strip());
                    default -> lines.add(from, lines.get(to));
                }
            }
            parse(String.join("\n", lines));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 10, 11})
    void valuesOfOtherKinds(long seed) throws IOException {
        Files.writeString(folder.resolve("petstore.json"), "{}");
        List<String> others =
                List.of(
                        "",
                        "null",
                        "-1",
                        "1e9",
                        "1e-300",
                        "x",
                        "true",
                        "[]",
                        "{}",
                        "[{}]",
                        "${NAME}",
                        "{a: 1}",
                        "[[x]]",
                        "\"\\0\"",
                        "999999999999",
                        "0.0",
                        "'${file:.}'",
                        "/",
                        "::");
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> lines = new ArrayList<>(VALID.lines().toList());
            for (int change = 1 + random.nextInt(3); change > 0; change--) {
                int at = random.nextInt(lines.size());
                String key = lines.get(at).replaceFirst(": .*", ":");
                lines.set(at, key + " " + others.get(random.nextInt(others.size())));
            }
            parse(String.join("\n", lines));
        }
    }
}
