package dev.alkdev.operations.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

import javax.annotation.processing.Processor;

class OperationsProcessorTest {
    private static final String IMPORTS =
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

    private List<OperationSpec> specs(String text) throws Exception {
        Compilation compiled = Compilation.of(IMPORTS + text, folder, true);
        assertThat(compiled.errors()).isEmpty();
        List<OperationSpec> specs = new ArrayList<>();
        AnnotatedOperations.of(compiled.instance("shop.Shop$Inner"))
                .forEach(binding -> specs.add(binding.spec()));
        return specs;
    }

    @Test
    void javadocBecomesDescriptions() throws Exception {
        List<OperationSpec> specs =
                specs(
                        """
                        class Shop {
                            @Operations("shop")
                            static class Inner {
                                /**
                                 * Gets one {@code order} by {@link String its id}, see {@link #list}
                                 * and {@link Map#get(Object)}. It&#64;s &lt;cheap&gt;.
                                 *
                                 * <p>Second paragraph:
                                 * <ul>
                                 *   <li>one <b>bold</b></li>
                                 *   <li>two = 2 \\\\ ö</li>
                                 * </ul>
                                 *
                                 * @param id the number,
                                 *     as {@code A-17}
                                 * @param other given in the annotation
                                 * @return nothing
                                 */
                                @Query
                                String get(String id, @Param(description = "wins") int[] other) {
                                    return id;
                                }

                                /** Not this one. */
                                @Query(description = "Lists all")
                                List<String> list(Map.Entry<String, String> entry) {
                                    return List.of();
                                }

                                @Mutation
                                void plain(int a) {}
                            }
                        }
                        """);
        assertThat(specs)
                .extracting(OperationSpec::description)
                .containsExactly(
                        """
                        Gets one order by its id, see list and Map.get. It@s <cheap>.

                        Second paragraph:
                        - one bold
                        - two = 2 \\\\ ö\
                        """,
                        "Lists all",
                        "");
        assertThat(specs.getFirst().inputSchema().view().property("id").description())
                .isEqualTo("the number, as A-17");
        assertThat(specs.getFirst().inputSchema().view().property("other").description())
                .isEqualTo("wins");
    }

    @Test
    void javadocOfRecordComponentsBecomesDescriptionsOfProperties() throws Exception {
        List<OperationSpec> specs =
                specs(
                        """
                        class Shop {
                            /**
                             * An order.
                             *
                             * @param id the number,
                             *     as {@code A-17}
                             * @param lines what is ordered
                             * @param unknown no component
                             */
                            record Order(String id, List<Line> lines, Optional<Place> to) {}

                            /** @param sku the article */
                            record Line(String sku, int quantity) {}

                            /** @param city by its name
                             *  @param <T> of anything */
                            record Place(String city, @com.fasterxml.jackson.annotation
                                    .JsonPropertyDescription("wins") String zip) {}

                            record Bare(String id) {}

                            @Operations("shop")
                            static class Inner {
                                @Mutation Order add(Order order) { return order; }
                                @Query List<Order> all(Bare bare) { return List.of(); }
                                @Query String last(Line line, int number) { return ""; }
                            }
                        }
                        """);
        Schema order = specs.getFirst().inputSchema();
        assertThat(order.view().property("id").description()).isEqualTo("the number, as A-17");
        assertThat(order.toJson().at("/properties/lines/description").asString())
                .isEqualTo("what is ordered");
        assertThat(order.toJson().at("/properties/lines/items/properties/sku/description"))
                .isEqualTo(Json.parse("\"the article\""));
        assertThat(order.toJson().at("/properties/lines/items/properties/quantity"))
                .isEqualTo(Json.parse("{\"type\": \"integer\"}"));
        assertThat(order.toJson().at("/properties/to/properties/city/description").asString())
                .isEqualTo("by its name");
        assertThat(order.toJson().at("/properties/to/properties/zip/description").asString())
                .isEqualTo("wins");
        assertThat(specs.getFirst().outputSchema().view().property("id").description())
                .isEqualTo("the number, as A-17");
        assertThat(specs.get(1).inputSchema().toJson().at("/properties/id"))
                .isEqualTo(Json.parse("{\"type\": \"string\"}"));
        assertThat(specs.get(1).outputSchema().toJson().at("/items/properties/id/description"))
                .isEqualTo(Json.parse("\"the number, as A-17\""));
        assertThat(
                        specs.get(2)
                                .inputSchema()
                                .toJson()
                                .at("/properties/line/properties/sku/description"))
                .isEqualTo(Json.parse("\"the article\""));
    }

    @Test
    void aRecordThatIsNotCompiledAgainKeepsItsDescriptions() throws Exception {
        Compilation.of(
                IMPORTS
                        + """
                        public class Shop {
                            /** @param id the number */
                            public record Order(String id) {}
                            @Operations("shop") static class Inner {
                                @Query Order get() { return new Order(""); }
                            }
                        }
                        """,
                folder,
                true);
        Path file = folder.resolve("shop/Shop$Order.operations.properties");
        assertThat(file).hasContent("id=the number");

        Path other = Files.createDirectory(folder.resolve("other"));
        Compilation second =
                Compilation.of(
                        IMPORTS
                                + """
                                class Other {
                                    @Operations("other") static class Inner {
                                        @Query Shop.Order get() { return new Shop.Order(""); }
                                    }
                                }
                                """,
                        other,
                        true,
                        folder);
        assertThat(second.errors()).isEmpty();
        assertThat(other.resolve("shop/Shop$Order.operations.properties")).doesNotExist();
        assertThat(file).hasContent("id=the number");
    }

    @Test
    void markdownCommentsBecomeDescriptions() throws Exception {
        assumeTrue(Runtime.version().feature() >= 23, "Markdown comments began with JDK 23");
        assertThat(
                        specs(
                                """
                                class Shop {
                                    @Operations("shop")
                                    static class Inner {
                                        /// Gets `one` [order][String] of
                                        /// [Map].
                                        ///
                                        /// - a < b
                                        ///
                                        /// @param id the *number*
                                        @Query
                                        String get(String id) {
                                            return id;
                                        }
                                    }
                                }
                                """))
                .first()
                .satisfies(
                        spec -> {
                            assertThat(spec.description())
                                    .isEqualTo("Gets `one` order of Map.\n\n- a < b");
                            assertThat(spec.inputSchema().view().property("id").description())
                                    .isEqualTo("the *number*");
                        });
    }
}
