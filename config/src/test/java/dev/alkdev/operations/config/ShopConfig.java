package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A config for tests, with values of every shape. */
@Form(title = "an object with name and title")
record ShopConfig(
        @Key(value = "The name.", standard = "shop", restart = true)
                @Form(value = Text.NAME, example = "shop")
                String name,
        @Key(value = "The title.", standard = "The shop") @Form(pattern = ".") String title,
        @Key(value = "How long it goes on.", standard = "10s") Duration drain,
        @Key("What it may use.") Limits limits,
        @Key("Who delivers.") List<Supplier> suppliers,
        @Key(value = "The stock.", unless = "none") @Form(file = true) @Nullable Path stock) {

    record Limits(
            @Key(value = "How many at once.", standard = "100") @Form(of = "orders") int orders,
            @Key(value = "How much.", standard = "1MiB", restart = true) @Form(minimum = "1KiB")
                    long memory,
            @Key(value = "How fast.", standard = "2.5")
                    @Form(title = "a number above 0", above = "0")
                    double rate,
            @Key("Whether it is written down.") boolean logged)
            implements Checked {
        @Override
        public void check(ConfigValue here) {
            if (logged && orders > 1000) {
                here.get("orders").refuse("too many orders to write them down");
            }
        }
    }

    @ByKind("a kind of supplier")
    interface Supplier {
        String name();
    }

    @Kind(value = "shop", text = "another shop")
    record Web(
            @Key("Its name.") String name,
            @Key("Its address.") @Form(Text.WEB_URL) URI url,
            @Key(value = "How long it may take.", standard = "1s") Duration timeout)
            implements Supplier {}

    @Kind(value = "farm", text = "a farm")
    record Farm(@Key("Its name.") String name, @Key("Its key.") Secret key) implements Supplier {}
}
