package dev.alkdev.operations.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A JSON Schema, parsed and compiled once. A value: equal to another one that is the same JSON and
 * read by the same rules. Immutable; threads may share it. No verb changes its argument.
 *
 * <p>What cannot be judged within bounds (a value nested without end, a pattern that takes for
 * ever) is not accepted, and {@link #errors} says why. Long work ends with a {@link
 * SchemaInterruptedException} if the thread is interrupted meanwhile.
 */
public final class Schema {
    private static final int MAX_PASSES = 8;
    private static final Schema UNKNOWN = of(JsonNodeFactory.instance.objectNode());

    private final @Nullable Supplier<Schema> source;

    /** Null until the source was asked. Two threads may ask; either answer is right. */
    private @Nullable Root root;

    private volatile @Nullable CastPlan castPlan;
    private volatile @Nullable SchemaView view;
    private int hash;

    /** What values are judged by. */
    private static final class Root {
        final Located located;
        private final Scope scope;
        private @Nullable Compiled compiled;

        Root(Located located) {
            this.located = located;
            this.scope = Scope.of(located.resource());
        }

        Compiled compiled() {
            Compiled known = compiled;
            if (known == null) {
                known = Reference.compiled(located);
                compiled = known;
            }
            return known;
        }

        Scope scope(JsonNode value) {
            return compiled().isPlain() ? scope : scope.begin(value);
        }
    }

    private Schema(Located located) {
        this.source = null;
        this.root = new Root(located);
    }

    private Schema(Supplier<Schema> source) {
        this.source = source;
    }

    /** One that is asked for when it is first used: a constant of a class that is used sooner. */
    public static Schema from(Supplier<Schema> source) {
        return new Schema(source);
    }

    private Root root() {
        Root known = root;
        if (known == null) {
            known = Objects.requireNonNull(source).get().root();
            root = known;
        }
        return known;
    }

    static Schema compiled(Located located) {
        located.compiled();
        return new Schema(located);
    }

    /** One that is compiled when it is first used; what is wrong with it shows then. */
    static Schema later(Located located) {
        return new Schema(located);
    }

    /**
     * Reads a schema from JSON text.
     *
     * @throws SchemaException if it is no schema, or refers to something that is not there
     * @throws IllegalArgumentException if it is not JSON
     */
    public static Schema parse(String json) {
        return of(Json.parse(json));
    }

    /** As {@link #of(JsonNode, SchemaOptions)} with the defaults. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Schema of(JsonNode json) {
        return of(json, SchemaOptions.defaults());
    }

    /**
     * Compiles a schema with all it refers to.
     *
     * @param json the schema; it must not change afterwards
     * @throws SchemaException if it is no schema, or refers to something that is not there
     */
    public static Schema of(JsonNode json, SchemaOptions options) {
        Library library = new Library(options, false);
        Schema schema = compiled(library.open(json).root());
        library.compileReachable();
        return schema;
    }

    /**
     * The schema of a Java type: records, enums, sealed types, collections, Optional, with
     * Jackson's annotations.
     */
    public static Schema of(Type type) {
        return ClassSchemas.of(type);
    }

    /**
     * As {@link #of(Type)}, for values that will be read again: refuses a type with subtypes that
     * nothing discriminates, such as a sealed interface without {@code @JsonTypeInfo}.
     *
     * @throws IllegalArgumentException saying what to add
     */
    public static Schema ofReadable(Type type) {
        return ClassSchemas.ofReadable(type);
    }

    /**
     * Checks that values of a type can be read, which costs less than a schema of it.
     *
     * @throws IllegalArgumentException naming the class that has subtypes nothing tells apart
     */
    public static void requireReadable(Type type) {
        ClassSchemas.requireReadable(type);
    }

    /**
     * The schema of an object with these members, as if they were the components of a record.
     *
     * @throws IllegalArgumentException as {@link #ofReadable(Type)}
     */
    public static Schema ofMembers(List<TypedMember> members) {
        return ClassSchemas.ofReadable(members);
    }

    /** As {@link #of(JsonNode)} for one that was made of parts which are known to be right. */
    static Schema ofParts(JsonNode json) {
        return later(new Library(SchemaOptions.defaults(), false).open(json).root());
    }

    /**
     * One that refuses members which its objects do not declare. For the schemas of Java types:
     * every object that declares members is one of a class.
     */
    public Schema closed() {
        JsonNode closed = ClosedObjects.of(json());
        return root().located.isCompiled() ? of(closed) : ofParts(closed);
    }

    /** The schema that accepts everything and changes nothing. */
    public static Schema unknown() {
        return UNKNOWN;
    }

    /** Whether this schema restricts nothing at all, as {@link #unknown()}. */
    public boolean isUnknown() {
        if (root().located.isObviouslyClosed()) {
            return false;
        }
        try {
            return root().compiled().isOpen();
        } catch (UndecidableException e) {
            return false;
        }
    }

    public boolean accepts(JsonNode value) {
        try {
            Root judge = root();
            return judge.compiled().accepts(value, judge.scope(value));
        } catch (UndecidableException | StackOverflowError e) {
            return false;
        }
    }

    /** Every reason why the value does not fit; empty if it is accepted. */
    public List<SchemaError> errors(JsonNode value) {
        return errors(value, Integer.MAX_VALUE);
    }

