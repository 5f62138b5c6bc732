package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;

import java.util.List;

/** An array of exactly as many items as there are kinds. */
final class TupleKind extends Kind {
    private final List<Kind> items;

    TupleKind(JsonNode options, List<Kind> items) {
        super(options);
        this.items = items;
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isArray() || value.size() != items.size()) {
            return false;
        }
        for (int i = 0; i < items.size(); i++) {
            if (!items.get(i).accepts(value.get(i), run)) {
                return false;
            }
        }
        return true;
    }

    @Override
    JsonNode make(CastRun run) {
        ArrayNode made = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> made.add(item.create(run)));
        return made;
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        if (value == null || !value.isArray()) {
            return create(run);
        }
        ArrayNode cast = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < items.size(); i++) {
            JsonNode item = items.get(i).cast(value.get(i), run);
            cast.add(item == null ? NullNode.getInstance() : item);
        }
        return cast;
    }
}
