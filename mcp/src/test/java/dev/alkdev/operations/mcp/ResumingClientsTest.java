package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.testkit.NodePackages;
import dev.alkdev.operations.testkit.ProcessOutcome;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The TypeScript clients resume calls and notifications whose connections break. */
@Timeout(240)
class ResumingClientsTest {
    private static final int REPORTS = 60;
    private static final int BETWEEN_CUTS = 10;

    /** Older clients, and newer ones that speak with an older server. */
    private static final String CALL =
            """
            const { Client, StreamableHTTPClientTransport } = await import(process.argv[3])
              .then(it => it.StreamableHTTPClientTransport ? it : Promise.all([it, import(
                "@modelcontextprotocol/sdk/client/streamableHttp.js")])
                .then(([client, http]) => ({ ...client, ...http })));
            const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), {
              reconnectionOptions: { initialReconnectionDelay: 20, maxReconnectionDelay: 200,
                reconnectionDelayGrowFactor: 1.5, maxRetries: 50 } });
            const client = new Client({ name: "test", version: "1" });
            await client.connect(transport);
            const methods = [];
            const receive = transport.onmessage;
            transport.onmessage = (message, extra) => {
              if (message.method) methods.push(message.method);
              receive(message, extra);
            };
            const progress = [];
            const options = { onprogress: report => {
              if (progress.push(report.progress) === 1)
                client.callTool({ name: "slow_begun", arguments: {} }).catch(() => {});
            } };
            const request = { name: "slow_count", arguments: {} };
            const result = process.argv[3].includes("sdk")
              ? await client.callTool(request, undefined, options)
              : await client.callTool(request, options);
            for (let i = 0; i < 500 && !methods.includes("notifications/tools/list_changed"); i++)
              await new Promise(done => setTimeout(done, 20));
            console.log(JSON.stringify({
              result: result.content[0].text, progress, session: transport.sessionId,
              changed: methods.includes("notifications/tools/list_changed") }));
            process.exit(0);
            """;

    private final OperationRegistry registry = OperationRegistry.create();
    private final AtomicInteger cuts = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({
        "@modelcontextprotocol/sdk@1.32.2, @modelcontextprotocol/sdk/client/index.js",
        "@modelcontextprotocol/client@2.4.0, @modelcontextprotocol/client",
    })
    void getEveryMessageOnce(String name, String module) throws Exception {
        NodePackages packages = NodePackages.of(name);
        try (McpTestServer server = McpTestServer.serving(McpGateway.over(registry));
                CuttingProxy proxy = new CuttingProxy(server.uri("/mcp"))) {
            CountDownLatch begun = new CountDownLatch(1);
            registry.register(
                    OperationSpec.query("slow.begun").build(),
                    (input, context) -> {
                        begun.countDown();
                        return "begun";
                    });
            registry.register(
                    OperationSpec.query("slow.count").build(),
                    (input, context) -> {
                        context.progress(1, (double) REPORTS, "step");
                        // A response without a beginning is no stream, and cannot be resumed.
                        begun.await();
                        return count(context, proxy);
                    });
            ProcessOutcome outcome =
                    packages.run(
                            Duration.ofMinutes(2),
                            packages.script("resume.mjs", CALL),
                            proxy.uri("/mcp").toString(),
                            module);

            assertThat(outcome.status()).as(outcome.toString()).isZero();
            JsonNode received = Json.parse(outcome.output());
            assertThat(received.path("session").asString("")).as("%s", received).isNotEmpty();
            assertThat(received.get("result").asString()).isEqualTo("counted");
            assertThat(received.get("progress").valueStream().map(JsonNode::asInt))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, REPORTS).boxed().toList());
            assertThat(received.get("changed").asBoolean()).isTrue();
            assertThat(cuts).hasValue(REPORTS / BETWEEN_CUTS);
        }
    }

    private Object count(OperationContext context, CuttingProxy proxy) {
        for (int i = 2; i <= REPORTS; i++) {
            context.progress(i, (double) REPORTS, "step");
            if (i % BETWEEN_CUTS == 0) {
                proxy.cut();
                cuts.incrementAndGet();
                registry.register(OperationSpec.query("more.n" + i).build(), (in, out) -> 1);
            }
        }
        return "counted";
    }
}
