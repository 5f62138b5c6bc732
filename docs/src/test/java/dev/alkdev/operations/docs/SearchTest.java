package dev.alkdev.operations.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.Operation;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.search.SearchResult;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** The programs of {@code docs/guide/search.md}. */
class SearchTest {
    record Add(int a, int b) {}

    private static OperationRegistry registry() {
        OperationRegistry registry = OperationRegistry.create();
        registry.register(
                Operation.query("math.add", Add.class, Integer.class)
                        .describedAs("Adds two numbers")
                        .handledBy((input, context) -> input.a() + input.b()));
        return registry;
    }

    @Test
    void finds() {
        OperationRegistry registry = registry();
        // snippet: find
        try (OperationSearch search = OperationSearch.over(registry)) {
            SearchResult found = search.find("add two numbers", 5);
            found.hits()
                    .forEach(
                            hit ->
                                    System.out.println(
                                            hit.spec().id() + ": " + hit.spec().summary()));
        }
        // end
        try (OperationSearch search = OperationSearch.over(registry)) {
            assertThat(search.find("add two numbers", 5).fitsWell()).isTrue();
        }
    }

    @Test
    void knowsAliases() {
        OperationRegistry registry = registry();
        Map<String, List<String>> aliases = Map.of("math.add", List.of("plus"));
        // snippet: aliases
        OperationSearch search =
                OperationSearch.over(registry, id -> aliases.getOrDefault(id, List.of()));
        // end
        assertThat(search.find("plus", 1).fitsWell()).isTrue();
        search.close();
    }
}
