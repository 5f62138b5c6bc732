package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** One file of the JSON Schema test suite, if it is there. */
public record Vectors(String name, JsonNode groups) {

    /** Reads a file below the folder of vectors; skips the test, saying why, if it is absent. */
    public static Vectors read(String name) {
        return new Vectors(name, VectorFolder.read(VectorFolder.path(name)));
    }

    /** Asks for each value whether its schema, one of those chosen, accepts it. */
    public void check(BiPredicate<JsonNode, JsonNode> accepts, Predicate<JsonNode> chosen) {
        int total = 0;
        List<String> wrong = new ArrayList<>();
        for (JsonNode group : groups) {
            JsonNode schema = group.get("schema");
            if (!chosen.test(schema)) {
                continue;
            }
            for (JsonNode test : group.get("tests")) {
                total++;
                if (accepts.test(schema, test.get("data")) != test.get("valid").asBoolean()) {
                    wrong.add(schema + " with " + test);
                }
            }
        }
        System.out.printf("vectors %s: %d/%d%n", name, total - wrong.size(), total);
        assertThat(wrong).isEmpty();
    }
}
