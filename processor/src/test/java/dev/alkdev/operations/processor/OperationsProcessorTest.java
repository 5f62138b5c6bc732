package dev.alkdev.operations.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.code.AnnotatedOperations;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

import javax.annotation.processing.Processor;

class OperationsProcessorTest {
    static final String IMPORTS =
            """
            package shop;
            import dev.alkdev.operations.*;
            import dev.alkdev.operations.code.*;
            import dev.alkdev.operations.code.Subscription;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.Consumer;
            import java.util.stream.Stream;
            """;

    @TempDir Path folder;

    /** The errors of the compiler, without lines. */
    private List<String> errors(String text) throws Exception {
        return Compilation.of(IMPORTS + text, folder, true).errors().stream()
                .map(error -> error.substring(error.indexOf(' ') + 1))
                .toList();
    }

    @Test
    void theCompilerFindsIt() {
        assertThat(ServiceLoader.load(Processor.class).stream().map(ServiceLoader.Provider::type))
                .contains(OperationsProcessor.class);
    }

    @Test
    void warnsAboutConstraintsThatAreNotChecked() throws Exception {
        Compilation compilation =
                Compilation.of(
                        IMPORTS
                                + """
                                import jakarta.validation.constraints.Future;
                                import jakarta.validation.constraints.Min;
                                import jakarta.validation.constraints.PastOrPresent;
                                import jakarta.validation.constraints.Size;
                                @Operations("visits")
                                class Visits {
                                    record Visit(@Future java.time.LocalDate day, @Size(max = 5) String note) {}
                                    @Query int plan(Visit visit) { return 1; }
                                    @Query int move(@Min(1) int id, @PastOrPresent java.time.Instant to) { return 1; }
                                }
                                """,
                        folder,
                        true);

        assertThat(compilation.errors()).isEmpty();
        String reason =
                " is not checked, because JSON Schema has no keyword for it; check it in the"
                        + " method";
        assertThat(compilation.warnings())
                .extracting(warning -> warning.substring(warning.indexOf(' ') + 1))
                .containsExactly(
                        "Visit.day: @Future" + reason,
                        "Visits.move, parameter to: @PastOrPresent" + reason);
    }

    @Test
    void anOverrideNeverWeakensTheAccessOfWhatItOverrides() throws Exception {
        String text =
                """
                interface Generic<T> { @Query(scopes = "admin") T open(T key); }
                interface Base {
                    @Query(anyScope = {"a", "b"}) String any();
                    @Query(resource = "vault:read") String read();
                    @Query(scopes = {"x", "y"}) String more();
                }
                @Operations("vault")
                class Vault implements Generic<String>, Base {
                    @Query public String open(String key) { return key; }
                    @Query(anyScope = {"a", "c"}) public String any() { return ""; }
                    @Query("look") public String read() { return ""; }
                    @Query(scopes = {"y", "x", "z"}) public String more() { return ""; }
                }
                """;
        Compilation plain = Compilation.of(IMPORTS + text, folder, false);
        Throwable refused =
                catchThrowable(() -> AnnotatedOperations.of(plain.instance("shop.Vault")));

        // The generic interface can be overridden, but not called by itself.
        assertThat(errors(text))
                .filteredOn(error -> !error.startsWith("Generic."))
                .hasSize(3)
                .containsExactlyInAnyOrder(refused.getMessage().split("\\R"))
                .contains(
                        "Vault.open: it requires less access than Generic.open, which is the same"
                                + " method; repeat that access, or require more");
    }

    private static final String BAD =
            """
            @Operations("bad")
            class Shop {
                sealed interface Shape { record A() implements Shape {} record B() implements Shape {} }
                record Holder(List<Shape> shapes) {}
                static class Silent extends Exception { Silent(int number) { super("" + number); } }
                static class Checked extends Exception {}
                @Fails(code = "TIMEOUT", httpStatus = 404)
                static class Standard extends RuntimeException {}
                @Fails(code = "TWICE")
                static class Twice extends RuntimeException {
                    final int a; final int b;
                    Twice(@Param("x") int a, @Param("x") int b) { this.a = a; this.b = b; }
                }

                @Query @Mutation String both() { return ""; }
                @Query("same") String one() { return ""; }
                @Query("same") String two() { return ""; }
                @Query("with space") String name() { return ""; }
                @Query void unreadable(int number, Shape shape) {}
                @Query Holder deep() { return null; }
                @Query void whole(Holder holder) {}
                @Query Stream<String> streams() { return Stream.of(); }
                @Mutation Iterator<String> iterates() { return null; }
                @Subscription List<String> single() { return List.of(); }
                @Subscription Stream raw() { return Stream.of(); }
                @Query CompletionStage later() { return null; }
                @Query void emits(Emitter<String> emitter) {}
                @Subscription int emitsToo(Emitter<String> emitter) { return 1; }
                @Query void progress(Progress progress) {}
                @Query void twice(@Param("a") int first, @Param("a") int second) {}
                @Query void badDefault(@Param(defaultValue = "x") int number) {}
                @Query void badFlag(@Param(defaultValue = "1") boolean flag) {}
                @Query <T> T generic(T value) { return value; }
                @Query <T> List<T> genericResult() { return null; }
                @Query(resource = "nothing") void resource() {}
                @Query @Fails(code = "TIMEOUT") void standard() {}
                @Query @Fails(code = "") void noCode() {}
                @Query @Fails(code = "A", httpStatus = 200) @Fails(code = "B") void status() {}
                @Query @Fails(code = "SILENT", with = Silent.class) void silent() throws Silent {}
                @Query @Fails(code = "CHECKED", with = Checked.class) void checked() {}
                @Subscription @Fails(code = "CHECKED", with = Checked.class)
                Stream<String> checkedStream() { return null; }
                @Query void byClass() throws Standard {}
                @Query void detailsTwice() throws Twice {}
                @Query private void hidden() {}
                @Query @Paged Iterable<String> pagedHere() { return null; }
                @Query @Paged List<String> pagedList() { return null; }
                @Mutation @Paged String pagedMutation() { return ""; }
            }
            """;

