package dev.alkdev.operations.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Configs for tests, as text in a folder with an environment. */
record ShopText(Path folder, Map<String, String> environment) {
    static final ConfigRecords RECORDS =
            new ConfigRecords(List.of(ShopConfig.Web.class, ShopConfig.Farm.class));

    static ShopText in(Path folder) {
        return new ShopText(folder, Map.of());
    }

    private ConfigReader reader() {
        return new ConfigReader("shop.yaml", this::variable);
    }

    private @Nullable String variable(String name) {
        return environment.get(name);
    }

    ShopConfig parse(String text) {
        return read(reader().parse(text, folder));
    }

    ShopConfig read(Path file) {
        return read(reader().read(file));
    }

    private static ShopConfig read(ConfigValue root) {
        return RECORDS.read(ShopConfig.class, root, values -> {});
    }

    /** What is wrong with a text, as a person sees it. */
    List<String> problems(String text) {
        return failure(text).problems().stream().map(ConfigProblem::toString).toList();
    }

    ConfigException failure(String text) {
        return Objects.requireNonNull(
                catchThrowableOfType(ConfigException.class, () -> parse(text)),
                () -> "nothing is wrong with " + text);
    }
}
