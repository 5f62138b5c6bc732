package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.testkit.LeakCheck;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

@ExtendWith(LeakCheck.class)
class TypedOperationTest {
    record FindInvoice(String number) {}

    record Invoice(String number, BigDecimal total) {}

    record Lock(String by) {}

    private static final Invoice A_17 = new Invoice("A-17", new BigDecimal("12.50"));

    private static final Operation<FindInvoice, Invoice> FIND =
            Operation.query("billing.find", FindInvoice.class, Invoice.class)
                    .describedAs("Finds one invoice by its number")
                    .title("Find an invoice")
                    .version("2.0.0")
                    .tags("invoices")
                    .requires("billing:read")
                    .fails("INVOICE_LOCKED", "Somebody works on it", Lock.class)
                    .handledBy(TypedOperationTest::find);

    private static Invoice find(FindInvoice input, OperationContext context) {
        if (input.number().equals("locked")) {
            throw new CallException("INVOICE_LOCKED", "it is locked").withDetails(new Lock("ann"));
        }
        return new Invoice(input.number(), new BigDecimal("12.50"));
    }

    @Nested
    class Executing {
        @Test
        void recordsGoInAndComeOut(OperationRegistry registry) {
            registry.register(FIND);

            ResponseEnvelope<Invoice> result = registry.execute(FIND, new FindInvoice("A-17"));

            assertThat(result.data()).isEqualTo(A_17);
            assertThat(result.meta()).isInstanceOf(LocalMeta.class);
        }

        @Test
        void itCanBeCalledWithoutItsTypes(OperationRegistry registry) {
            registry.register(FIND);

            assertThat(
                            registry.execute("billing.find", json("{'number':'A-17'}"))
                                    .data()
                                    .toString())
                    .isEqualTo("{\"number\":\"A-17\",\"total\":12.50}");
            assertThat(
                            failure(() -> registry.execute("billing.find", json("{'number':[]}")))
                                    .code())
                    .isEqualTo("VALIDATION_ERROR");
        }

        @Test
        void theSpecSaysWhatWasDeclared() {
            OperationSpec spec = FIND.spec();

            assertThat(spec.type()).isEqualTo(OperationType.QUERY);
            assertThat(spec.title()).contains("Find an invoice");
            assertThat(spec.description()).isEqualTo("Finds one invoice by its number");
            assertThat(spec.version()).isEqualTo("2.0.0");
            assertThat(spec.tags()).containsExactly("invoices");
            assertThat(spec.accessControl()).isEqualTo(AccessControl.requires("billing:read"));
            assertThat(spec.inputSchema().accepts(json("{'number':'A-17'}"))).isTrue();
            assertThat(spec.inputSchema().accepts(json("{'number':17}"))).isFalse();
            assertThat(spec.error("INVOICE_LOCKED").orElseThrow().description())
                    .isEqualTo("Somebody works on it");
        }

        @Test
        void aContextIsHeeded(OperationRegistry registry) {
            registry.register(FIND);
            CallBuilder anonymous = Call.builder().caller(Caller.anonymous());

            assertThat(
                            failure(
                                            () ->
                                                    registry.execute(
                                                            FIND,
                                                            new FindInvoice("A-17"),
                                                            anonymous))
                                    .code())
                    .isEqualTo("ACCESS_DENIED");
        }

        @Test
        void aDeclaredFailureHasTypedDetails(OperationRegistry registry) {
            registry.register(FIND);

            assertThat(failure(() -> registry.execute(FIND, new FindInvoice("locked"))).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'INVOICE_LOCKED','message':'it is locked',"
                                            + "'details':{'by':'ann'}}"));
        }

        @Test
        void aListCanComeOut(OperationRegistry registry) {
            Operation<FindInvoice, List<Invoice>> list =
                    Operation.query(
                                    "billing.list",
                                    FindInvoice.class,
                                    new TypeReference<List<Invoice>>() {})
                            .handledBy((input, context) -> List.of(A_17, A_17));
            registry.register(list);

            assertThat(registry.execute(list, new FindInvoice("*")).data())
                    .containsExactly(A_17, A_17);
        }

        @Test
        void nothingNeedNeitherGoInNorComeOut(OperationRegistry registry) {
            List<String> done = new ArrayList<>();
            Operation<Void, Void> clear =
                    Operation.mutation("billing.clear", Void.class, Void.class)
                            .handledBy(
                                    (input, context) -> {
                                        done.add("cleared");
                                        return null;
                                    });
            registry.register(clear);

            assertThat(registry.execute("billing.clear", json("{}")).data()).isEqualTo(NOTHING);
            assertThat(registry.execute(clear, null).data()).isNull();
            assertThat(done).containsExactly("cleared", "cleared");
            assertThat(registry.drift("billing.clear")).isEqualTo(Drift.none());
        }

