package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A schema as people read it: what types there are, which properties, and their descriptions,
 * wherever {@code $ref}, {@code $dynamicRef}, {@code allOf}, {@code anyOf}, {@code oneOf}, {@code
 * if} and {@code dependentSchemas} put it. Immutable; threads may share it. It is found out when it
 * is first asked for.
 *
 * <p>The reading of composed schemas: a value must fit the schema itself, what it refers to and
 * every part of {@code allOf} (its <em>parts</em>), and one branch of each choice ({@code anyOf},
 * {@code oneOf}, {@code nullable}; {@code then} or {@code else}; a dependent schema or nothing).
 * What parts say is joined, what branches say is either of it. {@code not} and {@code if} itself
 * say nothing.
 *
 * <p>The one rule for endless schemas: a schema that leads back to itself without a property or
 * item in between adds nothing the second time, nor does what lies more than 100 references or
 * combinations deep, or beyond 4,000 schemas looked at in one place. Properties and items are views
 * of their own, which begin anew: whoever goes down through them decides how far.
 */
public final class SchemaView {
    private static final int MOST_SCHEMAS = 4_000;
    private static final int MOST_DECLARATIONS = 100;
    private static final SchemaView OPEN =
            new SchemaView(null, List.of(), () -> new ViewForm(List.of(), List.of()));

    final @Nullable ViewPart start;
    final List<SchemaView> joined;
    private final Supplier<ViewForm> source;
    private volatile @Nullable ViewForm form;
    private volatile @Nullable Map<String, SchemaView> properties;

    private SchemaView(
            @Nullable ViewPart start, List<SchemaView> joined, Supplier<ViewForm> source) {
        this.start = start;
        this.joined = joined;
        this.source = source;
    }

    /** The view of nothing in particular: everything fits. */
    static SchemaView open() {
        return OPEN;
    }

    static SchemaView of(ViewPart part) {
        return of(part, ViewForm.Path.START, MOST_SCHEMAS);
    }

    static SchemaView of(ViewPart part, ViewForm.Path path, int most) {
        return new SchemaView(part, List.of(), () -> ViewForm.of(part, path, most));
    }

    /** What fits all of them. */
    static SchemaView all(List<SchemaView> views) {
        return joined(views, ViewForm::all);
    }

    /** What fits one of them. */
    static SchemaView either(List<SchemaView> views) {
        return joined(views, ViewForm::either);
    }

    private static SchemaView joined(
            List<SchemaView> views, Function<List<SchemaView>, ViewForm> join) {
        List<SchemaView> distinct = new ArrayList<>();
        for (SchemaView view : views) {
            if (distinct.size() < MOST_DECLARATIONS && distinct.stream().noneMatch(view::isSame)) {
                distinct.add(view);
            }
        }
        return switch (distinct.size()) {
            case 0 -> OPEN;
            case 1 -> distinct.getFirst();
            default -> new SchemaView(null, distinct, () -> join.apply(distinct));
        };
    }

    private boolean isSame(SchemaView other) {
        return this == other
                || (start != null
                        && other.start != null
                        && start.schema().resource() == other.start.schema().resource()
                        && start.node().equals(other.start.node()));
    }

    ViewForm form() {
        ViewForm known = form;
        if (known == null) {
            known = source.get();
            form = known;
        }
        return known;
    }

    /** Where it is defined: for those who make something of each schema once. */
    public SchemaPlace place() {
        return SchemaPlace.of(this);
    }

    /** Whether it restricts nothing at all. */
    public boolean isOpen() {
        return form().choices().isEmpty()
                && form().parts().stream()
                        .allMatch(part -> part.node().isEmpty() && !part.isNever());
    }

