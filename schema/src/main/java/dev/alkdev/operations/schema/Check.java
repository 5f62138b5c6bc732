package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * One compiled keyword, or a few that are quicker together. A check is only asked about values of
 * the types it {@linkplain #types() is for}. Immutable; threads may share it.
 */
abstract class Check {
    /** The cost of what may lead anywhere. */
    static final int COSTLY = 100;

    private final Location schema;
    private final String keyword;

    Check(Location schema, String keyword) {
        this.schema = schema;
        this.keyword = keyword;
    }

    /** The mask of the value types this check applies to. */
    abstract int types();

    abstract boolean accepts(JsonNode value, Scope scope);

    /** Adds every error of the value to the report; none if it is accepted. */
    abstract void explain(JsonNode value, Scope scope, Report report);

    /** As {@link #accepts}, and notes which children were looked at if it is accepted. */
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        return accepts(value, scope);
    }

    /**
     * As {@link #accepts}, and whether normalization leaves the value alone as well. Only those of
     * a {@linkplain #isPlain plain} schema are asked.
     */
    boolean isNormal(JsonNode value, Scope scope) {
        return accepts(value, scope);
    }

    /** How much work this is, roughly: what costs less is asked first. */
    int cost() {
        return COSTLY;
    }

    /** Whether the work, also that of schemas inside, never grows beyond the size of the value. */
    boolean isPlain() {
        return false;
    }

    final void fail(Report report, String message, JsonNode value) {
        report.add(schema, keyword, message, value);
    }

    final void fail(Report report, String keyword, String message, JsonNode value) {
        report.add(schema, keyword, message, value);
    }
}
