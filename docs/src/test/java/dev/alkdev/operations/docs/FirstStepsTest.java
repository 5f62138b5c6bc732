package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamOperation;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schemas;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The snippets of {@code docs/guide/first-steps.md}, in its order. */
class FirstStepsTest {
    private final Map<String, Invoice> invoices =
            Map.of("A-17", new Invoice("A-17", 4200), "A-18", new Invoice("A-18", 99));

    // snippet: types
    record FindInvoice(String number) {}

    record Invoice(String number, long cents) {}

    // end

    private Operation<FindInvoice, Invoice> find() {
        // snippet: find
        Operation<FindInvoice, Invoice> find =
                Operation.query("billing.find", FindInvoice.class, Invoice.class)
                        .describedAs("Finds one invoice by its number")
                        .requires("billing:read")
                        .fails(
                                "NO_SUCH_INVOICE",
                                "There is no invoice of that number",
                                FindInvoice.class)
                        .handledBy(
                                (input, context) -> {
                                    Invoice invoice = invoices.get(input.number());
                                    if (invoice == null) {
                                        throw new CallException(
                                                        "NO_SUCH_INVOICE", "No " + input.number())
                                                .withDetails(input);
                                    }
                                    return invoice;
                                });
        // end
        return find;
    }

    @Test
    void anOperationIsRegisteredAndExecuted() {
        Operation<FindInvoice, Invoice> find = find();
        // snippet: execute
        OperationRegistry registry = OperationRegistry.create();
        registry.register(find);

        ResponseEnvelope<Invoice> envelope = registry.execute(find, new FindInvoice("A-17"));
        Invoice invoice = envelope.unwrap();
        // end
        assertThat(invoice).isEqualTo(new Invoice("A-17", 4200));

        // snippet: tree
        ResponseEnvelope<JsonNode> tree =
                registry.execute("billing.find", Json.parse("{\"number\": \"A-17\"}"));
        // end
        assertThat(tree.data().toString()).isEqualTo("{\"number\":\"A-17\",\"cents\":4200}");
        assertThat(tree.toJson().path("meta").path("source").asString()).isEqualTo("local");
    }

    @Test
    void whatGoesWrongIsOneException() {
        Operation<FindInvoice, Invoice> find = find();
        OperationRegistry registry = OperationRegistry.create();
        registry.register(find);
        // snippet: errors
        try {
            registry.execute("billing.find", Json.parse("{\"nummer\": \"A-17\"}"));
        } catch (CallException e) {
            String code = e.code(); // VALIDATION_ERROR
            String message = e.getMessage(); // input of billing.find is not valid: (root): required
            // property …
            JsonNode details = e.details().orElseThrow(); // every error with its JSON pointer
            // pause
            assertThat(code).isEqualTo(ErrorCode.VALIDATION_ERROR);
            assertThat(message)
                    .startsWith("input of billing.find is not valid: (root): required property");
            assertThat(details.path("errors").get(0).path("keyword").asString())
                    .isEqualTo("required");
            // resume
        }
        // end
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> registry.execute(find, new FindInvoice("B-1")))
                .satisfies(e -> assertThat(e.code()).isEqualTo("NO_SUCH_INVOICE"))
                .satisfies(
                        e -> assertThat(e.details()).contains(Json.parse("{\"number\": \"B-1\"}")));
    }

    @Test
    void callersAreCheckedAndCallsEndInTime() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(find());
        // snippet: context
        Call call =
                Call.builder()
                        .caller(Caller.of(Identity.of("ann", "billing:read")))
                        .timeout(Duration.ofSeconds(2))
                        .to("billing.find", Map.of("number", "A-18"));
        JsonNode invoice = registry.execute(call).unwrap();
        // end
        assertThat(invoice.get("cents").intValue()).isEqualTo(99);
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(
                        () ->
                                registry.execute(
                                        "billing.find",
                                        Json.parse("{\"number\": \"A-18\"}"),
                                        Caller.anonymous()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED));
    }

    @Test
    void aSubscriptionIsRead() {
        OperationRegistry registry = OperationRegistry.create();
        List<Long> states = new ArrayList<>();
        // snippet: stream
        StreamOperation<FindInvoice, Invoice> watch =
                Operation.subscription("billing.watch", FindInvoice.class, Invoice.class)
                        .describedAs("Every state of an invoice, from now on")
                        .handledBy(
                                (input, context, emitter) -> {
                                    for (int i = 1; i <= 3; i++) {
                                        emitter.emit(
                                                new Invoice(
                                                        input.number(),
                                                        i * 100L)); // blocks if you are slow
                                    }
                                });
        registry.register(watch);

        try (Subscription<Invoice> invoices = registry.subscribe(watch, new FindInvoice("A-17"))) {
            for (ResponseEnvelope<Invoice> item : invoices) {
                states.add(item.unwrap().cents());
            }
        }
        // end
        assertThat(states).containsExactly(100L, 200L, 300L);
    }

    @Test
    void aSubscriptionGoesOn() {
        OperationRegistry registry = OperationRegistry.create();
        // snippet: resume
        StreamOperation<FindInvoice, Invoice> history =
                Operation.subscription("billing.history", FindInvoice.class, Invoice.class)
                        .handledBy(
                                (input, context, emitter) -> {
                                    int last =
                                            context.lastEventId().map(Integer::parseInt).orElse(0);
                                    for (int i = last + 1; i <= 3; i++) {
                                        emitter.emit(new Invoice(input.number(), i * 100L), "" + i);
                                    }
                                });
        registry.register(history);

        CallBuilder resuming = Call.builder().lastEventId("2");
        // end
        try (Subscription<Invoice> invoices =
                registry.subscribe(history, new FindInvoice("A-17"), resuming)) {
            ResponseEnvelope<Invoice> item = invoices.next();
            assertThat(item.unwrap().cents()).isEqualTo(300L);
            assertThat(item.meta().eventId()).isEqualTo("3");
            assertThat(invoices.hasNext()).isFalse();
        }
    }

    @Test
    void operationsNeedNoClasses() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(find());
        // snippet: untyped
        OperationSpec spec =
                OperationSpec.query("billing.total")
                        .describedAs("What all these invoices come to")
                        .input(
                                Schemas.object()
                                        .property("numbers", Schemas.array(Schemas.string()))
                                        .build())
                        .output(Schemas.object().property("cents", Schemas.integer()).build())
                        .build();
        registry.register(
                spec,
                (input, context) -> {
                    long total = 0;
                    for (JsonNode number : input.get("numbers")) {
                        JsonNode query = Json.mapper().createObjectNode().set("number", number);
                        total +=
                                context.env()
                                        .call("billing.find", query)
                                        .data()
                                        .get("cents")
                                        .longValue();
                    }
                    return Map.of("cents", total);
                });
        // end
        assertThat(
                        registry.execute(
                                        "billing.total",
                                        Json.parse("{\"numbers\": [\"A-17\", \"A-18\"]}"))
                                .data()
                                .get("cents")
                                .longValue())
                .isEqualTo(4299);
        // snippet: list
        List<OperationSpec> billing =
                registry.list(OperationQuery.all().withNamespace("billing")).operations();
        // end
        assertThat(billing)
                .extracting(OperationSpec::id)
                .containsExactly("billing.find", "billing.total");
    }
}
