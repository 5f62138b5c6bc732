package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

/**
 * What an object has in common with one alternative of a union. For one thread, while it is found
 * out.
 */
final class Likeness {
    private int score;
    private int matching;
    private int contradicting;
    private boolean declares;

    private Likeness() {}

    static Likeness of(Compiled schema, JsonNode value, Scope scope) {
        Likeness likeness = new Likeness();
        if (value.isObject()) {
            likeness.add(schema, value, scope);
        }
        return likeness;
    }

    /** How well the object fits: a matching constant weighs most, then fitting, then present. */
    int score() {
        return score;
    }

    /** Whether the alternative declares properties. */
    boolean declares() {
        return declares;
    }

    /** Whether a property has another value than the only one the alternative allows. */
    boolean isContradicted() {
        return contradicting > 0;
    }

    /** Whether constants speak for the alternative and none against it. */
    boolean isMarked() {
        return matching > 0 && contradicting == 0;
    }

    private void add(Compiled schema, JsonNode value, Scope scope) {
        Shape shape = schema.shape();
        Scope inner = schema.enter(scope);
        declares |= shape.declares();
        if (shape.object != null) {
            add(shape.object, value, inner);
        }
        for (Check check : shape.inPlace) {
            if (check instanceof Reference reference) {
                add(reference.target(inner), value, reference.enter(inner));
            } else if (check instanceof Combination all && all.mode() == Combination.Mode.ALL) {
                for (Compiled branch : all.branches()) {
                    add(branch, value, inner);
                }
            }
        }
    }

    private void add(ObjectCheck check, JsonNode value, Scope scope) {
        for (ObjectCheck.Property property : check.properties()) {
            JsonNode child = value.get(property.name());
            Compiled schema = property.schema();
            if (child != null && schema != null) {
                score += 1;
                score += schema.accepts(child, scope) ? 10 : 0;
                addConstant(schema.shape(), child);
            } else if (child != null) {
                score += 1;
            }
        }
    }

    private void addConstant(Shape shape, JsonNode child) {
        Enumeration allowed = shape.enumeration;
        if (allowed == null || allowed.values().size() != 1) {
            return;
        }
        if (allowed.holds(ScalarConversion.convert(child, shape.types, allowed))) {
            matching++;
            score += 100;
        } else {
            contradicting++;
        }
    }
}
