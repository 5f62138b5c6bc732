package dev.alkdev.operations.processor;

import static org.assertj.core.api.Assertions.assertThat;
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

/** Comments of classes become descriptions. */
class JavadocTest {
    private static final String IMPORTS = OperationsProcessorTest.IMPORTS;

    @TempDir Path folder;

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
