package dev.alkdev.operations.schema;

import dev.alkdev.operations.schema.format.Formats;
import dev.alkdev.operations.schema.pattern.Pattern262;

import java.util.List;
import java.util.function.Predicate;

/** Compiles the keywords that assert something of strings. */
final class TextKeywords {
    private final SchemaReader schema;
    private final List<Check> checks;

    TextKeywords(SchemaReader schema, List<Check> checks) {
        this.schema = schema;
        this.checks = checks;
    }

    void addPattern() {
        String pattern = schema.string("pattern");
        if (pattern != null) {
            checks.add(new TextPattern(schema.location(), compile(schema, pattern)));
        }
    }

    void addFormats() {
        addFormat();
        if (schema.rules().dialect() == Dialect.DRAFT_7) {
            addContent();
        }
    }

    void addLengths() {
        int min = schema.count("minLength", 0);
        if (min > 0) {
            checks.add(TextLength.atLeast(schema.location(), min));
        }
        int max = schema.count("maxLength", -1);
        if (max >= 0) {
            checks.add(TextLength.atMost(schema.location(), max));
        }
    }

    static Pattern262 compile(SchemaReader schema, String pattern) {
        try {
            return Pattern262.compile(pattern);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(
                    schema.location().pointer(),
                    "unusable pattern " + pattern + ": " + e.getMessage());
        }
    }

    private void addFormat() {
        String name = schema.string("format");
        Predicate<String> format = name == null ? null : Formats.named(name);
        if (name != null && format != null) {
            checks.add(new TextFormat(schema.location(), name, format));
        }
    }

    private void addContent() {
        boolean base64 = "base64".equals(schema.string("contentEncoding"));
        boolean json = "application/json".equals(schema.string("contentMediaType"));
        if (base64 || json) {
            checks.add(new EncodedContent(schema.location(), base64, json));
        }
    }
}
