package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** A string. Its length counts UTF-16 units, and no format is known, so that every one fails. */
final class TextKind extends Kind {
    private final @Nullable Pattern262 pattern;

    TextKind(JsonNode options) {
        super(options);
        JsonNode source = options.get("pattern");
        this.pattern =
                source != null && source.isString() ? Pattern262.compile(source.asString()) : null;
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
                && (pattern == null || pattern.find(text))
                && option("format") == null;
    }

    @Override
    JsonNode make(CastRun run) {
        if (option("pattern") != null) {
            throw new CastException("String types with patterns must specify a default value");
        }
        if (option("format") != null) {
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
