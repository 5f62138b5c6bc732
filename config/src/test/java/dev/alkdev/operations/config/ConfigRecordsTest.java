package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class ConfigRecordsTest {
    @TempDir Path folder;

    private ShopConfig parse(String text) {
        return ShopText.in(folder).parse(text);
    }

    @Test
    void anEmptyTextIsTheDefaults() {
        ShopConfig defaults = ShopText.RECORDS.defaults(ShopConfig.class);
        assertThat(parse("")).isEqualTo(defaults);
        assertThat(defaults)
                .isEqualTo(
                        new ShopConfig(
                                "shop",
                                "The shop",
                                Duration.ofSeconds(10),
                                new ShopConfig.Limits(100, 1024 * 1024, 2.5, false),
                                List.of(),
                                null));
    }

    record Place(@Key("Where it is.") URI url) {}

    @Test
    void aRequiredKeyThatIsWrongIsAnErrorWithItsPlace() {
        ConfigReader reader = new ConfigReader("place.yaml", name -> null);

        assertThatThrownBy(
                        () ->
                                ShopText.RECORDS.read(
                                        Place.class,
                                        reader.parse("url: [a]", folder),
                                        values -> {}))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("place.yaml:1:6: url should be");
    }

    @Test
    void allThatIsWrongIsToldAtOnceAndWithoutSecrets() {
        assertThat(
                        ShopText.in(folder)
                                .problems(
                                        """
                                        nmae: x
                                        drain: soon
                                        limits: {orders: 2000, logged: true, memory: 1B}
                                        stock: nowhere.csv
                                        suppliers:
                                          - {name: a, type: farm, key: [s3cr3t]}
                                          - {name: b, type: frm}
                                          - {name: c, type: shop}
                                        """))
                .containsExactly(
                        "shop.yaml:1:1: unknown key 'nmae'; did you mean 'name'?",
                        "shop.yaml:2:8: drain should be a duration, as in 10s, but is \"soon\"",
                        "shop.yaml:3:18: too many orders to write them down",
                        "shop.yaml:3:46: memory should be a size of at least 1KiB, as in 1MiB, but"
                                + " is \"1B\"",
                        "shop.yaml:4:8: there is no file \"nowhere.csv\"",
                        "shop.yaml:6:32: key should be a text, but is a list",
                        "shop.yaml:7:21: type should be one of shop and farm, but is \"frm\"; did"
                                + " you mean farm?",
                        "shop.yaml:8:5: 'url' is missing; it should be an http or https URL, as in"
                                + " https://petstore.example/v1");
    }

    @Test
    void extensionsBelongToTheTop() {
        assertThat(parse("x-orders: 3").limits().orders()).isEqualTo(100);
        assertThat(ShopText.in(folder).problems("limits: {x-orders: 3}"))
                .containsExactly("shop.yaml:1:10: unknown key 'x-orders'; did you mean 'orders'?");
    }

    @Test
    void whatNeedsARestartStaysUntilThen() {
        ShopConfig before = parse("");
        ShopConfig changed = parse("{name: b, title: c, limits: {orders: 2, memory: 2MiB}}");
        assertThat(ConfigRecords.needRestart(before, changed))
                .containsExactly("name", "limits.memory");
        assertThat(ConfigRecords.withoutRestart(before, changed))
                .isEqualTo(parse("{title: c, limits: {orders: 2}}"));
    }

    @Test
    void someComponentsMayBeGivenByCode() {
        assertThat(ShopText.RECORDS.make(ShopConfig.class, Map.of("title", "b")))
                .isEqualTo(parse("title: b"))
                .isEqualTo(ConfigRecords.with(parse("title: a"), Map.of("title", "b")));
    }

    @Test
    void aComponentWithoutMeaningIsRefused() {
        record Silent(String name) {}
        assertThatThrownBy(() -> ShopText.RECORDS.check(Silent.class))
                .hasMessage(Silent.class.getName() + ".name needs @Key or @Flat");
    }

    @Test
    void theSchemaAcceptsWhatIsRead() {
        JsonNode schema = ShopText.RECORDS.schema(ShopConfig.class);
        assertThat(schema.path("properties").propertyNames())
                .containsExactly(
                        "$schema", "name", "title", "drain", "limits", "suppliers", "stock");
        String text =
                "{\"drain\": \"1s\", \"suppliers\": [{\"type\": \"farm\", \"name\": \"a\"%s}]}";
        Schema parsed = Schema.of(schema);
        assertThat(parsed.errors(Json.parse(text.formatted("")))).isNotEmpty();
        assertThat(parsed.errors(Json.parse(text.formatted(", \"key\": \"x\"")))).isEmpty();
    }
}
