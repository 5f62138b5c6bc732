package dev.alkdev.operations.benchmarks;

/** A typical tool input: five properties, a nested object, an enum and an array of strings. */
final class ToolInput {
    static final String SCHEMA =
            """
            {
              "type": "object",
              "properties": {
                "query": {"type": "string", "minLength": 1, "maxLength": 200},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100},
                "order": {"enum": ["relevance", "newest", "oldest"]},
                "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 10},
                "range": {
                  "type": "object",
                  "properties": {
                    "from": {"type": "string"},
                    "to": {"type": "string"},
                    "inclusive": {"type": "boolean"}
                  },
                  "required": ["from", "to"],
                  "additionalProperties": false
                }
              },
              "required": ["query", "limit"],
              "additionalProperties": false
            }
            """;

    static final String VALID =
            """
            {"query": "open invoices", "limit": 20, "order": "newest", "tags": ["a", "b", "c"],
             "range": {"from": "2026-01-01", "to": "2026-12-31", "inclusive": true}}
            """;

    static final String INVALID =
            """
            {"query": "open invoices", "limit": 20, "order": "newest", "tags": ["a", "b", "c"],
             "range": {"from": "2026-01-01", "to": 5, "inclusive": true}}
            """;

    private ToolInput() {}
}
