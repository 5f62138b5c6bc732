package dev.alkdev.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.NullNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

class OperationRegistryTest {
    private static final OperationHandler NOTHING = (input, context) -> null;
    private static final StreamHandler EMPTY = (input, context, emitter) -> {};

    private final OperationRegistry registry = OperationRegistry.create();

    private static OperationSpec query(String id) {
        return OperationSpec.query(id).build();
    }

    private static OperationSpec subscription(String id) {
        return OperationSpec.subscription(id).build();
    }

    private static String cursor(OperationQuery.Page page) {
        return Objects.requireNonNull(page.nextCursor());
    }

    @Nested
    class Registering {
        @Test
        void anIdCanBeTakenOnce() {
            registry.register(query("billing.find"), NOTHING);

            assertThatThrownBy(() -> registry.register(query("billing.find"), NOTHING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("billing.find is registered already");
            assertThatThrownBy(() -> registry.registerSpec(query("billing.find")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("billing.find is registered already");
        }

        @Test
        void whatIsRegisteredProvisionallyGivesWayAndTakesNothing() {
            OperationBinding guest = OperationBinding.of(query("billing.find"), NOTHING);
            OperationHandler own = (input, context) -> "own";

            assertThat(registry.registerProvisionally(guest)).isTrue();
            assertThat(registry.registerProvisionally(guest)).isFalse();
            assertThat(registry.isProvisional("billing.find")).isTrue();

            registry.register(query("billing.find"), own);

            assertThat(registry.isProvisional("billing.find")).isFalse();
            assertThat(registry.handler("billing.find")).contains(own);
            assertThat(registry.registerProvisionally(guest)).isFalse();
            assertThat(registry.handler("billing.find")).contains(own);
        }

        @Test
        void aHandlerOfTheWrongKindIsRefused() {
            assertThatThrownBy(() -> registry.register(subscription("billing.watch"), NOTHING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "billing.watch is a subscription and needs a StreamHandler, not an"
                                    + " OperationHandler");
            assertThatThrownBy(() -> registry.register(query("billing.find"), EMPTY))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "billing.find is a query and needs an OperationHandler, not a"
                                    + " StreamHandler");
            assertThat(registry.size()).isZero();
        }

        @Test
        void specAndHandlerMayComeApart() {
            registry.registerSpec(query("billing.find"));

            assertThat(registry.isCallable("billing.find")).isFalse();
            assertThatThrownBy(() -> registry.execute("billing.find", NullNode.getInstance()))
                    .hasToString(
                            "CallException: OPERATION_NOT_FOUND: no handler is registered for"
                                    + " operation billing.find");

            registry.registerHandler("billing.find", (input, context) -> 1);

            assertThat(registry.isCallable("billing.find")).isTrue();
            assertThat(registry.execute("billing.find", NullNode.getInstance()).data().intValue())
                    .isEqualTo(1);
        }

        @Test
        void aHandlerThatComesApartIsCheckedToo() {
            registry.registerSpec(subscription("billing.watch"));

            assertThatThrownBy(() -> registry.registerHandler("billing.watch", NOTHING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("billing.watch is a subscription");
            assertThatThrownBy(() -> registry.registerHandler("billing.find", NOTHING))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "there is no operation billing.find to handle; register its spec"
                                    + " first");
            registry.registerHandler("billing.watch", EMPTY);
            assertThatThrownBy(() -> registry.registerHandler("billing.watch", EMPTY))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("billing.watch has a handler already");
        }

        @Test
        void replacingIsOnPurposeAndTakesEffectAtOnce() {
            registry.register(query("billing.find"), (input, context) -> "old");

            registry.replace(OperationBinding.of(query("billing.find"), (input, context) -> "new"));
            registry.replace(OperationBinding.of(subscription("billing.watch"), EMPTY));

            assertThat(
                            registry.execute("billing.find", NullNode.getInstance())
                                    .data()
                                    .stringValue())
                    .isEqualTo("new");
            assertThat(registry.isCallable("billing.watch")).isTrue();
        }

        @Test
        void aRemovedOperationIsGone() {
            registry.register(query("billing.find"), NOTHING);

            assertThat(registry.remove("billing.find")).isTrue();
            assertThat(registry.remove("billing.find")).isFalse();
            assertThat(registry.find("billing.find")).isEmpty();
            assertThatThrownBy(() -> registry.spec("billing.find"))
                    .hasToString(
                            "CallException: OPERATION_NOT_FOUND: there is no operation"
                                    + " billing.find");
        }

        @Test
        void specsAreFoundById() {
            OperationSpec find = query("billing.find");
            registry.register(find, NOTHING);

            assertThat(registry.find("billing.find")).containsSame(find);
            assertThat(registry.spec("billing.find")).isSameAs(find);
        }
    }

    @Nested
    class Listing {
        private List<String> ids(OperationQuery query) {
            return registry.list(query).operations().stream().map(OperationSpec::id).toList();
        }

        private void fill() {
            registry.register(
                    OperationSpec.query("billing.find")
                            .describedAs("Finds an Invoice")
                            .tags("read")
                            .requires("billing")
                            .build(),
                    NOTHING);
            registry.register(
                    OperationSpec.mutation("billing.pay").title("Pay an invoice").build(), NOTHING);
            registry.register(subscription("billing2.watch"), EMPTY);
            registry.register(
                    OperationSpec.query("audit.log").tags("read", "Invoices").build(), NOTHING);
        }

        @Test
        void everythingIsListedInTheOrderOfTheIds() {
            fill();

            assertThat(registry.list(OperationQuery.all()))
                    .isEqualTo(
                            new OperationQuery.Page(
                                    List.of(
                                            registry.spec("audit.log"),
                                            registry.spec("billing.find"),
                                            registry.spec("billing.pay"),
                                            registry.spec("billing2.watch")),
                                    null));
        }

        @Test
        void aNamespaceIsThatNamespaceOnly() {
            fill();

            assertThat(ids(OperationQuery.all().withNamespace("billing")))
                    .containsExactly("billing.find", "billing.pay");
            assertThat(ids(OperationQuery.all().withNamespace("bill"))).isEmpty();
        }

        @Test
        void typesTagsAndTextNarrowTheList() {
            fill();
            OperationQuery all = OperationQuery.all();

            assertThat(ids(all.withType(OperationType.SUBSCRIPTION)))
                    .containsExactly("billing2.watch");
            assertThat(ids(all.withTag("read"))).containsExactly("audit.log", "billing.find");
            assertThat(ids(all.withText("INVOICE")))
                    .containsExactly("audit.log", "billing.find", "billing.pay");
            assertThat(ids(all.withText("invoice").withTag("read").withNamespace("billing")))
                    .containsExactly("billing.find");
        }

        @Test
        void aListCanBeLimitedToWhatACallerMayUse() {
            fill();
            OperationQuery billing = OperationQuery.all().withNamespace("billing");

            assertThat(ids(billing.usableBy(Caller.anonymous()))).containsExactly("billing.pay");
            assertThat(ids(billing.usableBy(Caller.of(Identity.of("ann", "billing")))))
                    .containsExactly("billing.find", "billing.pay");
        }

        @Test
        void pagesFollowOneAnotherWhileOperationsComeAndGo() {
            fill();
            OperationQuery two = OperationQuery.all().withLimit(2);

            OperationQuery.Page first = registry.list(two);
            registry.remove("billing.find");
            registry.register(query("aaa.first"), NOTHING);
            OperationQuery.Page second = registry.list(two.withCursor(cursor(first)));

            assertThat(first.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("audit.log", "billing.find");
            assertThat(second.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("billing.pay", "billing2.watch");
            assertThat(second.nextCursor()).isNull();
        }

        @Test
        void pagesOfANamespaceStayInIt() {
            fill();
            OperationQuery query = OperationQuery.all().withNamespace("billing").withLimit(1);

            OperationQuery.Page first = registry.list(query);
            OperationQuery.Page second = registry.list(query.withCursor(cursor(first)));

            assertThat(second.operations())
                    .extracting(OperationSpec::id)
                    .containsExactly("billing.pay");
            assertThat(second.nextCursor()).isNull();
            assertThat(ids(query.withCursor("zzz.last"))).isEmpty();
            assertThat(ids(query.withCursor("aaa.first"))).containsExactly("billing.find");
        }

        @Test
        void aLimitOfNothingIsRefused() {
            assertThatThrownBy(() -> OperationQuery.all().withLimit(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("limit should be at least 1 but is 0");
        }
    }

    @Nested
    class Size {
        @Test
        void aHundredThousandOperationsAreRegisteredInSeconds() {
            List<OperationSpec> specs = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                specs.add(query("space" + i % 100 + ".operation" + i));
            }

            long start = System.nanoTime();
            specs.forEach(spec -> registry.register(spec, NOTHING));
            Duration taken = Duration.ofNanos(System.nanoTime() - start);

            assertThat(registry.size()).isEqualTo(100_000);
            assertThat(taken).isLessThan(Duration.ofSeconds(20));
            assertThat(pagesOfEverything()).isEqualTo(100_000);
        }

        private int pagesOfEverything() {
            Set<String> ids = new HashSet<>();
            OperationQuery query = OperationQuery.all().withLimit(999);
            OperationQuery.Page page = registry.list(query);
            while (true) {
                page.operations().forEach(spec -> assertThat(ids.add(spec.id())).isTrue());
                if (page.nextCursor() == null) {
                    return ids.size();
                }
                page = registry.list(query.withCursor(cursor(page)));
            }
        }

        @Test
        void readingGoesOnWhileAListenerHoldsUpAWriter() throws Exception {
            registry.register(query("billing.find"), (input, context) -> 1);
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            registry.onChange(
                    change -> {
                        held.countDown();
                        awaitQuietly(release);
                    });
            Thread writer =
                    Thread.ofVirtual()
                            .start(() -> registry.register(query("billing.slow"), NOTHING));
            held.await();

            assertThat(registry.find("billing.slow")).isPresent();
            assertThat(registry.list(OperationQuery.all()).operations()).hasSize(2);
            assertThat(registry.execute("billing.find", NullNode.getInstance()).data().intValue())
                    .isEqualTo(1);
            release.countDown();
            writer.join();
        }

        private static void awaitQuietly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void anOperationNeedsAHandler() {
        assertThatNullPointerException()
                .isThrownBy(
                        () ->
                                registry.register(
                                        OperationSpec.query("a.b").build(),
                                        (OperationHandler) null))
                .withMessage("a.b has no handler");
        assertThatNullPointerException()
                .isThrownBy(
                        () ->
                                registry.register(
                                        OperationSpec.subscription("a.c").build(),
                                        (StreamHandler) null))
                .withMessage("a.c has no handler");
        assertThat(registry.size()).isZero();
    }
}
