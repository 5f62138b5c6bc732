package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class ScalarsTest {
    /** Enums of a plug-in that are named as the types of values are. */
    enum Location {
        NEAR,
        FAR_AWAY
    }

    enum Glob {
        NEAR
    }

    enum Integer {
        NEAR
    }

    record Values(
            @Key(value = "Where.", standard = "near") Location location,
            @Key(value = "Where.", standard = "near") Glob glob,
            @Key(value = "Where.", standard = "near") Integer integer,
            @Key(value = "Which.", standard = "https://a.example") URI url,
            @Key(value = "How many.", standard = "1") @Form(maximum = "10") int few,
            @Key(value = "How much.", standard = "1KiB") @Form(minimum = "1B", maximum = "2KiB")
                    long size,
            @Key(value = "How long.", standard = "1s") @Form(maximum = "1m") Duration time,
            @Key("Numbers.") @Form(unique = true) List<Double> numbers,
            @Key("Times.") @Form(unique = true) List<Duration> times,
            @Key("Names.") @Form(filled = true) List<String> names,
            @Key("Texts.")
                    Map<
                                    @Form(title = "a small name", pattern = "^[a-z]+$") String,
                                    @Form(title = "a text") String>
                            texts,
            @Key(value = "It.", standard = "x") String text) {
        public Values {
            names = List.copyOf(names);
            texts = Map.copyOf(texts);
            numbers = List.copyOf(numbers);
            times = List.copyOf(times);
        }
    }

    @TempDir Path folder;

    private Values read(String yaml) {
        ConfigValue root = new ConfigReader("values.yaml", name -> null).parse(yaml, folder);
        return new ConfigRecords(List.of()).read(Values.class, root, values -> {});
    }

    @Test
    void aListThatNeedsItemsIsNotEmpty() {
        assertThat(read("{}").names()).isEmpty();
        assertThat(read("{names: [a]}").names()).containsExactly("a");
        assertThatThrownBy(() -> read("{names: []}"))
                .hasMessageContaining("names should have at least one item");
    }

    @Test
    void keysOfMapsHaveTheirForm() {
        assertThat(read("{texts: {a: x}}").texts()).isEqualTo(Map.of("a", "x"));
        assertThatThrownBy(() -> read("{texts: {A: x}}"))
                .hasMessageContaining("the key 'A' should be a small name");
    }

    @Test
    void enumsAreReadByTheirConstantsWhateverTheirName() {
        Values values = read("{location: far-away, glob: near, integer: near}");

        assertThat(values.location()).isEqualTo(Location.FAR_AWAY);
        assertThat(values.glob()).isEqualTo(Glob.NEAR);
        assertThat(values.integer()).isEqualTo(Integer.NEAR);
        assertThatThrownBy(() -> read("location: nowhere"))
                .hasMessageContaining("location should be one of near and far-away");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "/a", "mailto:x@y", "'http:'", "'a b'"})
    void aUrlNeedsAHost(String url) {
        assertThatThrownBy(() -> read("url: " + url))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("values.yaml:1:6: url should be a URL, but is");
    }

    @ParameterizedTest
    @CsvSource({"few, 11", "size, 2049", "size, 3KiB", "time, 61s", "time, 61"})
    void aMaximumHolds(String key, String value) {
        assertThatThrownBy(() -> read(key + ": " + value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key + " should be");
    }

    @Test
    void aMaximumItselfIsAllowed() {
        Values values = read("{few: 10, size: 2KiB, time: 1m}");

        assertThat(values.few()).isEqualTo(10);
        assertThat(values.size()).isEqualTo(2048);
        assertThat(values.time()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers: [1, 1.0]", "numbers: [1, 1]", "times: [1s, 1000ms]"})
    void itemsThatAreTheSameAreNotUnique(String yaml) {
        assertThatThrownBy(() -> read(yaml)).hasMessageContaining("twice");
    }

    @Test
    void itemsThatDifferAreUnique() {
        assertThat(read("numbers: [1, 1.5, -1]").numbers()).containsExactly(1.0, 1.5, -1.0);
    }
}