    /**
     * The types a value may be of: those that all parts allow, and some branch of each choice. A
     * number may be an integer, which is not listed beside it; null is listed last. Where no {@code
     * type}, {@code const} or {@code enum} decides, an object is meant where properties are
     * declared, and an array where items are. Empty if it does not say, or if nothing fits.
     */
    public Set<JsonType> types() {
        int mask = mask();
        Set<JsonType> types = new LinkedHashSet<>();
        if (mask == JsonType.ANY) {
            return types;
        }
        for (JsonType type : EnumSet.complementOf(EnumSet.of(JsonType.NULL))) {
            boolean implied = type == JsonType.INTEGER && JsonType.NUMBER.isIn(mask);
            if (type.isIn(mask) && !implied) {
                types.add(type);
            }
        }
        if (JsonType.NULL.isIn(mask)) {
            types.add(JsonType.NULL);
        }
        return Collections.unmodifiableSet(types);
    }

    int mask() {
        int mask = demandedMask();
        return mask == JsonType.ANY ? inferredMask() : mask;
    }

    /** The types that keywords name, without those they only hint at. */
    int demandedMask() {
        int mask = JsonType.ANY;
        for (ViewPart part : form().parts()) {
            mask &= part.types();
        }
        for (ViewForm.Choice choice : form().choices()) {
            int either = 0;
            for (SchemaView branch : choice.branches()) {
                either |= branch.demandedMask();
            }
            mask &= either;
        }
        return mask;
    }

    private int inferredMask() {
        for (ViewPart part : form().parts()) {
            if (part.inferredTypes() != JsonType.ANY) {
                return part.inferredTypes();
            }
        }
        for (ViewForm.Choice choice : form().choices()) {
            int either = 0;
            for (SchemaView branch : choice.branches()) {
                either |= branch.mask();
            }
            if (either != JsonType.ANY) {
                return either;
            }
        }
        return JsonType.ANY;
    }

    boolean mayBe(JsonType type) {
        return type.isIn(mask());
    }

    boolean isNull() {
        return demandedMask() == JsonType.NULL.bit;
    }

    /**
     * The properties an object may have by name, in the order they are declared: first those of the
     * parts, then those of branches. One that several parts declare must fit all declarations; one
     * that branches declare may be either of those. Where a branch does not mention a property that
     * a part declares, what the other branches say about it does not count.
     */
    public Map<String, SchemaView> properties() {
        Map<String, SchemaView> known = properties;
        if (known == null) {
            known = ViewedProperties.of(form());
            properties = known;
        }
        return known;
    }

    /**
     * What a property is: as declared; else by {@code patternProperties} or {@code
     * additionalProperties}; else a view that {@linkplain #isOpen is open}.
     */
    public SchemaView property(String name) {
        SchemaView declared = properties().get(name);
        return declared != null ? declared : other(name);
    }

    private SchemaView other(String name) {
        return children(part -> part.other(name), view -> view.other(name));
    }

    /**
     * The properties an object must have, whichever branches it fits. Branches that are for no
     * object have no say.
     */
    public Set<String> required() {
        return ViewedProperties.required(form());
    }

    /** What the items of an array are, after those that {@link #prefixItems} describes. */
    public SchemaView items() {
        return item(Integer.MAX_VALUE);
    }

    /** What the item at a place of an array is. */
    public SchemaView item(int index) {
        return children(part -> part.item(index), view -> view.item(index));
    }

    /** What the first items of an array are, if they are described one by one. */
    public List<SchemaView> prefixItems() {
        List<SchemaView> items = new ArrayList<>();
        for (int i = 0; i < prefix(); i++) {
            items.add(item(i));
        }
        return List.copyOf(items);
    }

    private int prefix() {
        int longest = 0;
        for (ViewPart part : form().parts()) {
            longest = Math.max(longest, part.prefix());
        }
        for (ViewForm.Choice choice : form().choices()) {
            for (SchemaView branch : choice.branches()) {
                longest = Math.max(longest, branch.prefix());
            }
        }
        return longest;
    }

    /** The child of the parts; if they have none, that of the branches. */
    private SchemaView children(
            Function<ViewPart, @Nullable ViewPart> ofPart,
            Function<SchemaView, SchemaView> ofBranch) {
        List<SchemaView> said = new ArrayList<>();
        for (ViewPart part : form().parts()) {
            ViewPart child = ofPart.apply(part);
            if (child != null) {
                said.add(of(child));
            }
        }
        if (!said.isEmpty()) {
            return all(said);
        }
        for (ViewForm.Choice choice : form().choices()) {
            for (SchemaView branch : choice.branches()) {
                SchemaView child = ofBranch.apply(branch);
                if (!child.isOpen()) {
                    said.add(child);
                }
            }
        }
        return either(said);
    }

