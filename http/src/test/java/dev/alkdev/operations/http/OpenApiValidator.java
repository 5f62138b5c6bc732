package dev.alkdev.operations.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** An independent validator, run by Node. */
final class OpenApiValidator {
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
    static void check(String document) throws IOException {
        NodePackages packages = NodePackages.of(PACKAGE);
        Path script = packages.script("check.mjs", SCRIPT);
        Path file = Files.createTempFile(Path.of("target"), "document", ".json").toAbsolutePath();
        Files.writeString(file, document);
        ProcessOutcome outcome = packages.run(Duration.ofMinutes(2), script, file.toString());
        assertThat(outcome).isEqualTo(new ProcessOutcome(0, "valid 3.1\n", ""));
    }
}
