package dev.alkdev.operations.code;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApi;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A client that was generated from the document of a REST API talks to the API. */
class GeneratedClientTest {
    private static final String DOCUMENT =
            """
            openapi: 3.0.3
            info: {title: Things, version: 1.0.0}
            paths:
              /things/{thing-id}:
                put:
                  operationId: put-thing
                  parameters:
                    - {name: thing-id, in: path, required: true, schema: {type: string, format: uuid}}
                    - {name: X-Trace, in: header, schema: {type: integer, format: int32}}
                  requestBody:
                    required: true
                    content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
                  responses:
                    '200':
                      description: as it came
                      content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
                get:
                  operationId: get-thing
                  parameters:
                    - {name: thing-id, in: path, required: true, schema: {type: string, format: uuid}}
                  responses:
                    '200':
                      description: it
                      content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
                    '404':
                      description: There is none
                      content:
                        application/json:
                          schema:
                            type: object
                            required: [reason]
                            properties: {reason: {type: string}}
            components:
              schemas:
                Thing:
                  type: object
                  required: [due-date, kind, note, created]
                  properties:
                    due-date: {type: string, format: date}
                    kind: {type: string, enum: [big one, small]}
                    note: {type: string, nullable: true}
                    created: {type: string, format: date-time}
                    data: {type: string, format: byte}
                    price: {type: number}
                    class: {type: integer, format: int32}
                    parts: {type: array, items: {$ref: '#/components/schemas/Part'}}
                    others: {type: object, additionalProperties: {$ref: '#/components/schemas/Thing'}}
                Part:
                  anyOf:
                    - {$ref: '#/components/schemas/Screw'}
                    - {$ref: '#/components/schemas/Plate'}
                  discriminator:
                    propertyName: partType
                    mapping: {screw: '#/components/schemas/Screw', plate: '#/components/schemas/Plate'}
                Screw:
                  type: object
                  required: [partType]
                  properties: {partType: {type: string}, length: {type: number, format: double}}
                Plate:
                  type: object
                  required: [partType]
                  properties: {partType: {type: string}, holes: {type: integer}}
                  additionalProperties: {type: boolean}
            """;

    private static final JavaSource PROGRAM =
            new JavaSource(
                    "api.Program",
                    """
                    package api;
                    import api.Things.*;
                    import java.math.BigDecimal;
                    import java.time.*;
                    import java.util.*;

                    public final class Program {
                        public static String put(Things things) {
                            UUID id = UUID.fromString("11111111-2222-3333-4444-555555555555");
                            Thing inner = new Thing(
                                    LocalDate.of(2026, 1, 2), ThingKind.SMALL, null,
                                    OffsetDateTime.parse("2026-01-02T03:04:05+02:00"),
                                    null, null, null, null, null);
                            PutThingInput input = new PutThingInput(
                                    id, 7, LocalDate.of(2026, 2, 28), ThingKind.BIG_ONE, "n",
                                    inner.created(), new byte[] {1, 2, (byte) 0xff},
                                    new BigDecimal("3.30"), 9,
                                    List.of(new Screw(2.5), new Plate(4L, Map.of("shiny", true))),
                                    Map.of("inner", inner));
                            Thing thing = things.putThing(input);
                            boolean same = Arrays.equals(thing.data(), input.data())
                                    && thing.parts().equals(input.parts())
                                    && thing.others().get("inner").equals(inner)
                                    && thing.created().equals(inner.created());
                            return same + " " + thing.dueDate() + " " + thing.kind() + " "
                                    + thing.price() + " " + thing.classValue() + " "
                                    + thing.others().get("inner").note();
                        }

                        public static String missing(Things things) {
                            try {
                                return things.getThing(new UUID(0, 0)).toString();
                            } catch (Http404Exception missing) {
                                return missing.statusCode() + " " + missing.body().reason();
                            }
                        }
                    }
                    """);

    private final List<String> received = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean put = exchange.getRequestMethod().equals("PUT");
            received.add(exchange.getRequestURI().getPath());
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Trace")));
            received.add(new String(body, UTF_8));
            byte[] answer = put ? body : "{\"reason\": \"gone\"}".getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(put ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    @Test
    void valuesOfEveryKindAreSentAndRead() throws Exception {
        OperationRegistry registry = OperationRegistry.create();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        OpenApi.from(DOCUMENT, HttpServiceOptions.builder("things").baseUrl(url).build())
                .registerIn(registry);
        List<OperationSpec> specs =
                List.of(registry.spec("things.put-thing"), registry.spec("things.get-thing"));
        List<JavaSource> sources = new ArrayList<>(JavaGenerator.inPackage("api").generate(specs));
        JavaSource things = sources.getFirst();
        sources.add(PROGRAM);

        CompiledSources compiled = CompiledSources.of(sources);

        assertThat(compiled.problems()).as(things.text()).isEmpty();
        Object client = Clients.bind(compiled.load(things), registry);
        Class<?> program = compiled.load(PROGRAM);
        assertThat(program.getMethod("put", compiled.load(things)).invoke(null, client))
                .isEqualTo("true 2026-02-28 BIG_ONE 3.30 9 null");
        assertThat(received.subList(0, 2))
                .containsExactly("/things/11111111-2222-3333-4444-555555555555", "7");
        assertThat(Json.parse(received.get(2)))
                .isEqualTo(
                        Json.parse(
                                """
                                {"due-date": "2026-02-28", "kind": "big one", "note": "n",
                                 "created": "2026-01-02T03:04:05+02:00", "data": "AQL/",
                                 "price": 3.30, "class": 9,
                                 "parts": [{"partType": "screw", "length": 2.5},
                                   {"partType": "plate", "holes": 4, "shiny": true}],
                                 "others": {"inner": {"due-date": "2026-01-02",
                                   "kind": "small", "note": null,
                                   "created": "2026-01-02T03:04:05+02:00"}}}
                                """));
        assertThat(program.getMethod("missing", compiled.load(things)).invoke(null, client))
                .isEqualTo("404 gone");
    }
}
