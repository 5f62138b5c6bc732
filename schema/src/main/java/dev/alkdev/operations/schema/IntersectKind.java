package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All of several kinds at once. */
final class IntersectKind extends Kind {
    private final List<Kind> members;
    private final @Nullable Kind unevaluated;

    IntersectKind(JsonNode options, List<Kind> members, @Nullable Kind unevaluated) {
        super(options);
        this.members = members;
        this.unevaluated = unevaluated;
    }

    @Override
    boolean check(@Nullable JsonNode value, CastRun run) {
        for (Kind member : members) {
            if (!member.accepts(value, run)) {
                return false;
            }
        }
        return value == null || !value.isObject() || hasRightOthers(value, run);
    }

    private boolean hasRightOthers(JsonNode value, CastRun run) {
        JsonNode option = option("unevaluatedProperties");
        if (option == null || (unevaluated == null && option.asBoolean(true))) {
            return true;
        }
        Set<String> known = names();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!known.contains(member.getKey())
                    && (unevaluated == null || !unevaluated.accepts(member.getValue(), run))) {
                return false;
            }
        }
        return true;
    }

    /** The properties that its members declare, however deep. */
    private Set<String> names() {
        Set<String> names = new HashSet<>();
        Set<Kind> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Kind> open = new ArrayDeque<>(List.of(this));
        while (!open.isEmpty()) {
            Kind kind = open.pop();
            if (!seen.add(kind)) {
                continue;
            }
            if (kind instanceof RecordKind fields) {
                names.addAll(fields.fields().keySet());
            } else if (kind instanceof IntersectKind intersect) {
                intersect.members.forEach(member -> open.push(member.target()));
            }
        }
        return names;
    }

    @Override
    JsonNode make(CastRun run) {
        JsonNode made = JsonNodeFactory.instance.objectNode();
        for (Kind member : members) {
            JsonNode next = member.create(run);
            made = next.isContainer() || next.isNull() ? merge(made, next) : next;
        }
        if (!accepts(made, run)) {
            throw new CastException(
                    "Intersect produced invalid value. Consider using a default value.");
        }
        return made;
    }

    private static JsonNode merge(JsonNode first, JsonNode second) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        spread(first, merged);
        spread(second, merged);
        return merged;
    }

    private static void spread(JsonNode value, ObjectNode into) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                into.set(Integer.toString(i), value.get(i));
            }
        } else {
            value.forEachEntry(into::set);
        }
    }

    @Override
    JsonNode replace(@Nullable JsonNode value, CastRun run) {
        JsonNode created = create(run);
        JsonNode overlaid = value == null ? created : overlay(created, value);
        return accepts(overlaid, run) ? overlaid : created;
    }

    private static JsonNode overlay(JsonNode base, JsonNode value) {
        if (base.isContainer() != value.isContainer()) {
            return base;
        }
        if (!base.isContainer()) {
            return value;
        }
        ObjectNode overlaid = JsonNodeFactory.instance.objectNode();
        base.forEachEntry(
                (name, child) -> {
                    JsonNode other = value.get(name);
                    overlaid.set(name, other == null ? child : overlay(child, other));
                });
        return overlaid;
    }
}