    @Test
    void whatRegistrationRefusesTheCompilerRefusesInTheSameWords() throws Exception {
        Compilation plain = Compilation.of(IMPORTS + BAD, folder, false);
        assertThat(plain.errors()).isEmpty();
        Throwable refused =
                catchThrowable(() -> AnnotatedOperations.of(plain.instance("shop.Shop")));
        assertThat(refused).isInstanceOf(IllegalArgumentException.class);

        assertThat(errors(BAD))
                .hasSizeGreaterThan(28)
                .containsExactlyInAnyOrder(refused.getMessage().split("\n", -1));
    }

    @Test
    void knowsAllStandardCodes() {
        assertThat(ErrorCode.class.getFields())
                .extracting(Field::getName)
                .containsExactlyInAnyOrderElementsOf(ErrorCheck.STANDARD);
    }

    @Test
    void anErrorIsAtItsMethodOrParameter() throws Exception {
        List<String> errors =
                Compilation.of(
                                IMPORTS
                                        + """
                                        @Operations("bad.too")
                                        class Shop {
                                            @Query Stream<String> streams() { return null; }
                                            @Query
                                            void progress(
                                                    int first,
                                                    Progress second) {}
                                        }
                                        """,
                                folder,
                                true)
                        .errors();
        assertThat(errors)
                .containsExactly(
                        "11: Shop.streams: a query returns one result; return a List, or make it a"
                                + " @Subscription",
                        "15: Shop.progress, parameter second: Progress is what is reported; declare"
                                + " Consumer<Progress> to report it");
    }

    @Test
    void aClassWithoutOperationsAndOneWithoutNamespaceAreRefused() throws Exception {
        assertThat(errors("@Operations(\"a\") class Shop {}"))
                .containsExactly(
                        "Shop: none of its methods has @Query, @Mutation or @Subscription");
        assertThat(errors("@Operations(\"\") class Shop { @Query void get() {} }"))
                .containsExactly(
                        "Shop.get: operation namespace \"\" should have 1 to 128 characters");
        assertThat(errors("@Operations(\"a b\") class Shop { @Query void get() {} }"))
                .containsExactly(
                        "Shop.get: operation namespace \"a b\" has ' '; allowed are letters,"
                                + " digits, _ and -");
    }

    @Test
    void pagesAreCheckedToo() throws Exception {
        assertThat(
                        errors(
                                """
                                @Operations("a")
                                interface Shop {
                                    @Query @Paged Iterable<ResponseEnvelope<String>> enveloped();
                                    @Query @Paged(next = "n") Stream<String> without();
                                }
                                """))
                .containsExactly(
                        "Shop.enveloped: an item of a page has no envelope of its own",
                        "Shop.without: @Paged with next needs the cursor: the member of the input"
                                + " that takes it");
    }

    @Test
    void whatIsRightCompiles() throws Exception {
        assertThat(
                        errors(
                                """
                                @Operations("shop")
                                interface Shop<X> {
                                    record Page<T>(List<T> items) {}
                                    record Order(String id, Optional<Integer> count) {}
                                    enum State { OPEN }

                                    @Query Page<Order> list(
                                            @Param(defaultValue = "OPEN") State state,
                                            @Param(defaultValue = "20") int limit,
                                            @Param(defaultValue = "0.5") double part,
                                            @Param(defaultValue = "text") String text,
                                            OperationContext context, Caller caller,
                                            Identity identity, Optional<Identity> perhaps,
                                            Consumer<Progress> progress);
                                    @Query("list") CompletionStage<Page<Order>> later();
                                    @Query("list") @Paged(items = "items") Iterable<Order> all();
                                    @Query ResponseEnvelope<Map<String, byte[]>> files();
                                    @Mutation void add(Order order);
                                    @Subscription Stream<Order> a();
                                    @Subscription Iterator<Order> b();
                                    @Subscription Iterable<ResponseEnvelope<Order>> c();
                                    @Subscription Flow.Publisher<Order> d();
                                    @Subscription void e(Emitter<? super Order> emitter);
                                    @Subscription dev.alkdev.operations.Subscription<Order> f();
                                }
                                """))
                .isEmpty();
    }
}
