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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Reads one config, from text to records, and collects everything that is wrong on the way. */
final class ConfigReader {
    private static final int LARGEST_FILE = 4 * 1024 * 1024;

    private final Problems problems;
    private final Path folder;
    private final Function<String, @Nullable String> environment;

    ConfigReader(String name, Path folder, Function<String, @Nullable String> environment) {
        this.problems = new Problems(name);
        this.folder = folder;
        this.environment = environment;
    }

    HubConfig read(Path path) {
        return new Content(text(path)).config();
    }

    private String text(Path path) {
        String text = content(path);
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            requireJson(text);
        }
        return text;
    }

    HubConfig parse(String text) {
        return new Content(text).config();
    }

    /** As {@link #read}, and whether the providers of sources are there and take their options. */
    HubConfig readWithProviders(Path path) {
        return new Content(text(path)).configWithProviders();
    }

    /** A text that is YAML. */
    private final class Content {
        private final ConfigValue root;
        private final @Nullable Path jars;
        private final Plugins plugins;

        Content(String text) {
            Expansion expansion = new Expansion(folder, environment);
            ConfigTree tree = new YamlReader(text, problems).read(expansion);
            root = new ConfigFile(tree, folder, problems).root();
            jars = Plugins.folder(root, folder, environment);
            plugins = Plugins.in(jars);
        }

        HubConfig config() {
            RecordShape shape = plugins.root();
            if (!root.isObject()) {
                shape.read(root);
                problems.throwIfAny();
            }
            HubRules.checkClearText(root);
            shape.refuseUnknown(root);
            Map<String, Object> values = shape.values(root).orElseThrow();
            new McpServerEntries(folder, environment).addTo(values, root);
            new HubRules(root, values).check();
            problems.throwIfAny();
            if (jars != null) {
                values.put("plugins", jars);
            }
            return (HubConfig) shape.type().make(values);
        }

        HubConfig configWithProviders() {
            HubConfig config = config();
            List<ConfigValue> places = root.get("sources").items();
            for (int i = 0; i < places.size(); i++) {
                if (config.sources().get(i) instanceof ProviderSourceConfig provided) {
                    provided.tryOut(places.get(i), plugins.providers());
                }
            }
            problems.throwIfAny();
            return config;
        }
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
        // Repeated keys are found later, with both of their places.
        JsonMapper json =
                Json.mapper()
                        .rebuild()
                        .disable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                        .build();
        try {
            Json.read(() -> json.readTree(text));
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
