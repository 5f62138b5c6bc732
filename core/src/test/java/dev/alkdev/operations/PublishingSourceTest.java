package dev.alkdev.operations;

import static dev.alkdev.operations.Calls.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.testkit.CapturedLog;
import dev.alkdev.operations.testkit.SourceContract;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

class PublishingSourceTest implements SourceContract {
    /** Reads its operations from wherever a test says. */
    private static final class ListSource extends PublishingSource {
        private final Callable<List<OperationBinding>> reader;
        private final AtomicInteger released = new AtomicInteger();

        ListSource(Callable<List<OperationBinding>> reader) {
            super("list");
            this.reader = reader;
        }

        @Override
        protected List<OperationBinding> read() throws Exception {
            return reader.call();
        }

        @Override
        protected Map<String, String> leftOut() {
            return Map.of("c", "has no name");
        }

        @Override
        protected void release() {
            released.incrementAndGet();
        }
    }

    private static OperationBinding binding(String id) {
        return OperationBinding.of(query(id), (input, context) -> id);
    }

    @Override
    public OperationSource source() {
        return new PublishingSource("list") {
            @Override
            protected List<OperationBinding> read() {
                return List.of(binding("list.b"), binding("list.a"));
            }
        };
    }

    @Override
    public OperationSource brokenSource() {
        return new ListSource(
                () -> {
                    throw new IOException("cannot be read");
                });
    }

    @Override
    public List<String> operationIds() {
        return List.of("list.a", "list.b");
    }

    @Test
    void onlyWhatDiffersIsChanged(OperationRegistry registry) {
        List<RegistryChange> changes = new ArrayList<>();
        registry.onChange(changes::add);
        OperationBinding kept = binding("list.kept");
        OperationBinding old = binding("list.changed");
        OperationBinding better = binding("list.changed");
        List<OperationBinding> offer = new ArrayList<>(List.of(kept, old, binding("list.gone")));
        try (ListSource source = new ListSource(() -> offer)) {
            source.start(registry);
            changes.clear();
            offer.clear();
            offer.addAll(List.of(kept, better, binding("list.more")));

            source.reload();

            assertThat(changes)
                    .containsExactly(
                            new RegistryChange.Added(query("list.more")),
                            new RegistryChange.Replaced(
                                    query("list.changed"), query("list.changed")),
                            new RegistryChange.Removed(query("list.gone")));
        }
    }

    @Test
    void aSourceThatFailsLaterKeepsWhatItHasAndSaysWhy(OperationRegistry registry) {
        registry.register(query("other.taken"), (input, context) -> null);
        List<OperationBinding> offer = new ArrayList<>(List.of(binding("list.a")));
        try (ListSource source = new ListSource(() -> offer)) {
            source.start(registry);
            offer.add(binding("other.taken"));
            source.reload();

            assertThat(source.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    OperationSource.Status.State.FAILED,
                                    1,
                                    "other.taken is registered already"));
            offer.removeLast();
            source.reload();
            assertThat(source.status().state()).isEqualTo(OperationSource.Status.State.READY);
        }
        assertThat(registry.find("other.taken")).isPresent();
    }

    @Test
    void anUnexpectedExceptionIsAReasonToo(OperationRegistry registry) {
        try (CapturedLog log = new CapturedLog();
                ListSource source =
                        new ListSource(
                                () -> {
                                    throw new NullPointerException();
                                })) {
            source.start(registry);

            assertThat(source.status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    OperationSource.Status.State.FAILED,
                                    0,
                                    "NullPointerException"));
            assertThat(log.of("PublishingSource"))
                    .containsExactly("The source list failed unexpectedly");
        }
    }

    @Test
    void anErrorFailsTheSourceAndNotItsThread(OperationRegistry registry) {
        AtomicBoolean missing = new AtomicBoolean();
        try (CapturedLog log = new CapturedLog();
                ListSource source =
                        new ListSource(
                                () -> {
                                    if (missing.get()) {
                                        throw new NoClassDefFoundError("com/acme/Missing");
                                    }
                                    return List.of();
                                })) {
            source.start(registry);
            missing.set(true);

            assertThat(source.reload())
                    .isEqualTo(
                            new OperationSource.Status(
                                    OperationSource.Status.State.FAILED,
                                    0,
                                    "java.lang.NoClassDefFoundError: com/acme/Missing"));
            assertThat(log.of("PublishingSource"))
                    .containsExactly("The source list failed unexpectedly");
        }
    }

    @Test
    void anInterruptStaysWithTheThread(OperationRegistry registry) {
        try (ListSource source =
                new ListSource(
                        () -> {
                            throw new InterruptedException();
                        })) {
            source.start(registry);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(source.status().lastError()).isEqualTo("interrupted while reading");
        }
    }

    @Test
    void whatIsLeftOutIsInTheStatus(OperationRegistry registry) {
        try (ListSource source = new ListSource(() -> List.of(binding("list.a")))) {
            source.start(registry);

            assertThat(source.status().leftOut()).isEqualTo(Map.of("c", "has no name"));
        }
    }

    @Test
    void whatItHoldsIsReleasedOnceEvenIfItWasNeverStarted(OperationRegistry registry) {
        ListSource unused = new ListSource(List::of);
        unused.close();
        unused.close();
        assertThat(unused.released).hasValue(1);

        ListSource used = new ListSource(List::of);
        used.start(registry);
        used.close();
        used.close();
        assertThat(used.released).hasValue(1);
    }

    @Test
    void aSourceThatIsNotRunningIsNotReloaded(OperationRegistry registry) {
        ListSource source = new ListSource(List::of);
        assertThatThrownBy(source::reload)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the source list is not running");
        source.start(registry);
        source.close();
        assertThatThrownBy(source::reload).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anOperationGivenTwiceIsRefused(OperationRegistry registry) {
        PublishedOperations published = new PublishedOperations(registry);

        assertThatThrownBy(() -> published.update(List.of(binding("list.a"), binding("list.a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("list.a is given twice");
        assertThat(registry.size()).isZero();
    }

    @Test
    void aFailureWithoutAReasonIsNoStatus() {
        assertThatThrownBy(
                        () ->
                                new OperationSource.Status(
                                        OperationSource.Status.State.FAILED, 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a source that failed needs a reason");
    }
}
