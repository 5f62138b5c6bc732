package dev.alkdev.operations.testkit;

import static dev.alkdev.operations.testkit.LinkSetting.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.schema.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/** The part of {@link LinkContract} about who calls, and about imported operations. */
public interface LinkImportContract extends LinkRingContract {
    @Test
    default void theIdentityInARequestCountsOnlyIfThePeerIsTrusted(LeakCheck leaks) {
        Identity allowed = Identity.of("ann", "secret:read");
        CallBuilder options = Call.builder().caller(Caller.of(allowed));
        JsonNode input = Json.parse("1");
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.anonymous(), false)) {
            assertFails(
                    "ACCESS_DENIED",
                    () -> setting.peers.left().requests().call(options.to("test.secret", input)));
        }
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.anonymous(), true)) {
            assertThat(
                            setting.peers
                                    .left()
                                    .requests()
                                    .call(options.to("test.secret", input))
                                    .data())
                    .isEqualTo(input);
        }
    }

    @Test
    default void onlyWhatTheCallerMayUseIsListed(LeakCheck leaks) {
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.anonymous(), false)) {
            assertThat(setting.peers.left().operations())
                    .extracting(OperationSpec::id)
                    .contains("test.echo", "test.count")
                    .doesNotContain("test.secret");
        }
    }

    @Test
    default void importedOperationsComeAndGoWithTheOtherSide(LeakCheck leaks) {
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), false)) {
            setting.peers.left().importOperations();
            OperationRegistry here = setting.leftRegistry;
            assertThat(here.execute("test.square", Json.parse("{\"n\": 3}")).data())
                    .isEqualTo(Json.parse("{\"n\": 9}"));
            try (Subscription<JsonNode> items =
                    here.subscribe("test.count", Json.parse("{\"count\": 5}"))) {
                assertThat(items.stream().map(item -> item.data().intValue()))
                        .containsExactly(0, 1, 2, 3, 4);
            }
            assertFails("OUT_OF_STOCK", () -> here.execute("test.fail", Json.parse("{}")));

            setting.rightRegistry.register(
                    OperationSpec.query("test.new").build(), (input, context) -> input);
            await().atMost(LinkContract.SOON).until(() -> here.find("test.new").isPresent());
            setting.rightRegistry.remove("test.new");
            await().atMost(LinkContract.SOON).until(() -> here.find("test.new").isEmpty());

            setting.peers.cut();
            await().atMost(LinkContract.SOON).until(() -> here.find("test.echo").isEmpty());
            assertThat(here.find("left.hello")).isPresent();
        }
    }

    @Test
    default void operationsCanBeImportedUnderOtherIdsAndAccess(LeakCheck leaks) {
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), false)) {
            setting.peers
                    .left()
                    .importOperations(PeerImportOptions.of(LinkImportContract::farForm));
            OperationRegistry here = setting.leftRegistry;
            JsonNode input = Json.parse("{\"n\": 3}");
            assertThat(here.execute("far.square", input).data())
                    .isEqualTo(Json.parse("{\"n\": 9}"));
            assertFails(
                    "ACCESS_DENIED", () -> here.execute("far.square", input, Caller.anonymous()));
            try (Subscription<JsonNode> items =
                    here.subscribe("far.count", Json.parse("{\"count\": 2}"))) {
                assertThat(items.stream().map(item -> item.data().intValue()))
                        .containsExactly(0, 1);
            }
            assertThat(here.find("far.fail")).isEmpty();
            assertThat(here.find("test.square")).isEmpty();
            assertThat(setting.peers.left().importedIds()).contains("far.square");
        }
    }

    private static Optional<OperationSpec> farForm(OperationSpec spec) {
        AccessControl access = AccessControl.requires("far");
        return Optional.of(spec)
                .filter(found -> !found.name().equals("fail"))
                .map(found -> found.toBuilder().access(access).build())
                .map(found -> found.withId("far." + found.name()));
    }

    @Test
    default void importingTwiceIsAnError(LeakCheck leaks) {
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), false)) {
            setting.peers.left().importOperations();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> setting.peers.left().importOperations());
        }
    }

    @Test
    default void anImportedOperationRunsInTheNameOfWhoCallsIt(LeakCheck leaks) {
        Caller ann = Caller.of(Identity.of("ann", "secret:read"));
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), true)) {
            setting.peers.left().importOperations();
            assertThat(callerOf(setting, Caller.anonymous())).isEqualTo("anonymous");
            assertThat(callerOf(setting, ann)).isEqualTo("ann");
            assertThat(callerOf(setting, Caller.trusted())).isEqualTo("trusted");
            assertThat(setting.call("test.caller", "{}").data())
                    .isEqualTo(Json.parse("\"trusted\""));
        }
    }

    @Test
    default void aCallerStaysLimitedToItsOperationsAtTheOtherEnd(LeakCheck leaks) {
        Caller ann = Caller.of(Identity.of("ann").onlyOperations("nested", "far.*"));
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), true)) {
            setting.rightRegistry.register(
                    OperationSpec.query("test.nested").build(),
                    (input, context) -> context.env().call("test.echo", input));
            setting.peers.left().importOperations();
            OperationRegistry here = setting.leftRegistry;
            await().atMost(LinkContract.SOON).until(() -> here.find("test.nested").isPresent());
            JsonNode input = Json.parse("1");
            assertThat(here.execute("test.nested", input, Caller.of(Identity.of("bob"))).data())
                    .isEqualTo(input);
            assertFails("ACCESS_DENIED", () -> here.execute("test.echo", input, ann));
            assertFails("EXECUTION_ERROR", () -> here.execute("test.nested", input, ann));
            CallBuilder direct = Call.builder().caller(ann);
            assertFails(
                    "ACCESS_DENIED",
                    () -> setting.peers.left().requests().call(direct.to("test.echo", input)));
        }
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), true)) {
            setting.peers.left().importOperations(PeerImportOptions.of(LinkImportContract::named));
            assertThat(setting.leftRegistry.execute("far.caller", Json.parse("{}"), ann).data())
                    .isEqualTo(Json.parse("\"ann\""));
        }
    }

    private static Optional<OperationSpec> named(OperationSpec spec) {
        return Optional.of(spec.withId("far." + spec.name()));
    }

    @Test
    default void aPeerSeesOnlyTheOperationsItIsLimitedTo(LeakCheck leaks) {
        Caller spoke = Caller.of(Identity.of("spoke").onlyOperations("test.c*"));
        try (LinkSetting setting = new LinkSetting(this, leaks, spoke, false)) {
            assertThat(setting.peers.left().operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("test.caller", "test.count");
            assertFails("ACCESS_DENIED", () -> setting.call("test.echo", "{}"));
            assertThat(setting.call("test.caller", "{}").data()).isEqualTo(Json.parse("\"spoke\""));
        }
    }

    @Test
    default void onALinkThatTrustsNoIdentitiesOnlyThePeerCounts(LeakCheck leaks) {
        Caller spoke = Caller.of(Identity.of("spoke"));
        Caller ann = Caller.of(Identity.of("ann", "secret:read"));
        try (LinkSetting setting = new LinkSetting(this, leaks, spoke, false)) {
            setting.peers.left().importOperations();
            assertThat(callerOf(setting, Caller.anonymous())).isEqualTo("spoke");
            assertThat(callerOf(setting, ann)).isEqualTo("spoke");
            assertThat(callerOf(setting, Caller.trusted())).isEqualTo("spoke");
        }
    }

    @Test
    default void codeOfAPeerThatIsNotTrustedItselfIsNotTrusted(LeakCheck leaks) {
        Caller spoke = Caller.of(Identity.of("spoke"));
        try (LinkSetting setting = new LinkSetting(this, leaks, spoke, true)) {
            setting.peers.left().importOperations();
            assertThat(callerOf(setting, Caller.anonymous())).isEqualTo("anonymous");
            assertThat(callerOf(setting, Caller.trusted())).isEqualTo("spoke");
        }
    }

    /** As whom somebody who calls an imported operation is seen by the other side. */
    private static String callerOf(LinkSetting setting, Caller caller) {
        return setting.leftRegistry
                .execute("test.caller", Json.parse("{}"), caller)
                .data()
                .asString();
    }
}