    /**
     * The values it lists with {@code enum} or {@code const}: those that all listing parts have in
     * common, and of a choice those of all branches if each of them lists some. Empty if it does
     * not list any.
     */
    public List<JsonNode> enumValues() {
        List<JsonNode> values = ViewedValues.of(this);
        return values == null ? List.of() : List.copyOf(values);
    }

    /**
     * The schemas of which a value fits one, without one that is for null alone; empty if there is
     * no choice. They are the branches of the first {@code anyOf} or {@code oneOf} that has
     * several; what the parts say is not repeated in them.
     */
    public List<SchemaView> branches() {
        for (ViewForm.Choice choice : form().choices()) {
            List<SchemaView> branches = notNull(choice);
            if (branches.size() > 1) {
                return List.copyOf(branches);
            }
            if (branches.size() == 1 && !branches.getFirst().branches().isEmpty()) {
                return branches.getFirst().branches();
            }
        }
        return List.of();
    }

    private static List<SchemaView> notNull(ViewForm.Choice choice) {
        return choice.kind() == ViewForm.Kind.CONDITION
                ? List.of()
                : choice.branches().stream().filter(branch -> !branch.isNull()).toList();
    }

    /** Its title; empty if it has none. Found as {@link #keyword} says. */
    public String title() {
        return keyword("title").asString("");
    }

    /** Its description; empty if it has none. Found as {@link #keyword} says. */
    public String description() {
        return keyword("description").asString("");
    }

    /**
     * Its default. That of a branch is its own only if no other branch, null apart, is there.
     * Missing if there is none.
     */
    public JsonNode defaultValue() {
        return find(view -> view.ofParts("default"), true);
    }

    /** Values given as {@code examples} or {@code example}; where, is as with the default. */
    public List<JsonNode> examples() {
        JsonNode several = find(view -> view.ofParts("examples"), true);
        JsonNode single = find(view -> view.ofParts("example"), true);
        List<JsonNode> examples = new ArrayList<>(several.isArray() ? several.values() : List.of());
        if (!single.isMissingNode()) {
            examples.add(single);
        }
        return List.copyOf(examples);
    }

    /**
     * The value of any keyword: that of the first part that has it, the schema itself before what
     * it refers to, or else of the first branch. Missing if there is none.
     */
    public JsonNode keyword(String name) {
        return find(view -> view.ofParts(name), false);
    }

    private JsonNode ofParts(String keyword) {
        for (ViewPart part : form().parts()) {
            JsonNode value = part.get(keyword);
            if (!value.isMissingNode()) {
                return value;
            }
        }
        return MissingNode.getInstance();
    }

    private JsonNode find(Function<SchemaView, JsonNode> search, boolean onlyBranch) {
        JsonNode own = search.apply(this);
        if (!own.isMissingNode()) {
            return own;
        }
        for (ViewForm.Choice choice : form().choices()) {
            List<SchemaView> branches = notNull(choice);
            if (onlyBranch && branches.size() > 1) {
                continue;
            }
            for (SchemaView branch : branches) {
                JsonNode found = branch.find(search, onlyBranch);
                if (!found.isMissingNode()) {
                    return found;
                }
            }
        }
        return MissingNode.getInstance();
    }

    /**
     * The value that texts mean, where only text can be written, as in query parameters or
     * arguments. Text stays text where a string is asked for; else it becomes a number, a boolean,
     * null, or the object it is the JSON of, and where no type is asked for, any of these or an
     * array. Where a list is asked for, a text is a JSON array of what the items are, or one item.
     * Of listed values it is the one that is written so. What can be none of these stays text, so
     * that checking it says what is wrong. Several texts are a list.
     */
    public JsonNode fromText(List<String> texts) {
        return TextReading.read(this, texts);
    }
}
