package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Configs for tests, as text in a folder with an environment. */
record ConfigText(Path folder, Map<String, String> environment) {

    static ConfigText in(Path folder) {
        return new ConfigText(folder, Map.of());
    }

    ConfigText with(String variable, String value) {
        return new ConfigText(folder, Map.of(variable, value));
    }

    HubConfig parse(String text) {
        return HubConfig.parse(text, folder, this::variable);
    }

    private @Nullable String variable(String name) {
        return environment.get(name);
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
