package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The result of looking through references and {@code allOf}.
 *
 * @param parts the schemas that a value must fit all of, each once, the outermost first
 * @param choices of each of which it must fit a branch
 */
record ViewForm(List<ViewPart> parts, List<Choice> choices) {
    /** Branches of which a value fits one. */
    record Choice(Kind kind, List<SchemaView> branches) {}

    /** Why there is a choice. */
    enum Kind {
        EITHER,
        /** The value itself decides: {@code then} or {@code else}. */
        CONDITION,
        /** Null, or all the rest. */
        NULLABLE
    }

    /** The schemas around a branch: one that leads back to them adds nothing. */
    record Path(@Nullable Path outer, Set<JsonNode> nodes) {
        static final Path START = new Path(null, Set.of());

        boolean contains(JsonNode node) {
            for (Path path = this; path != null; path = path.outer) {
                if (path.nodes.contains(node)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The form of a view that is all of several. */
    static ViewForm all(List<SchemaView> views) {
        List<ViewPart> parts = new ArrayList<>();
        List<Choice> choices = new ArrayList<>();
        for (SchemaView view : views) {
            parts.addAll(view.form().parts);
            choices.addAll(view.form().choices);
        }
        return new ViewForm(parts, choices);
    }

    /** The form of a view that is one of several. */
    static ViewForm either(List<SchemaView> views) {
        return new ViewForm(List.of(), List.of(new Choice(Kind.EITHER, views)));
    }

    /** Looks through one schema; {@code most} schemas are looked at, those of branches included. */
    static ViewForm of(ViewPart start, Path path, int most) {
        return new Walk(path, most).form(start);
    }

    private static final class Walk {
        private static final int MAX_LEVELS = 100;

        private final Path path;
        private final int most;
        private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<ViewPart> parts = new ArrayList<>();
        private final List<Found> found = new ArrayList<>();

        /** A choice of one of the parts; a branch that is null is open. */
        private record Found(ViewPart owner, Kind kind, List<@Nullable ViewPart> branches) {}

        private Walk(Path path, int most) {
            this.path = path;
            this.most = most;
        }

        private ViewForm form(ViewPart start) {
            add(start, 0);
            int branches = found.stream().mapToInt(each -> each.branches.size()).sum();
            int share = (most - parts.size()) / Math.max(1, branches);
            List<Choice> choices = new ArrayList<>();
            Path inner = new Path(path, seen);
            for (Found each : found) {
                Choice choice = choice(each, inner, share);
                if (choice != null) {
                    choices.add(choice);
                }
            }
            return new ViewForm(List.copyOf(parts), List.copyOf(choices));
        }

        private void add(ViewPart part, int level) {
            boolean back = level > 0 && path.contains(part.node());
            if (back || level > MAX_LEVELS || parts.size() >= most || !seen.add(part.node())) {
                return;
            }
            if (part.isNullOrMore()) {
                parts.add(part.words());
                found.add(
                        new Found(
                                part, Kind.NULLABLE, List.of(NullSchema.PART, part.withoutNull())));
                return;
            }
            parts.add(part);
            part.targets().forEach(target -> add(target, level + 1));
            part.list("allOf").forEach(each -> add(each, level + 1));
            addChoice(part, "anyOf");
            addChoice(part, "oneOf");
            addConditions(part);
        }

        private void addChoice(ViewPart part, String keyword) {
            List<@Nullable ViewPart> branches = new ArrayList<>(part.list(keyword));
            if (!branches.isEmpty()) {
                found.add(new Found(part, Kind.EITHER, branches));
            }
        }

        private void addConditions(ViewPart part) {
            JsonNode then = part.get("then");
            JsonNode otherwise = part.get("else");
            boolean decides = then.isObject() || otherwise.isObject();
            if (decides && !part.get("if").isMissingNode()) {
                addCondition(part, optional(part, "then", then), optional(part, "else", otherwise));
            }
            for (String keyword : List.of("dependentSchemas", "dependencies")) {
                for (var each : part.get(keyword).properties()) {
                    if (each.getValue().isObject()) {
                        addCondition(
                                part, part.member(keyword, each.getKey(), each.getValue()), null);
                    }
                }
            }
        }

        private static @Nullable ViewPart optional(ViewPart part, String keyword, JsonNode node) {
            return node.isObject() ? part.child(keyword, node) : null;
        }

        private void addCondition(
                ViewPart owner, @Nullable ViewPart one, @Nullable ViewPart other) {
            List<@Nullable ViewPart> branches = new ArrayList<>();
            branches.add(one);
            branches.add(other);
            found.add(new Found(owner, Kind.CONDITION, branches));
        }

        /** Null if there is nothing to choose, because one of the branches is demanded anyway. */
        private @Nullable Choice choice(Found each, Path inner, int share) {
            List<SchemaView> branches = new ArrayList<>();
            for (ViewPart branch : each.branches) {
                if (branch == null || share < 1) {
                    branches.add(SchemaView.open());
                    continue;
                }
                JsonNode target = followed(branch).node();
                if (target == branch.node()) {
                    branches.add(SchemaView.of(branch, inner, share));
                } else if (target != each.owner.node() && seen.contains(target)) {
                    return null;
                } else if (!inner.contains(target)) {
                    branches.add(SchemaView.of(branch, inner, share));
                }
            }
            return branches.isEmpty() ? null : new Choice(each.kind, branches);
        }

        /** What a branch leads to that is nothing but a reference. */
        private static ViewPart followed(ViewPart branch) {
            ViewPart here = branch;
            for (int i = 0; i < MAX_LEVELS && isNothingButReference(here.node()); i++) {
                List<ViewPart> targets = here.targets();
                if (targets.isEmpty()) {
                    return here;
                }
                here = targets.getFirst();
            }
            return here;
        }

        private static boolean isNothingButReference(JsonNode node) {
            int references = 0;
            for (String name : node.propertyNames()) {
                if (Keyword.isReference(name)) {
                    references++;
                } else if (!Keyword.isForPeople(name)) {
                    return false;
                }
            }
            return references == 1;
        }
    }

    /** What {@code nullable} adds; parsed when it is first met. */
    private static final class NullSchema {
        private static final ViewPart PART =
                ViewPart.of(
                        new Library(SchemaOptions.defaults(), false)
                                .open(Json.parse("{\"type\": \"null\"}"))
                                .root());
    }
}
