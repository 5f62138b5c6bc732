package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.NOTHING;
import static dev.alkdev.operations.Calls.failure;
import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** Callers whose identity names the operations that they may use. */
class LimitedCallerTest {
    private final OperationRegistry registry = OperationRegistry.create();

    @BeforeEach
    void register() {
        registry.register(query("files.read"), (input, context) -> "read");
        registry.register(
                OperationSpec.query("files.list").requires("files").build(),
                (input, context) -> "list");
        registry.register(
                query("shop.report"), (input, context) -> context.env().call("files.read", input));
        registry.register(
                OperationBinding.of(
                                query("shop.audit"),
                                (input, context) -> context.env().call("files.read", input))
                        .runsAs(Caller.of(Identity.of("auditor"))));
        registry.register(
                query("shop.seen"),
                (input, context) ->
                        context.env().operations().stream().map(OperationSpec::id).toList());
        registry.register(
                OperationSpec.subscription("shop.count").build(),
                (input, context, emitter) -> emitter.emit(1));
    }

    private static Caller ann(String... patterns) {
        return Caller.of(Identity.of("ann", "files").onlyOperations(patterns));
    }

    private List<String> listed(Caller caller) {
        return registry.list(OperationQuery.all().usableBy(caller)).operations().stream()
                .map(OperationSpec::id)
                .toList();
    }

    private String outcome(String id, Caller caller) {
        try {
            return registry.execute(id, NOTHING, caller).data().toString();
        } catch (CallException e) {
            return e.code();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "files.read, files.read, true",
        "files.read, files.reader, false",
        "files.*, files.read, true",
        "files.*, filesystem.read, false",
        "read, files.read, true",
        "read, other.read, true",
        "r*, files.read, true",
        "r*, shop.report, true",
        "files, files.read, false",
        "*, files.read, true",
        "*.read, files.read, true",
        "*.read, files.list, false",
        "get.*, files.get.all, false",
        "get*, files.get.all, true",
        "READ, files.read, false",
    })
    void patternsMatchIdsOrNames(String pattern, String id, boolean matches) {
        assertThat(ann(pattern).reaches(id)).isEqualTo(matches);
        assertThat(ann("nothing.else", pattern).reaches(id)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "files.*, true",
        "*, true",
        "**, true",
        "*.*, true",
        "f?les.*, true",
        "files.r*, false",
        "files.?, false",
        "files*, false",
        "read, false",
        "file.*, false",
    })
    void somePatternsMatchAWholeNamespace(String pattern, boolean matches) {
        assertThat(ann(pattern).reachesAllOf("files")).isEqualTo(matches);
    }

    @Test
    void theyListAndCallTheseOnly() {
        Caller ann = ann("files.*", "count");
        assertThat(listed(ann)).containsExactly("files.list", "files.read", "shop.count");
        assertThat(outcome("files.list", ann)).isEqualTo("\"list\"");
        assertThat(outcome("shop.report", ann)).isEqualTo("ACCESS_DENIED");
        Call count = Call.builder().caller(ann).to("shop.count", NOTHING);
        assertThat(registry.subscribe(count).next().data()).isEqualTo(Json.parse("1"));
        Call denied = Call.builder().caller(ann("files.*")).to("shop.count", NOTHING);
        assertThat(failure(() -> registry.subscribe(denied)).code()).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void patternsGrantNothingThatScopesForbid() {
        Caller bob = Caller.of(Identity.of("bob").onlyOperations("*"));
        assertThat(outcome("files.list", bob)).isEqualTo("ACCESS_DENIED");
        assertThat(listed(bob)).doesNotContain("files.list").contains("files.read");
    }

    @Test
    void noPatternsAllowNothing() {
        assertThat(listed(ann())).isEmpty();
        assertThat(outcome("files.read", ann())).isEqualTo("ACCESS_DENIED");
    }

    @Test
    void nestedCallsAreLimitedUnlessTheOperationHasAnAuthority() {
        Caller ann = ann("shop.*");
        assertThat(outcome("shop.report", ann)).isEqualTo("EXECUTION_ERROR");
        assertThat(outcome("shop.report", ann("shop.*", "read"))).contains("read");
        assertThat(outcome("shop.audit", ann)).contains("read");
        assertThat(outcome("shop.seen", ann))
                .contains("shop.count", "shop.seen")
                .doesNotContain("files");
    }

    @Test
    void aRegistryThatLeadsToOthersServesThem() {
        OperationRegistry directory = OperationRegistry.builder().leadingToOthers().build();
        directory.register(query("services.list"), (input, context) -> listed(context.caller()));
        assertThat(directory.execute("services.list", NOTHING, ann("read")).data())
                .isEqualTo(Json.parse("[\"files.read\"]"));
    }

    @Test
    void theJsonOfAnIdentityKeepsTheLimit() {
        Identity limited = Identity.of("ann", "a").onlyOperations("files.*");
        String json = Json.mapper().writeValueAsString(limited);
        assertThat(Json.mapper().readValue(json, Identity.class)).isEqualTo(limited);
        String none = Json.mapper().writeValueAsString(Identity.of("ann").onlyOperations());
        assertThat(Json.mapper().readValue(none, Identity.class).operations()).isEmpty();
        String all = Json.mapper().writeValueAsString(Identity.of("ann"));
        assertThat(all).doesNotContain("operations");
        assertThat(Json.mapper().readValue(all, Identity.class)).isEqualTo(Identity.of("ann"));
    }

    @Test
    void moreResourcesKeepTheLimit() {
        Identity limited = Identity.of("ann").onlyOperations("read").withResource("p:1", "x");
        assertThat(limited.reaches("files.list")).isFalse();
    }

    @Test
    void blankPatternsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Identity.of("ann").onlyOperations(" "));
    }
}
