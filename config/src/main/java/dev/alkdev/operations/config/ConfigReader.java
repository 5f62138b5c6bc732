package dev.alkdev.operations.config;

import dev.alkdev.operations.base.BoundedFile;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/**
 * Reads the text of a config: YAML, or JSON in a file whose name ends so. Threads may share it.
 *
 * <pre>{@code
 * ConfigValue root = new ConfigReader("shop.yaml", System::getenv).read(file);
 * ShopConfig config = new ConfigRecords(kinds).read(ShopConfig.class, root, values -> {});
 * }</pre>
 *
 * @param usualName what such a file is usually called
 * @param environment gives the value of a variable, or null
 */
public record ConfigReader(String usualName, Function<String, @Nullable String> environment) {
    /** YAML takes up to 60 times the memory of its text while it is read. */
    static final int LARGEST = BoundedFile.share(256, 4 << 20);

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read or is neither YAML nor JSON
     */
    public ConfigValue read(Path file) {
        Problems problems = new Problems(file.toString());
        String text = content(file, problems);
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".json")) {
            requireJson(text, problems);
        }
        return parse(text, folder(file), problems);
    }

    /** The folder that the paths in a file are seen from. */
    public static Path folder(Path file) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /**
     * Reads a text that is in no file.
     *
     * @param folder what relative paths are seen from
     * @throws ConfigException if it is not YAML
     */
    public ConfigValue parse(String text, Path folder) {
        return parse(text, folder.toAbsolutePath().normalize(), new Problems(usualName));
    }

    private ConfigValue parse(String text, Path folder, Problems problems) {
        ConfigTree tree = new ConfigTree(folder, problems);
        Expansion expansion = new Expansion(folder, environment);
        new YamlReader(text, problems)
                .read()
                .ifPresent(node -> new TreeBuilder(expansion, tree).build(node));
        return tree.value();
    }

    private String content(Path path, Problems problems) {
        String problem;
        if (Files.isDirectory(path)) {
            problem = "this is a folder; name a file, as in " + usualName;
        } else if (!Files.exists(path)) {
            problem = "there is no such file";
        } else {
            try {
                return BoundedFile.text(path, LARGEST);
            } catch (IllegalArgumentException e) {
                problem = "the file " + e.getMessage();
            }
        }
        problems.add(Place.START, "", problem);
        problems.throwIfAny();
        return "";
    }

    /** What YAML allows besides, JSON does not: such a file would surprise other readers of it. */
    private static void requireJson(String text, Problems problems) {
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

    /** In our own words: Jackson's quote the value, which may be a secret. */
    static String reason(JacksonException e) {
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
