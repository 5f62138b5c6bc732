package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * {@code $ref}, and {@code $dynamicRef} where the place it leads to depends on the way here. The
 * target is compiled when it is first needed.
 */
final class Reference extends Check {
    private final Located target;
    private final @Nullable String dynamicAnchor;
    private final int depth;

    /**
     * Refers to {@code target}, or to what outer resources put in its place if there is a dynamic
     * anchor.
     */
    Reference(SchemaReader schema, String keyword, Located target, @Nullable String dynamicAnchor) {
        super(schema.location(), keyword);
        this.target = target;
        this.dynamicAnchor = dynamicAnchor;
        this.depth = schema.depth();
    }

    @Override
    int types() {
        return JsonType.ANY;
    }

    @Override
    boolean accepts(JsonNode value, Scope scope) {
        Located located = locate(scope);
        Compiled schema = compiled(located);
        Scope inner = scope.enter(located.resource(), depth);
        Verdicts known = inner.verdicts();
        return known == null ? schema.accepts(value, inner) : known.accepts(schema, value, inner);
    }

    @Override
    boolean evaluate(JsonNode value, Scope scope, Evaluated evaluated) {
        Located located = locate(scope);
        Compiled schema = compiled(located);
        Scope inner = scope.enter(located.resource(), depth);
        Verdicts known = inner.verdicts();
        return known == null
                ? schema.evaluate(value, inner, evaluated)
                : known.evaluate(schema, value, inner, evaluated);
    }

    @Override
    void explain(JsonNode value, Scope scope, Report report) {
        Located located = locate(scope);
        Compiled schema = compiled(located);
        Scope inner = scope.enter(located.resource(), depth);
        Verdicts known = inner.verdicts();
        if (known == null) {
            schema.explain(value, inner, report);
        } else {
            known.explain(schema, value, inner, report);
        }
    }

    /** The target as seen from a scope. */
    Compiled target(Scope scope) {
        return compiled(locate(scope));
    }

    /** The scope in which the target is evaluated. */
    Scope enter(Scope scope) {
        return scope.enter(locate(scope).resource(), depth);
    }

    /** Where the reference leads if no outer resource overrides it. */
    Located target() {
        return target;
    }

    private Located locate(Scope scope) {
        if (dynamicAnchor == null) {
            return target;
        }
        Located outermost = scope.outermost(dynamicAnchor);
        return outermost == null ? target : outermost;
    }

    /** What was located; a value that needs it cannot be judged if it is broken. */
    static Compiled compiled(Located located) {
        try {
            return located.compiled();
        } catch (SchemaException e) {
            throw new UndecidableException("the schema is broken at " + e.getMessage());
        }
    }
}
