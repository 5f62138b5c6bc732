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
    boolean check(@Nullable JsonNode value, CastRun run) {
        for (Kind member : members) {
            if (member.accepts(value, run)) {
                return true;
            }
        }
        return false;
    }

    @Override
    JsonNode make(CastRun run) {
        return members.getFirst().create(run);
    }

    @Override
    @Nullable JsonNode replace(@Nullable JsonNode value, CastRun run) {
        JsonNode fallback = option("default");
        return fallback == null ? select(value, run).cast(value, run) : fallback.deepCopy();
    }

    private Kind select(@Nullable JsonNode value, CastRun run) {
        Kind best = members.getFirst().target();
        int highest = 0;
        for (Kind member : members) {
            int score = score(member.target(), value, run);
            if (score > highest) {
                highest = score;
                best = member.target();
            }
        }
        return best;
    }

    private static int score(Kind kind, @Nullable JsonNode value, CastRun run) {
        if (kind instanceof RecordKind fields && value != null && value.isContainer()) {
            return scoreFields(fields, value, run);
        }
        if (!(kind instanceof UnionKind union)) {
            return 0;
        }
        run.enter();
        try {
            CastMemory memory = run.memory();
            return memory == null
                    ? union.highestScore(value, run)
                    : memory.score(union, value, () -> union.highestScore(value, run));
        } finally {
            run.leave();
        }
    }

    private int highestScore(@Nullable JsonNode value, CastRun run) {
        int highest = 0;
        for (Kind member : members) {
            highest = Math.max(highest, score(member.target(), value, run));
        }
        return highest;
    }

    private static int scoreFields(RecordKind record, JsonNode value, CastRun run) {
        int score = 0;
        for (Map.Entry<String, RecordKind.Field> field : record.fields().entrySet()) {
            score += scoreField(field.getValue().kind(), value.get(field.getKey()), run);
        }
        return score;
    }

    private static int scoreField(Kind kind, @Nullable JsonNode child, CastRun run) {
        boolean accepted = kind.accepts(child, run);
        boolean literal = kind instanceof LiteralKind && accepted;
        return (literal ? 100 : 0) + (accepted ? 10 : 0) + (child == null ? 0 : 1);
    }
}
