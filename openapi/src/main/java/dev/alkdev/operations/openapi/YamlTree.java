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

/**
 * Reads YAML 1.2 as JSON: keys become strings, aliases and merge keys are resolved. What an alias
 * stands for is one node however often it is used, so that nothing multiplies.
 */
final class YamlTree {
    private static final int MAX_DEPTH = 500;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

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
            String mended = EmptyBlockScalars.mend(text);
            if (mended.equals(text)) {
                throw e;
            }
            return load(mended, settings);
        }
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
            case Map<?, ?> map -> object(map, depth);
            case List<?> list -> array(list, depth);
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
        JsonNode before = known.get(map);
        if (before != null) {
            return before;
        }
        int from = nodes.size();
        map.forEach((key, value) -> nodes.push(String.valueOf(key), tree(value, depth + 1)));
        JsonNode object = nodes.object(from, depth);
        known.put(map, object);
        return object;
    }

    private JsonNode array(List<?> list, int depth) {
        JsonNode before = known.get(list);
        if (before != null) {
            return before;
        }
        int from = nodes.size();
        list.forEach(each -> nodes.push("", tree(each, depth + 1)));
        JsonNode array = nodes.array(from, depth);
        known.put(list, array);
        return array;
    }
}
