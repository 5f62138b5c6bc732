package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An array whose items are all of one kind. */
final class ListKind extends Kind {
    private final Kind items;
    private final @Nullable Kind contains;

    ListKind(JsonNode options, Kind items, @Nullable Kind contains) {
        super(options);
        this.items = items;
        this.contains = contains;
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isArray() || !hasRightSize(value)) {
            return false;
        }
        for (int i = 0; i < value.size(); i++) {
            if (!items.accepts(value.get(i), run)) {
                return false;
            }
        }
        return (!isUnique() || JsonEquality.firstRepeated(value, run.evaluation()) < 0)
                && hasRightContents(value, run);
    }

    private boolean hasRightSize(JsonNode value) {
        Double min = limit("minItems");
        Double max = limit("maxItems");
        return (min == null || value.size() >= min) && (max == null || value.size() <= max);
    }

    private boolean hasRightContents(JsonNode value, CastRun run) {
        Double min = limit("minContains");
        Double max = limit("maxContains");
        if (option("contains") == null && min == null && max == null) {
            return true;
        }
        int matching = 0;
        for (JsonNode item : value) {
            matching += contains != null && contains.accepts(item, run) ? 1 : 0;
        }
        return matching > 0 && (min == null || matching >= min) && (max == null || matching <= max);
    }

    private boolean isUnique() {
        JsonNode unique = option("uniqueItems");
        return unique != null && unique.isBoolean() && unique.booleanValue();
    }

    @Override
    JsonNode make(CastRun run) {
        if (isUnique()) {
            throw new CastException(
                    "Array with the uniqueItems constraint requires a default value");
        }
        if (option("contains") != null) {
            throw new CastException("Array with the contains constraint requires a default value");
        }
        ArrayNode made = JsonNodeFactory.instance.arrayNode();
        Double min = limit("minItems");
        for (int i = 0; min != null && i < CastPlan.size(min); i++) {
            made.add(items.create(run));
        }
        return made;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        JsonNode start = value != null && value.isArray() ? value : create(run);
        List<JsonNode> padded = new ArrayList<>(List.copyOf(start.values()));
        Double min = limit("minItems");
        while (min != null && padded.size() < CastPlan.size(min)) {
            padded.add(NullNode.getInstance());
        }
        Double max = limit("maxItems");
        int size = max == null ? padded.size() : Math.min(padded.size(), CastPlan.size(max));
        ArrayNode cast = JsonNodeFactory.instance.arrayNode();
        Set<JsonKey> scalars = new HashSet<>();
        for (JsonNode item : padded.subList(0, size)) {
            JsonNode fitting = items.cast(item, run);
            if (!isUnique() || !isRepeatedScalar(scalars, fitting, run)) {
                cast.add(fitting == null ? NullNode.getInstance() : fitting);
            }
        }
        if (isUnique() && !accepts(cast, run)) {
            throw new CastException(
                    "Array cast produced invalid data due to uniqueItems constraint");
        }
        return cast;
    }

    private static boolean isRepeatedScalar(
            Set<JsonKey> scalars, @Nullable JsonNode item, CastRun run) {
        return item != null
                && !item.isContainer()
                && !scalars.add(new JsonKey(item, run.evaluation()));
    }
}
