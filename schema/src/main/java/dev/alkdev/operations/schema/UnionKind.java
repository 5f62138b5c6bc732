package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;

/** One of several kinds. */
final class UnionKind extends Kind {
    private final List<Kind> members;

    UnionKind(JsonNode options, List<Kind> members) {
        super(options);
        this.members = members;
    }

    @Override
    boolean accepts(@Nullable JsonNode value, int depth) {
        for (Kind member : members) {
            if (member.accepts(value, depth + 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    JsonNode make(int depth) {
        return members.getFirst().create(depth);
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, int depth) {
        JsonNode fallback = option("default");
        return fallback == null ? select(value, depth).cast(value, depth) : fallback.deepCopy();
    }

    private Kind select(@Nullable JsonNode value, int depth) {
        Kind best = members.getFirst().target();
        int highest = 0;
        for (Kind member : members) {
            int score = score(member.target(), value, depth);
            if (score > highest) {
                highest = score;
                best = member.target();
            }
        }
        return best;
    }

    private static int score(Kind kind, @Nullable JsonNode value, int depth) {
        if (kind instanceof RecordKind fields && value != null && value.isContainer()) {
            int score = 0;
            for (Map.Entry<String, RecordKind.Field> field : fields.fields().entrySet()) {
                JsonNode child = value.get(field.getKey());
                score += scoreField(field.getValue().kind(), child, depth);
            }
            return score;
        }
        if (kind instanceof UnionKind union) {
            int highest = 0;
            for (Kind member : union.members) {
                highest = Math.max(highest, score(member.target(), value, depth));
            }
            return highest;
        }
        return 0;
    }

    private static int scoreField(Kind kind, @Nullable JsonNode child, int depth) {
        boolean accepted = kind.accepts(child, depth + 1);
        boolean literal = kind instanceof LiteralKind && accepted;
        return (literal ? 100 : 0) + (accepted ? 10 : 0) + (child == null ? 0 : 1);
    }
}
