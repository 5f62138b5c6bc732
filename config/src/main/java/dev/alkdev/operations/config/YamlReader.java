package dev.alkdev.operations.config;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import java.util.Optional;
import java.util.regex.Pattern;

/** Reads YAML 1.2, and JSON as a part of it. */
final class YamlReader {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder()
                    .setSchema(new CoreSchema())
                    .setAllowNonScalarKeys(true)
                    // What aliases multiply is counted when the tree is made, with a place to name.
                    .setMaxAliasesForCollections(Integer.MAX_VALUE)
                    .setCodePointLimit(Integer.MAX_VALUE)
                    .build();

    private static final Pattern REPEATED =
            Pattern.compile(
                    "(undefined alias|tag handle|a valid version|but found|in UTF-8):? .{4,}$",
                    Pattern.DOTALL);

    private final String text;
    private final Problems problems;

    YamlReader(String text, Problems problems) {
        this.text = text;
        this.problems = problems;
    }

    /**
     * The document; empty for an empty text.
     *
     * @throws ConfigException if the text is no YAML at all
     */
    Optional<Node> read() {
        Optional<Node> node = compose();
        problems.throwIfAny();
        return node;
    }

    private Optional<Node> compose() {
        try {
            return new Compose(SETTINGS).composeString(text);
        } catch (ComposerException e) {
            boolean second = String.valueOf(e.getProblem()).contains("another document");
            refuse(
                    e.getProblemMark(),
                    second ? "a config is one document; a second one begins here" : reason(e));
        } catch (MarkedYamlEngineException e) {
            refuse(e.getProblemMark(), reason(e) + hint(e));
        } catch (ReaderException e) {
            String code = String.format("U+%04X", e.getCodePoint());
            problems.add(
                    place(e.getPosition()),
                    "",
                    "the character " + code + " is not allowed in YAML");
        } catch (YamlEngineException e) {
            problems.add(Place.START, "", "this is not YAML 1.2");
        } catch (StackOverflowError e) {
            problems.add(Place.START, "", "the config is nested too deeply");
        }
        return Optional.empty();
    }

    private void refuse(Optional<Mark> mark, String message) {
        Place place =
                mark.map(m -> new Place(m.getLine() + 1, m.getColumn() + 1)).orElse(Place.START);
        problems.add(place, "", message);
    }

    /**
     * Without what the parser repeats of the text, beyond single characters: it may be a secret.
     */
    private static String reason(MarkedYamlEngineException e) {
        String context = e.getContext();
        return "this is not YAML: "
                + (context == null || context.isEmpty() ? "" : context + ", ")
                + REPEATED.matcher(e.getProblem()).replaceFirst("$1");
    }

    /** In YAML's flow style, the brace of an expansion begins a mapping. */
    private String hint(MarkedYamlEngineException e) {
        int line = e.getProblemMark().map(Mark::getLine).orElse(0);
        String written = text.lines().skip(line).findFirst().orElse("");
        return written.contains("${") ? "; between [ ] or { }, put ${…} in quotes" : "";
    }

    /** The place of the character with this index. */
    private Place place(int index) {
        String before = text.substring(0, Math.min(index, text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new Place(line, before.length() - before.lastIndexOf('\n'));
    }
}
