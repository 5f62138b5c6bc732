package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.CompactTree;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads YAML 1.2 as JSON: keys become strings, aliases and merge keys are resolved. What an alias
 * stands for is one node however often it is used, so that nothing multiplies.
 */
final class YamlTree {
    private static final int MAX_DEPTH = 500;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * The one kind of correct YAML that the parser refuses: a block scalar ({@code |+}) that has
     * nothing but blank lines, with spaces in them.
     */
    private static final Pattern EMPTY_SCALAR =
            Pattern.compile(
                    "^(( *(?:- +)*)[^#\\n]*[:-] +[|>][+-]?[ \\t]*\\n)((?: *\\n)+)(?=( *)\\S)",
                    Pattern.MULTILINE);

    private final IdentityHashMap<Object, JsonNode> known = new IdentityHashMap<>();
    private final CompactTree nodes = new CompactTree();

    private YamlTree() {}

    /**
     * Reads one document.
     *
     * @throws DocumentException naming line and column
     */
    static JsonNode parse(String text) {
        try {
            return new YamlTree().tree(load(text), 0);
        } catch (YamlEngineException | CompactTree.DuplicateNameException e) {
            throw new DocumentException("not YAML: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new DocumentException("YAML that is nested too deeply", e);
        }
    }

    private static @Nullable Object load(String text) {
        LoadSettings settings =
                LoadSettings.builder()
                        .setSchema(new CoreSchema())
                        .setCodePointLimit(text.length() + 1)
                        .setMaxAliasesForCollections(Integer.MAX_VALUE)
                        .build();
        try {
            return load(text, settings);
        } catch (YamlEngineException e) {
            String mended = withoutSpacesInEmptyScalars(text);
            if (mended.equals(text)) {
                throw e;
            }
            return load(mended, settings);
        }
    }

    /** The same text as the parser accepts it. */
    private static String withoutSpacesInEmptyScalars(String text) {
        return EMPTY_SCALAR
                .matcher(text)
                .replaceAll(
                        found -> {
                            boolean empty = found.group(4).length() <= found.group(2).length();
                            String lines = found.group(3);
                            String kept = empty ? lines.replace(" ", "") : lines;
                            return Matcher.quoteReplacement(found.group(1) + kept);
                        });
    }

    private static @Nullable Object load(String text, LoadSettings settings) {
        // How many aliases there are says little: what counts is what they stand for.
        AliasBudget.check(text, settings);
        return new Load(settings).loadFromString(text);
    }

    private JsonNode tree(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new DocumentException("YAML nested more than " + MAX_DEPTH + " levels deep");
        }
        return switch (value) {
            case null -> NODES.nullNode();
            case Map<?, ?> map -> known.computeIfAbsent(map, it -> object(map, depth));
            case List<?> list -> known.computeIfAbsent(list, it -> array(list, depth));
            case String text -> nodes.text(text);
            case Boolean flag -> NODES.booleanNode(flag);
            case Integer number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case BigInteger number -> NODES.numberNode(number);
            case Double number -> number(number);
            case byte[] bytes -> NODES.binaryNode(bytes);
            default -> NODES.stringNode(value.toString());
        };
    }

    private static JsonNode number(double number) {
        return Double.isFinite(number)
                ? NODES.numberNode(BigDecimal.valueOf(number))
                : NODES.stringNode(Double.toString(number));
    }

    private JsonNode object(Map<?, ?> map, int depth) {
        int from = nodes.size();
        map.forEach((key, value) -> nodes.push(String.valueOf(key), tree(value, depth + 1)));
        return nodes.object(from, depth);
    }

    private JsonNode array(List<?> list, int depth) {
        int from = nodes.size();
        list.forEach(each -> nodes.push("", tree(each, depth + 1)));
        return nodes.array(from, depth);
    }
}
