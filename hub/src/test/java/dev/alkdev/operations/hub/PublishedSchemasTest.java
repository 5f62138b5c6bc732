package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Schemas that leave the hub are valid, whatever the documents contain: every client sees every
 * operation.
 */
class PublishedSchemasTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int ALL =
            BrokenDocuments.VERSIONS.size()
                    * BrokenDocuments.SCHEMAS.size()
                    * BrokenDocuments.OPERATIONS;

    private static final String CLIENT = "@modelcontextprotocol/sdk@1.32.2";
    private static final String AJV = "ajv@8.20.0";
    private static final String REDOCLY = "@redocly/openapi-core@2.64.0";

    /** The client compiles each output schema; the validator checks all by the metaschema. */
    private static final String LIST =
            """
            import { Client } from "@modelcontextprotocol/sdk/client/index.js";
            import { StreamableHTTPClientTransport }
              from "@modelcontextprotocol/sdk/client/streamableHttp.js";
            import Ajv2020 from "ajv/dist/2020.js";

            const client = new Client({ name: "test", version: "1" });
            await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
            const tools = [];
            let cursor;
            do {
              const page = await client.listTools({ cursor });
              tools.push(...page.tools);
              cursor = page.nextCursor;
            } while (cursor);
            const invalid = [];
            for (const tool of tools) {
              for (const schema of [tool.inputSchema, tool.outputSchema ?? true]) {
                try {
                  const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
                  ajv.compile(schema);
                } catch (e) {
                  invalid.push(tool.name + ": " + e.message + " " + JSON.stringify(schema));
                }
              }
            }
            console.log(JSON.stringify({ tools: tools.length, invalid }));
            await client.close();
            """;

    private static final String LINT =
            """
            import { readFileSync } from "node:fs";
            import { createConfig, lintFromString } from "@redocly/openapi-core";

            const source = readFileSync(process.argv[2], "utf8");
            const config = await createConfig(
              { rules: { struct: "error", "no-unresolved-refs": "error" } });
            const problems = await lintFromString({ source, config });
            console.log(JSON.stringify(problems.slice(0, 20).map(it =>
              it.message + " at " + it.location.map(at => at.pointer).join(" "))));
            """;

    @TempDir private static Path folder;
    private static CapturedLog log;
    private static Hub hub;

    @BeforeAll
    static void start() throws Exception {
        log = new CapturedLog();
        hub =
                HubFixtures.started(
                        HubConfig.parse(
                                "listen: 127.0.0.1:0\n" + BrokenDocuments.sources(folder),
                                folder,
                                variable -> null));
    }

    @AfterAll
    static void stop() {
        hub.close();
        log.close();
    }

    @Test
    void areListedByTheTypeScriptClientAndValidForAjv() {
        NodePackages packages = NodePackages.of(CLIENT, AJV);
        ProcessOutcome outcome =
                packages.run(LIMIT, packages.script("list.mjs", LIST), hub.uri() + "/mcp");

        assertThat(outcome.status()).as(outcome.toString()).isZero();
        assertThat(Json.parse(outcome.output()))
                .isEqualTo(Json.parse("{\"tools\": %d, \"invalid\": []}".formatted(ALL)));
    }

    @Test
    void areValidForRedoclyInTheServedDocument() throws Exception {
        NodePackages packages = NodePackages.of(REDOCLY);
        try (HubClient client = HubClient.of(hub)) {
            String document = client.get("/openapi.json").body();
            assertThat(Json.parse(document).path("paths").size()).isGreaterThanOrEqualTo(ALL);
            Path file = Files.writeString(folder.resolve("served.json"), document);
            ProcessOutcome outcome =
                    packages.run(LIMIT, packages.script("lint.mjs", LINT), file.toString());

            assertThat(outcome.status()).as(outcome.toString()).isZero();
            assertThat(Json.parse(outcome.output())).isEqualTo(Json.parse("[]"));
        }
    }

    @Test
    void areReadByAHubThatJoins() {
        String source =
                "sources:\n  - {name: far, type: peer, url: \"%s\"}\n"
                        .formatted(HubFixtures.linkUri(hub));
        try (Hub near = HubFixtures.started(source)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> operations(near.registry()) == ALL);
            assertThat(near.registry().spec("v303n0.write").toJson())
                    .isEqualTo(hub.registry().spec("v303n0.write").toJson());
        }
    }

    @Test
    void areReportedOnceForEachPlaceAndDirection() {
        for (int i = 0; i < 5; i++) {
            hub.registry().spec("v310n3.write").inputSchema().json();
            hub.registry().spec("v310n3.write").outputSchema().json();
        }

        assertThat(log.of("SchemaRepair"))
                .filteredOn(line -> line.contains("v310n3.json") && line.contains("/Broken/type"))
                .hasSizeBetween(1, 2);
    }

    private static long operations(OperationRegistry registry) {
        return registry.list(OperationQuery.all().withLimit(10_000)).operations().stream()
                .filter(spec -> spec.id().startsWith("v3"))
                .count();
    }
}
