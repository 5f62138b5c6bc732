package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.pattern.Pattern262;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A string. Its length counts UTF-16 units. To TypeBox no format is known, so that every one fails;
 * where it is not to be exact, a format only describes.
 */
final class TextKind extends Kind {
    private final @Nullable Pattern262 pattern;
    private final boolean refusesFormats;

    TextKind(JsonNode options, boolean refusesFormats) {
        super(options);
        this.pattern = pattern(options.get("pattern"));
        this.refusesFormats = refusesFormats;
    }

    /** A pattern that is none was tolerated when the schema was read: it restricts nothing. */
    private static @Nullable Pattern262 pattern(@Nullable JsonNode source) {
        try {
            return source != null && source.isString()
                    ? Pattern262.compile(source.asString())
                    : null;
        } catch (IllegalArgumentException broken) {
            return null;
        }
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isString()) {
            return false;
        }
        String text = value.asString();
        Double min = limit("minLength");
        Double max = limit("maxLength");
        return (min == null || text.length() >= min)
                && (max == null || text.length() <= max)
                && (pattern == null || PatternSearch.find(pattern, text))
                && !(refusesFormats && option("format") != null);
    }

    @Override
    JsonNode make(CastRun run) {
        if (pattern != null) {
            throw new CastException("String types with patterns must specify a default value");
        }
        if (refusesFormats && option("format") != null) {
            throw new CastException("String types with formats must specify a default value");
        }
        Double min = limit("minLength");
        return StringNode.valueOf(min == null ? "" : " ".repeat(CastPlan.size(min)));
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        return create(run);
    }
}
