package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.schema.PlainTypeTest.Color;
import dev.alkdev.operations.schema.PlainTypeTest.One;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Types that are not plain. */
class OtherTypesTest {
    record Empty() {}

    record Generic<T>(T value) {}

    record Twice(One one, List<One> more) {}

    record Node(List<Node> nodes) {}

    record MaybeNulls(List<@Nullable String> ids) {}

    record MaybeList(Optional<List<String>> ids) {}

    record Maybes(List<Optional<String>> ids) {}

    record MaybeNumber(OptionalInt id) {}

    record Keys(Map<Color, String> map) {}

    record Named(@JsonProperty("other") String id) {}

    record Bounded(@Min(1) int count) {}

    record BoundedItems(List<@Size(min = 1) String> items) {}

    record Value(String id) {
        @JsonValue
        String text() {
            return id;
        }
    }

    record Created(String id) {
        @JsonCreator
        static Created of(String id) {
            return new Created(id);
        }
    }

    record More(String id) {
        public String getMore() {
            return "";
        }
    }

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    enum Spoken {
        ONE;

        @Override
        public String toString() {
            return "one";
        }
    }

    enum Bodies {
        ONE {
            @Override
            public String toString() {
                return "one";
            }
        }
    }

    enum Renamed {
        @JsonProperty("one")
        ONE
    }

    static class Bean {
        public String id = "";
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Empty.class,
                Generic.class,
                Twice.class,
                Node.class,
                MaybeNulls.class,
                MaybeList.class,
                Maybes.class,
                MaybeNumber.class,
                Keys.class,
                Named.class,
                Bounded.class,
                BoundedItems.class,
                Value.class,
                Created.class,
                More.class,
                Circle.class,
                Spoken.class,
                Bodies.class,
                Renamed.class,
                Bean.class,
                Thread.class
            })
    void anythingElseIsLeftToTheGenerator(Class<?> type) {
        assertThat(PlainType.of(type)).isNull();
    }
}