        @Test
        void anErrorOfAToolIsNoOutput(OperationRegistry registry) {
            registry.register(
                    FIND.spec(),
                    (input, context) ->
                            ResponseEnvelope.mcp(
                                    "no", new McpMeta(true, List.of(ContentBlock.text("no")))));

            assertThat(failure(() -> registry.execute(FIND, new FindInvoice("A-17"))).toJson())
                    .isEqualTo(
                            json(
                                    "{'code':'EXECUTION_ERROR','message':'billing.find answered"
                                            + " with an error: no','details':'no'}"));
        }

        @Test
        void anAnswerOfAnotherTypeIsAnExecutionError(OperationRegistry registry) {
            registry.register(
                    OperationSpec.query("billing.find").build(), (input, context) -> List.of(1));

            assertThat(failure(() -> registry.execute(FIND, new FindInvoice("A-17"))).code())
                    .isEqualTo("EXECUTION_ERROR");
        }

        @Test
        void anInputThatOnlyTheTypeRefusesIsAValidationError(OperationRegistry registry) {
            OperationSpec lax = OperationSpec.query("billing.find").build();
            registry.register(
                    OperationBinding.of(lax, (OperationHandler) FIND.binding().handler()));

            CallException invalid =
                    failure(() -> registry.execute("billing.find", json("{'number':{}}")));

            assertThat(invalid.code()).isEqualTo("VALIDATION_ERROR");
            assertThat(invalid.details().orElseThrow().at("/errors/0/pointer").stringValue())
                    .isEqualTo("/number");
        }

        @Test
        void anEnvTakesTypedOperationsToo(OperationRegistry registry) {
            registry.register(FIND);
            OperationEnv env = registry.buildEnv(Call.of("a.caller", java.util.Map.of()));

            assertThat(env.call(FIND, new FindInvoice("A-17")).data()).isEqualTo(A_17);
            assertThat(
                            failure(
                                            () ->
                                                    env.onlyNamespaces("audit")
                                                            .call(FIND, new FindInvoice("A-17")))
                                    .code())
                    .isEqualTo("ACCESS_DENIED");
        }

        @Test
        void itMayRunWithAnAuthorityAndAModeOfItsOwn() {
            Caller service = Caller.of(Identity.of("service"));
            OperationBinding binding =
                    Operation.query("a.b", FindInvoice.class, Invoice.class)
                            .access(AccessControl.none())
                            .runsAs(service)
                            .normalizing(NormalizeMode.CAST)
                            .handledBy(TypedOperationTest::find)
                            .binding();

            assertThat(binding.authority()).isEqualTo(service);
            assertThat(binding.normalizeMode()).isEqualTo(NormalizeMode.CAST);
        }
    }

    @Nested
    class Streaming {
        private static final StreamOperation<FindInvoice, Invoice> WATCH =
                Operation.subscription("billing.watch", FindInvoice.class, Invoice.class)
                        .describedAs("Watches an invoice")
                        .handledBy(
                                (input, context, emitter) -> {
                                    for (int i = 0; i < 3; i++) {
                                        emitter.emit(
                                                new Invoice(input.number(), BigDecimal.valueOf(i)));
                                    }
                                });

        @Test
        void recordsAreEmittedAndRead(OperationRegistry registry) {
            registry.register(WATCH);

            try (Subscription<Invoice> stream =
                    registry.subscribe(WATCH, new FindInvoice("A-17"))) {
                assertThat(stream.stream().map(ResponseEnvelope::data))
                        .containsExactly(
                                new Invoice("A-17", BigDecimal.valueOf(0)),
                                new Invoice("A-17", BigDecimal.valueOf(1)),
                                new Invoice("A-17", BigDecimal.valueOf(2)));
            }
            assertThat(WATCH.spec().type()).isEqualTo(OperationType.SUBSCRIPTION);
        }

        @Test
        void anEnvOpensThemToo(OperationRegistry registry) {
            registry.register(WATCH);
            registry.register(
                    OperationSpec.query("a.first").build(),
                    (input, context) ->
                            context.env().subscribe(WATCH, new FindInvoice("B-1")).next().data());

            JsonNode first = registry.execute("a.first", NOTHING).data();

            assertThat(first.toString()).isEqualTo("{\"number\":\"B-1\",\"total\":0}");
        }
    }
}
