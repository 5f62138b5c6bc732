package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The contract of an operation as data: it travels, the handler stays. Immutable; threads may share
 * it. Two specs are equal if their JSON is the same.
 *
 * <pre>{@code
 * OperationSpec find = OperationSpec.query("billing.find")
 *         .describedAs("Finds one invoice by its number")
 *         .input(Schema.of(FindInvoice.class))
 *         .output(Schema.of(Invoice.class))
 *         .requires("billing:read")
 *         .build();
 * }</pre>
 */
public final class OperationSpec {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("operation-spec");

    private final OperationId parts;
    private final String id;
    private final OperationType type;
    private final OperationSpecBuilder given;

    /** Made when first asked for: a listing asks each time, most calls never do. */
    private @Nullable String summary;

    OperationSpec(OperationSpecBuilder given) {
        this.given = given;
        this.parts = given.id;
        this.id = parts.toString();
        this.type = given.type;
    }

    /** Starts the spec of an operation that reads. */
    public static OperationSpecBuilder query(String id) {
        return builder(OperationType.QUERY, id);
    }

    /** Starts the spec of an operation that writes. */
    public static OperationSpecBuilder mutation(String id) {
        return builder(OperationType.MUTATION, id);
    }

    /** Starts the spec of an operation that streams. */
    public static OperationSpecBuilder subscription(String id) {
        return builder(OperationType.SUBSCRIPTION, id);
    }

    /**
     * Starts a spec.
     *
     * @param id {@code namespace.name}; the namespace ends at the first dot
     * @throws IllegalArgumentException naming the part of the id that is wrong
     */
    public static OperationSpecBuilder builder(OperationType type, String id) {
        return new OperationSpecBuilder(type, OperationId.parse(id));
    }

    /**
     * Reads the JSON form. Fields it does not know are ignored.
     *
     * @throws IllegalArgumentException saying what is missing or wrong, and where
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static OperationSpec fromJson(JsonNode json) {
        return fromJson(json, SchemaOptions.defaults());
    }

    /**
     * Reads the JSON form of a spec that another program wrote: invalid parts of its schemas accept
     * every value.
     *
     * @throws IllegalArgumentException saying what else is missing or wrong, and where
     */
    public static OperationSpec fromPeer(JsonNode json) {
        return fromJson(json, SchemaOptions.defaults().withTolerance());
    }

    private static OperationSpec fromJson(JsonNode json, SchemaOptions options) {
        JsonFields fields = JsonFields.of("operation spec", json);
        OperationType type = OperationType.find(fields.text("type"));
        if (type == null) {
            throw fields.wrong("type", "query, mutation or subscription");
        }
        OperationSpecBuilder spec =
                new OperationSpecBuilder(
                        type, new OperationId(fields.text("namespace"), fields.text("name")));
        spec.version(fields.text("version")).describedAs(fields.text("description"));
        spec.title = fields.optionalText("title");
        spec.tags(fields.texts("tags").toArray(String[]::new));
        Function<JsonNode, Schema> schema = it -> Schema.of(it, options);
        spec.input(fields.read("inputSchema", "JSON Schema", schema))
                .output(fields.read("outputSchema", "JSON Schema", schema));
        fields.objects("errors").forEach(error -> spec.fails(ErrorSpec.read(error, schema)));
        spec.access(AccessControl.fromJson(fields.object("accessControl")));
        Optional.ofNullable(fields.optionalObject("annotations")).ifPresent(spec::annotations);
        Optional.ofNullable(fields.optionalObject("_meta")).ifPresent(spec::meta);
        return spec.build();
    }

