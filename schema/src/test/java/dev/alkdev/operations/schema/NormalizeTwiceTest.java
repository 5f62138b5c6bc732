package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** What holds for every schema and every value, tried with thousands of random ones. */
class NormalizeTwiceTest {
    private static final int SCHEMAS = 2_500;
    private static final int VALUES = 8;

    @Test
    void normalizingTwiceIsNormalizingOnceAndWhatIsAcceptedStaysAccepted() {
        List<String> wrong = new ArrayList<>();
        int changed = 0;
        int alike = 0;
        for (int seed = 0; seed < SCHEMAS; seed++) {
            RandomJson random = new RandomJson(seed);
            JsonNode json = random.schemaWithDefaults(3);
            Schema schema = Schema.of(json);
            for (int i = 0; i < VALUES; i++) {
                JsonNode value = random.value(3);
                JsonNode untouched = value.deepCopy();
                JsonNode normal = schema.normalize(value);
                changed += normal == value ? 0 : 1;
                String what = json + " on " + untouched;
                if (schema.normalize(normal) != normal) {
                    wrong.add(what + " is normalized again");
                }
                if (schema.accepts(value) && !schema.accepts(normal)) {
                    wrong.add(what + " is not accepted any more");
                }
                if (schema.isNormal(value) && !(schema.accepts(value) && normal == value)) {
                    wrong.add(what + " is not normal");
                }
                alike += schema.isNormal(value) ? 1 : 0;
                if (!value.equals(untouched)) {
                    wrong.add(what + " was changed");
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(changed).as("values there was something to do for").isGreaterThan(500);
        assertThat(alike).as("values that one look tells to be normal").isGreaterThan(500);
    }
}
