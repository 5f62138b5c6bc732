package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An independent validator, run by Node; tests that need it are skipped, visibly, without it. */
final class OpenApiValidator {
    private static final Path FOLDER = Path.of("target", "openapi-validator").toAbsolutePath();
    private static final String PACKAGE = "@seriousme/openapi-schema-validator@2.11.0";
    private static final String SCRIPT =
            """
            import { readFileSync } from "node:fs";
            import { Validator } from "@seriousme/openapi-schema-validator";

            const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
            const validator = new Validator();
            const result = await validator.validate(document);
            if (!result.valid) {
              console.log(JSON.stringify(result.errors, null, 1).slice(0, 4000));
              process.exit(1);
            }
            for (const reference of references(document)) {
              const target = reference.slice(2).split("/").reduce(
                (at, token) => at?.[decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")],
                document);
              if (target === undefined) {
                console.log("leads nowhere: " + reference);
                process.exit(1);
              }
            }
            console.log("valid " + validator.version);

            function references(node) {
              if (node === null || typeof node !== "object" || "$id" in node || "const" in node || "default" in node) {
                return [];
              }
              const own = typeof node.$ref === "string" ? [node.$ref] : [];
              return own.concat(...Object.values(node).map(references));
            }
            """;

    private OpenApiValidator() {}

    /** Asserts that a document is valid and that every reference leads somewhere. */
    static void check(String document) throws IOException, InterruptedException {
        boolean runs = isThere("node") && isThere("npm");
        assertThat(runs || System.getenv("CI") == null).as("CI has node and npm").isTrue();
        assumeTrue(runs, "skipped: no node to run a validator");
        install();
        Path file = Files.createTempFile(FOLDER, "document", ".json");
        Files.writeString(file, document);
        assertThat(run(List.of("node", "check.mjs", file.toString()))).isEqualTo("valid 3.1\n");
    }

    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve("check.mjs"), SCRIPT);
        if (!Files.exists(FOLDER.resolve("node_modules/@seriousme"))) {
            Files.writeString(FOLDER.resolve("package.json"), "{\"private\": true}");
            run(List.of("npm", "install", "--no-audit", "--no-fund", "--silent", PACKAGE));
        }
        assertThat(FOLDER.resolve("node_modules/@seriousme")).exists();
    }

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version").start().waitFor(20, TimeUnit.SECONDS);
        } catch (IOException absent) {
            return false;
        }
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(FOLDER.toFile())
                        .redirectErrorStream(true)
                        .start();
        CompletableFuture<String> output =
                CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
        try {
            // Ending the process closes its output, so that has to be read before.
            return output.get(120, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(command + " does not end", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(InputStream output) {
        try {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
