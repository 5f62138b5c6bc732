package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** Reads one config, from text to records, and collects everything that is wrong on the way. */
final class ConfigReader {
    private static final int LARGEST_FILE = 4 * 1024 * 1024;

    /** Repeated keys are found later, with both of their places. */
    private static final JsonMapper JSON =
            Json.mapper()
                    .rebuild()
                    .disable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .build();

    private final Problems problems;
    private final Path folder;
    private final Function<String, @Nullable String> environment;

    ConfigReader(String name, Path folder, Function<String, @Nullable String> environment) {
        this.problems = new Problems(name);
        this.folder = folder;
        this.environment = environment;
    }

    HubConfig read(Path path) {
        return new ConfigBinding(checked(text(path))).bind();
    }

    private String text(Path path) {
        String text = content(path);
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            requireJson(text);
        }
        return text;
    }

    HubConfig parse(String text) {
        return new ConfigBinding(checked(text)).bind();
    }

    /** As {@link #read}, and whether the providers of sources are there and take their options. */
    HubConfig readWithProviders(Path path) {
        ConfigFile file = checked(text(path));
        new ProviderRules(file, ProviderList.ofClassPath()).check();
        problems.throwIfAny();
        return new ConfigBinding(file).bind();
    }

    private ConfigFile checked(String text) {
        Expansion expansion = new Expansion(folder, environment);
        ConfigTree tree = new YamlReader(text, problems).read(expansion);
        ConfigFile file = new ConfigFile(tree, folder, problems);
        file.convertExpansions();
        new ConfigRules(file).check();
        new SchemaProblems(file).report();
        problems.throwIfAny();
        return file;
    }

    private String content(Path path) {
        String problem;
        try {
            if (Files.isDirectory(path)) {
                problem = "this is a folder; name a file, as in hub.yaml";
            } else if (!Files.exists(path)) {
                problem = "there is no such file";
            } else {
                return bytes(path);
            }
        } catch (CharacterCodingException e) {
            problem = "the file is not UTF-8 text";
        } catch (IOException e) {
            problem = "the file cannot be read";
        }
        problems.add(Place.START, "", problem);
        problems.throwIfAny();
        return "";
    }

    private String bytes(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST_FILE + 1);
            if (bytes.length > LARGEST_FILE) {
                problems.add(Place.START, "", "the file is larger than 4 MiB");
                problems.throwIfAny();
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
    }

    /** What YAML allows besides, JSON does not: such a file would surprise other readers of it. */
    private void requireJson(String text) {
        try {
            JSON.readTree(text);
        } catch (JacksonException e) {
            var location = e.getLocation();
            Place place =
                    location == null
                            ? Place.START
                            : new Place(
                                    Math.max(1, location.getLineNr()),
                                    Math.max(1, location.getColumnNr()));
            problems.add(place, "", "this is not JSON: " + reason(e));
            problems.throwIfAny();
        }
    }

    /** In our own words: Jackson's repeat what stands there, which may be a secret. */
    private static String reason(JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (message.startsWith("Unexpected end-of-input")) {
            return "it ends before everything is closed";
        }
        return message.startsWith("Unrecognized token")
                ? "a value is a text in double quotes, a number, true, false, null, a list or an"
                        + " object"
                : "it cannot be read from here on";
    }
}