    /** The JSON form, with the schemas as JSON Schema. */
    @JsonValue
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("namespace", namespace());
        json.put("name", name());
        json.put("version", version());
        json.put("type", type.wireName());
        title().ifPresent(title -> json.put("title", title));
        json.put("description", description());
        if (!tags().isEmpty()) {
            json.set("tags", AccessControl.texts(tags()));
        }
        json.set("inputSchema", inputSchema().toJson());
        json.set("outputSchema", outputSchema().toJson());
        if (!errors().isEmpty()) {
            ArrayNode errors = json.putArray("errors");
            errors().forEach(error -> errors.add(error.toJson()));
        }
        json.set("accessControl", accessControl().toJson());
        annotations().ifPresent(annotations -> json.set("annotations", annotations));
        meta().ifPresent(meta -> json.set("_meta", meta));
        return json;
    }

    /** {@code namespace.name}. */
    public String id() {
        return id;
    }

    public String namespace() {
        return parts.namespace();
    }

    public String name() {
        return parts.name();
    }

    public String version() {
        return given.version;
    }

    public OperationType type() {
        return type;
    }

    public String description() {
        return given.description;
    }

    /** A name for people. */
    public Optional<String> title() {
        return Optional.ofNullable(given.title);
    }

    /**
     * One line for listings: the title, else the first sentence of the description, without
     * Markdown and HTML and of at most 120 characters. Empty if there is neither.
     */
    public String summary() {
        String made = summary;
        if (made == null) {
            // Two threads may make the same text; either is right.
            made = SummaryText.of(title().orElse(""), description());
            summary = made;
        }
        return made;
    }

    public List<String> tags() {
        return given.tags;
    }

    public Schema inputSchema() {
        return given.inputSchema;
    }

    /** The schema of {@link ResponseEnvelope#data()}, not of the envelope. */
    public Schema outputSchema() {
        return given.outputSchema;
    }

    public AccessControl accessControl() {
        return given.accessControl;
    }

    /** Whether a caller may use it: by its access control and by the caller's own limits. */
    public boolean permits(Caller caller) {
        return caller.reaches(id()) && accessControl().permits(caller);
    }

    /** The failures it declares. */
    public List<ErrorSpec> errors() {
        return given.errors;
    }

    /** The declared failure of this code. */
    public Optional<ErrorSpec> error(String code) {
        return errors().stream().filter(error -> error.code().equals(code)).findFirst();
    }

    /** Hints of a source about the behaviour of the operation; to be read, not changed. */
    public Optional<JsonNode> annotations() {
        return Optional.ofNullable(given.annotations);
    }

    /** {@code _meta}: what a source or a tool attached; to be read, not changed. */
    public Optional<JsonNode> meta() {
        return Optional.ofNullable(given.meta);
    }

    /**
     * Whether a second run has no further effect: true for queries, and for mutations whose
     * annotations or {@code _meta} declare {@code idempotentHint} or {@code readOnlyHint}. False
     * for subscriptions, which would repeat their items.
     */
    public boolean isIdempotent() {
        return switch (type) {
            case QUERY -> true;
            case SUBSCRIPTION -> false;
            case MUTATION -> isIdempotent(annotations()) || isIdempotent(meta());
        };
    }

    private static boolean isIdempotent(Optional<JsonNode> hints) {
        return hints.filter(
                        json ->
                                json.path("idempotentHint").asBoolean(false)
                                        || json.path("readOnlyHint").asBoolean(false))
                .isPresent();
    }

    /**
     * Checks an input as a call does.
     *
     * @throws CallException {@link ErrorCode#VALIDATION_ERROR} with every error in its details
     */
    public void requireValid(JsonNode input) {
        if (!inputSchema().accepts(input)) {
            throw ValidationFailure.of(
                    "input of " + id, ValidationFailure.errors(inputSchema(), input));
        }
    }

    /** A builder filled with this spec, to make one that differs. */
    public OperationSpecBuilder toBuilder() {
        return given.copy(parts);
    }

    /** The same operation under another id, as when it is imported. */
    public OperationSpec withId(String id) {
        return given.copy(OperationId.parse(id)).build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof OperationSpec spec
                        && id.equals(spec.id)
                        && given.isSame(spec.given));
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return type.wireName() + " " + id + " " + version();
    }
}
