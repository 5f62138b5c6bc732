package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What TypeBox itself answered, for the cast dialect. */
class TypeBoxVectorsTest {
    private static final String FILE = "typebox/cast.json";
    private static final Set<String> SKIPPED =
            Set.of("js-quirk", "js-identity", "infinite-recursion");

    @Test
    void everyVectorIsCheckedAndCastAsTypeBoxDoes() {
        Path file = VectorFolder.path(FILE);
        List<String> failures = new ArrayList<>();
        int total = 0;
        for (JsonNode vector : VectorFolder.read(file).get("vectors")) {
            if (isJavaScriptOnly(vector)) {
                continue;
            }
            total++;
            String failure = failure(vector);
            if (!failure.isEmpty()) {
                failures.add(vector.get("name").asString() + ": " + failure);
            }
        }
        VectorFolder.print(FILE, total - failures.size(), total);
        assertThat(failures).isEmpty();
        assertThat(total).isPositive();
    }

    private static boolean isJavaScriptOnly(JsonNode vector) {
        for (JsonNode tag : vector.path("tags")) {
            if (SKIPPED.contains(tag.asString())) {
                return true;
            }
        }
        return false;
    }

    private static String failure(JsonNode vector) {
        JsonNode converted = vector.path("alt").path("converted");
        JsonNode expected = converted.isMissingNode() ? vector : converted;
        CastPlan plan = plan(vector);
        boolean absent = vector.path("valueUndefined").asBoolean(false);
        JsonNode value = absent ? MissingNode.getInstance() : vector.get("value");
        String check = outcome(() -> Boolean.toString(plan.accepts(value)));
        String expectedCheck =
                expected.has("checkThrows")
                        ? "throws " + expected.get("checkThrows").asString()
                        : expected.get("check").asString();
        if (!check.equals(expectedCheck)) {
            return "check is " + check + " instead of " + expectedCheck;
        }
        if (expected.has("castThrows")) {
            String cast = outcome(() -> plan.cast(value).toString());
            String wanted = "throws " + expected.get("castThrows").asString();
            return cast.equals(wanted) ? "" : "cast is " + cast + " instead of " + wanted;
        }
        JsonNode wanted = withoutUndefined(expected);
        JsonNode cast = plan.cast(value);
        return JsonEquality.equal(cast, wanted) ? "" : "cast is " + cast + " instead of " + wanted;
    }

    private static CastPlan plan(JsonNode vector) {
        JsonNode schema = vector.get("schema");
        if (vector.has("references")) {
            ObjectNode definitions = schema.asObject().withObjectProperty("$defs");
            vector.get("references").forEach(it -> definitions.set("r" + definitions.size(), it));
        }
        Library library = new Library(SchemaOptions.defaults(), false);
        return CastPlan.exact(library.open(schema).root());
    }

    private static String outcome(Supplier<String> action) {
        try {
            return action.get();
        } catch (CastException e) {
            return "throws " + e.getMessage();
        }
    }

    /** JavaScript's undefined is absent in an object and null in an array. */
    private static JsonNode withoutUndefined(JsonNode expected) {
        if (expected.path("castUndefined").asBoolean(false)) {
            return NullNode.getInstance();
        }
        JsonNode cast = expected.get("cast").deepCopy();
        for (JsonNode pointer : expected.path("castUndefinedAt")) {
            String text = pointer.asString();
            JsonNode parent = cast.at(text.substring(0, text.lastIndexOf('/')));
            String name = Location.unescape(text.substring(text.lastIndexOf('/') + 1));
            if (parent instanceof ObjectNode object) {
                object.remove(name);
            } else if (parent instanceof ArrayNode array) {
                array.setNull(Integer.parseInt(name));
            }
        }
        return cast;
    }
}
