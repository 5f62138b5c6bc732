package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ClosedInputTest {
    record Line(String sku, Optional<Integer> quantity) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    sealed interface Payment permits Card, Transfer {}

    record Card(String number) implements Payment {}

    record Transfer(String iban, Optional<String> purpose) implements Payment {}

    record Search(
            Optional<Integer> limit,
            Optional<List<Line>> lines,
            Optional<Payment> payment,
            Optional<Map<String, Line>> named,
            Optional<Search> next) {}

    private final OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void register() {
        registry.register(
                Operation.query("a.list", Search.class, String.class)
                        .handledBy((input, context) -> "ran"));
    }

    private String refusal(String input) {
        CallException failure = failure(() -> registry.execute("a.list", json(input)));
        assertThat(failure.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
        StringBuilder all = new StringBuilder(failure.getMessage());
        failure.details()
                .orElseThrow()
                .get("errors")
                .forEach(error -> all.append('\n').append(error.get("message").stringValue()));
        return all.toString();
    }

    @Test
    void aMemberThatTheTypeDoesNotHaveIsRefusedAndTheNearestNamed() {
        assertThat(refusal("{'limti':1}"))
                .startsWith(
                        "input of a.list is not valid: /limti: unknown property \"limti\"; did you"
                                + " mean \"limit\"?");
    }

    @Test
    void membersFurtherInsideAreCheckedToo() {
        assertThat(refusal("{'lines':[{'sku':'x','quantiy':1}]}")).contains("\"quantity\"?");
        assertThat(refusal("{'named':{'any':{'sku':'x','quantiy':1}}}")).contains("\"quantity\"?");
        assertThat(refusal("{'next':{'limti':1}}")).contains("\"limit\"?");
        assertThat(refusal("{'payment':{'type':'Transfer','iban':'DE','purpos':'x'}}"))
                .contains("/payment");
    }

    @Test
    void whatTheTypeHasIsAccepted() {
        registry.execute(
                "a.list",
                json(
                        "{'limit':1,'lines':[{'sku':'x'}],'payment':{'type':'Card','number':'1'},"
                                + "'named':{'any':{'sku':'y','quantity':2}},'next':{}}"));
    }

    @Test
    void anOperationMayAcceptWhatItDoesNotKnow() {
        registry.replace(
                Operation.query("a.list", Search.class, String.class)
                        .acceptingUnknownMembers()
                        .handledBy((input, context) -> "ran")
                        .binding());

        registry.execute("a.list", json("{'limti':1}"));
    }
}
