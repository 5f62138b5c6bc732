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

    private record Root(Located located, Scope scope) {}

    private Schema(Located located) {
        this.source = null;
        this.root = new Root(located, Scope.of(located.resource()));
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

    private Located located() {
        return root().located();
    }

    private Scope scope(JsonNode value) {
        return root().scope().begin(value);
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
     * The schema of a Java type: records, enums, sealed types, collections, Optional, and what
     * Jackson's annotations say about them.
     */
    public static Schema of(Type type) {
        return ClassSchemas.of(type);
    }

    /**
     * As {@link #of(Type)}, for values that will be read again: refuses a type with subtypes that
     * nothing tells apart, such as a sealed interface without {@code @JsonTypeInfo}.
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
        return located().isCompiled() ? of(closed) : ofParts(closed);
    }

    /** The schema that accepts everything and changes nothing. */
    public static Schema unknown() {
        return UNKNOWN;
    }

    /** Whether this schema says nothing at all, as {@link #unknown()} does. */
    public boolean isUnknown() {
        if (located().isObviouslyClosed()) {
            return false;
        }
        try {
            return compiled().isOpen();
        } catch (UndecidableException e) {
            return false;
        }
    }

    public boolean accepts(JsonNode value) {
        try {
            return compiled().accepts(value, scope(value));
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
            compiled().explain(value, scope(value), report);
        } catch (UndecidableException e) {
            report.add(located().location(), "", String.valueOf(e.getMessage()), value);
        } catch (StackOverflowError e) {
            report.add(located().location(), "", Scope.TOO_DEEP, value);
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
            JsonNode normal = settle(value);
            // Stripping may take what another keyword counted on: an accepted value stays one.
            return normal == value || accepts(normal) || !accepts(value) ? normal : value;
        } catch (UndecidableException | StackOverflowError e) {
            return value;
        }
    }

    /**
     * Repeats until nothing changes any more, since what was filled in or stripped may change which
     * branch of a condition applies. A value that does not come to rest stays as it was.
     */
    private JsonNode settle(JsonNode value) {
        JsonNode before = value;
        for (int pass = 0; pass < MAX_PASSES; pass++) {
            JsonNode after = Normalizer.normalize(compiled(), before, scope(before));
            if (after == before) {
                return after;
            }
            before = after;
        }
        return value;
    }

    /** Normalizes, and reports each change. */
    public JsonNode normalize(JsonNode value, Consumer<? super Change> changes) {
        JsonNode normal = normalize(value);
        if (normal != value) {
            ChangeReport.write(value, normal, Change.Kind.CONVERTED, changes);
        }
        return normal;
    }

    /**
     * A value of the schema's shape that keeps what fits and replaces what does not, by the rules
     * of TypeBox {@code Value.Cast}. A value that fits already stays as it is: properties that are
     * not known are kept, and defaults are not filled in. {@link #enforce} does both.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode cast(JsonNode value) {
        return within(() -> castPlan().cast(value));
    }

    /** Makes a value up; that it takes too much to do so is a reason like others why it cannot. */
    private static JsonNode within(Supplier<JsonNode> made) {
        try {
            return made.get();
        } catch (UndecidableException e) {
            throw new CastException(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw new CastException("the value or the schema is nested too deeply to cast");
        }
    }

    /**
     * A value that is accepted, whatever it takes: {@linkplain #normalize normalized}, and if that
     * is not enough, {@linkplain #cast cast}. What fits is kept, what is not known is stripped,
     * what is missing is filled in, what does not fit is replaced.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode enforce(JsonNode value) {
        JsonNode normal = normalize(value);
        if (accepts(normal)) {
            return normal;
        }
        JsonNode cast = normalize(within(() -> CastPlan.lenient(located()).cast(normal)));
        if (!accepts(cast)) {
            throw new CastException("no value could be made up: " + errors(cast, 1).getFirst());
        }
        return cast;
    }

    /** Enforces, and reports each change. */
    public JsonNode enforce(JsonNode value, Consumer<? super Change> changes) {
        JsonNode enforced = enforce(value);
        ChangeReport.write(value, enforced, Change.Kind.REPLACED, changes);
        return enforced;
    }

    /** Casts, and reports each change. */
    public JsonNode cast(JsonNode value, Consumer<? super Change> changes) {
        JsonNode cast = cast(value);
        ChangeReport.write(value, cast, Change.Kind.REPLACED, changes);
        return cast;
    }

    /**
     * A value made from the schema alone, by the rules of TypeBox {@code Value.Create}.
     *
     * @throws CastException if the schema cannot say what to put in a place
     */
    public JsonNode create() {
        return within(() -> castPlan().create());
    }

    private CastPlan castPlan() {
        CastPlan plan = castPlan;
        if (plan == null) {
            plan = CastPlan.exact(located());
            castPlan = plan;
        }
        return plan;
    }

    /** What the schema says about types, properties and so on, composed as it may be. */
    public SchemaView view() {
        SchemaView known = view;
        if (known == null) {
            known = SchemaView.of(ViewPart.of(located()));
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

    /**
     * Whether {@link #toJson()} has more than so many bytes as text, found out without making it: a
     * schema of a large document may come with hundreds of others.
     */
    public boolean isLargerThan(int bytes) {
        return located().resource().library().isLarger(located(), bytes);
    }

    /** As {@link #toJson()}, without a copy: not to be changed. */
    public JsonNode json() {
        return located().resource().library().portable(located());
    }

    /** Whether the other one is the same JSON, read by the same rules. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Schema schema
                && (located().isSame(schema.located())
                        || (hashCode() == schema.hashCode()
                                && rules().equals(schema.rules())
                                && json().equals(schema.json())));
    }

    /**
     * Whether the other one is the same JSON, by whatever rules it is read: numbers by value,
     * objects without regard to order. Copies nothing.
     */
    public boolean isSameJson(Schema other) {
        return this == other
                || located().isSame(other.located())
                || JsonEquality.equal(json(), other.json());
    }

    private Rules rules() {
        return located().resource().library().portableRules(located());
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

    private Compiled compiled() {
        try {
            return located().compiled();
        } catch (SchemaException e) {
            throw new UndecidableException("the schema is broken at " + e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "Schema " + ValueText.of(located().node());
    }
}
