package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Joins the values that the parts and branches of a view list. */
final class ViewedValues {
    private ViewedValues() {}

    /** The values a view lists; null if it lists none. */
    static @Nullable List<JsonNode> of(SchemaView view) {
        List<JsonNode> values = view.isNull() ? List.of(NullNode.getInstance()) : null;
        for (ViewPart part : view.form().parts()) {
            values = common(values, part.values());
        }
        for (ViewForm.Choice choice : view.form().choices()) {
            values = common(values, either(choice, ViewedValues::of));
        }
        if (values == null) {
            return null;
        }
        int types = view.demandedMask();
        return values.stream().filter(value -> JsonType.allows(types, value)).toList();
    }

    /** The values of a type that a view lists; null if it allows others of the type. */
    static @Nullable List<JsonNode> of(SchemaView view, JsonType type) {
        if (!type.isIn(view.demandedMask())) {
            return List.of();
        }
        List<JsonNode> values = null;
        for (ViewPart part : view.form().parts()) {
            values = common(values, part.values());
        }
        for (ViewForm.Choice choice : view.form().choices()) {
            values = common(values, either(choice, branch -> of(branch, type)));
        }
        return values;
    }

    private static @Nullable List<JsonNode> either(
            ViewForm.Choice choice, Function<SchemaView, @Nullable List<JsonNode>> ofBranch) {
        List<JsonNode> either = new ArrayList<>();
        for (SchemaView branch : choice.branches()) {
            List<JsonNode> values = ofBranch.apply(branch);
            if (values == null) {
                return null;
            }
            values.stream().filter(value -> !isIn(either, value)).forEach(either::add);
        }
        return either;
    }

    private static @Nullable List<JsonNode> common(
            @Nullable List<JsonNode> one, @Nullable List<JsonNode> other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.stream().filter(value -> isIn(other, value)).toList();
    }

    static boolean isIn(List<JsonNode> values, JsonNode value) {
        return values.stream().anyMatch(each -> JsonEquality.equal(each, value));
    }
}