    /** The first reasons why the value does not fit, at most so many. */
    public List<SchemaError> errors(JsonNode value, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit should be at least 1 but is " + limit);
        }
        Report report = new Report(limit);
        try {
            Root judge = root();
            judge.compiled().explain(value, judge.scope(value), report);
        } catch (UndecidableException | StackOverflowError e) {
            String why = e instanceof StackOverflowError ? Scope.TOO_DEEP : e.getMessage();
            report.add(root().located.location(), "", String.valueOf(why), value);
        }
        return List.copyOf(report.errors());
    }

    /**
     * The value with unknown properties stripped, missing defaults filled and scalars converted
     * without loss; the same object if there was nothing to do. A value that is accepted stays so,
     * and normalizing twice is normalizing once.
     */
    public JsonNode normalize(JsonNode value) {
        try {
            Root judge = root();
            JsonNode before = value;
            // What was filled in or stripped may change which branch of a condition applies.
            for (int pass = 0; pass < MAX_PASSES; pass++) {
                JsonNode after =
                        Normalizer.normalize(judge.compiled(), before, judge.scope(before));
                if (after == before) {
                    // Stripping may take what another keyword counted on.
                    return after == value || accepts(after) || !accepts(value) ? after : value;
                }
                if (isNormal(after)) {
                    return after;
                }
                before = after;
            }
            return value;
        } catch (UndecidableException | StackOverflowError e) {
            return value;
        }
    }

    /**
     * Whether a value is accepted and {@link #normalize} leaves it alone, as far as one look at
     * each part of it shows. Always false if keywords refer to other schemas or combine them.
     */
    public boolean isNormal(JsonNode value) {
        try {
            Root judge = root();
            return judge.compiled().isPlain() && judge.compiled().isNormal(value, judge.scope);
        } catch (UndecidableException | StackOverflowError e) {
            return false;
        }
    }

    /** Normalizes, and reports each change. */
    public JsonNode normalize(JsonNode value, Consumer<? super Change> changes) {
        return ChangeReport.write(value, normalize(value), Change.Kind.CONVERTED, changes);
    }

    /**
     * A value of the schema's shape that keeps what fits and replaces what does not, by the rules
     * of TypeBox {@code Value.Cast}. A value that fits already stays as it is: properties that are
     * not known are kept, and defaults are not filled in. {@link #enforce} does both.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode cast(JsonNode value) {
        return CastPlan.within(() -> castPlan().cast(value));
    }

    /**
     * A value that is accepted: {@linkplain #normalize normalized}, and where that is not enough,
     * {@linkplain #cast cast}.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode enforce(JsonNode value) {
        return enforce(value, change -> {});
    }

    /** Enforces, and reports each change. */
    public JsonNode enforce(JsonNode value, Consumer<? super Change> changes) {
        JsonNode normal = normalize(value);
        JsonNode fitting = accepts(normal) ? normal : replaced(normal);
        ChangeReport.write(value, normal, Change.Kind.CONVERTED, changes);
        return ChangeReport.write(normal, fitting, Change.Kind.REPLACED, changes);
    }

    private JsonNode replaced(JsonNode value) {
        CastPlan plan = CastPlan.lenient(root().located);
        JsonNode cast = normalize(CastPlan.within(() -> plan.cast(value)));
        if (!accepts(cast)) {
            throw new CastException("no value could be made up: " + errors(cast, 1).getFirst());
        }
        return cast;
    }

    /** Casts, and reports each change. */
    public JsonNode cast(JsonNode value, Consumer<? super Change> changes) {
        return ChangeReport.write(value, cast(value), Change.Kind.REPLACED, changes);
    }

    /**
     * A value made from the schema alone, by the rules of TypeBox {@code Value.Create}.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode create() {
        return CastPlan.within(() -> castPlan().create());
    }

    private CastPlan castPlan() {
        CastPlan plan = castPlan;
        if (plan == null) {
            plan = CastPlan.exact(root().located);
            castPlan = plan;
        }
        return plan;
    }

    /** A reading of its types, properties and so on, composed as it may be. */
    public SchemaView view() {
        SchemaView known = view;
        if (known == null) {
            known = SchemaView.of(ViewPart.of(root().located));
            view = known;
        }
        return known;
    }

    /**
     * A copy of what was parsed. A schema of a {@link SchemaDocument} comes with all it refers to
     * in {@code $defs} and in the words of 2020-12, so that it can be read without the document.
     */
    @JsonValue
    public JsonNode toJson() {
        return json().deepCopy();
    }

    /** Whether {@link #toJson()} has more than so many bytes as text, found without making it. */
    public boolean isLargerThan(int bytes) {
        return root().located.isLargerThan(bytes);
    }

    /** As {@link #toJson()}, without a copy: not to be changed. */
    public JsonNode json() {
        return root().located.portable();
    }

    /** Whether the other one is the same JSON, read by the same rules. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Schema schema)) {
            return false;
        }
        Located own = root().located;
        Located its = schema.root().located;
        return own.isSame(its)
                || (hashCode() == schema.hashCode()
                        && own.portableRules().equals(its.portableRules())
                        && own.portable().equals(its.portable()));
    }

    /**
     * Whether the other one is the same JSON, by whatever rules it is read: numbers by value,
     * objects without regard to order. Copies nothing.
     */
    public boolean isSameJson(Schema other) {
        return this == other
                || root().located.isSame(other.root().located)
                || JsonEquality.equal(json(), other.json());
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = json().hashCode();
            hash = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "Schema " + ValueText.of(root().located.node());
    }
}
