package dev.alkdev.operations;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Collects the parts of an {@link OperationSpec}. For one thread; each step copies nothing. */
public final class OperationSpecBuilder implements Cloneable {
    final OperationType type;
    OperationId id;
    String version = "1.0.0";
    String description = "";
    @Nullable String title;
    List<String> tags = List.of();
    Schema inputSchema = Schema.unknown();
    Schema outputSchema = Schema.unknown();
    AccessControl accessControl = AccessControl.none();
    List<ErrorSpec> errors = List.of();
    @Nullable JsonNode annotations;
    @Nullable JsonNode meta;

    OperationSpecBuilder(OperationType type, OperationId id) {
        this.type = type;
        this.id = id;
    }

    OperationSpecBuilder copy(OperationId id) {
        try {
            OperationSpecBuilder same = (OperationSpecBuilder) clone();
            same.id = id;
            return same;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** The version; {@code 1.0.0} unless given. */
    public OperationSpecBuilder version(String version) {
        this.version = version;
        return this;
    }

    /** What the operation does, for people and for agents that choose by it. */
    public OperationSpecBuilder describedAs(String description) {
        this.description = description;
        return this;
    }

    public OperationSpecBuilder title(String title) {
        this.title = title;
        return this;
    }

    public OperationSpecBuilder tags(String... tags) {
        this.tags = List.of(tags);
        return this;
    }

    /** The schema of the input; anything is accepted unless given. */
    public OperationSpecBuilder input(Schema schema) {
        this.inputSchema = schema;
        return this;
    }

    /** The schema of the data in the result; anything is passed on as it is unless given. */
    public OperationSpecBuilder output(Schema schema) {
        this.outputSchema = schema;
        return this;
    }

    /** Requires all of these scopes of a caller. */
    public OperationSpecBuilder requires(String... scopes) {
        return access(AccessControl.requires(scopes));
    }

    /** What a caller needs; nothing unless given. */
    public OperationSpecBuilder access(AccessControl accessControl) {
        this.accessControl = accessControl;
        return this;
    }

    /** Declares one more failure. */
    public OperationSpecBuilder fails(ErrorSpec error) {
        List<ErrorSpec> more = new ArrayList<>(errors);
        more.add(error);
        this.errors = List.copyOf(more);
        return this;
    }

    public OperationSpecBuilder annotations(JsonNode annotations) {
        this.annotations = annotations.deepCopy();
        return this;
    }

    public OperationSpecBuilder meta(JsonNode meta) {
        this.meta = meta.deepCopy();
        return this;
    }

    /**
     * Finishes.
     *
     * @throws IllegalArgumentException if an error is declared twice or the version is empty
     */
    public OperationSpec build() {
        if (version.isBlank()) {
            throw new IllegalArgumentException(id + " needs a version");
        }
        List<String> codes = errors.stream().map(ErrorSpec::code).toList();
        if (new HashSet<>(codes).size() != codes.size()) {
            throw new IllegalArgumentException(id + " declares an error twice: " + codes);
        }
        return new OperationSpec(copy(id));
    }

    /** Whether the JSON of the other one is the same but for the id; copies nothing. */
    boolean isSame(OperationSpecBuilder other) {
        return type == other.type
                && version.equals(other.version)
                && description.equals(other.description)
                && Objects.equals(title, other.title)
                && tags.equals(other.tags)
                && accessControl.equals(other.accessControl)
                && isSame(annotations, other.annotations)
                && isSame(meta, other.meta)
                && inputSchema.isSameJson(other.inputSchema)
                && outputSchema.isSameJson(other.outputSchema)
                && isSame(errors, other.errors);
    }

    private static boolean isSame(@Nullable JsonNode one, @Nullable JsonNode other) {
        return (one == null || other == null) ? one == other : Json.isSame(one, other);
    }

    private static boolean isSame(List<ErrorSpec> some, List<ErrorSpec> others) {
        return some.size() == others.size()
                && IntStream.range(0, some.size()).allMatch(i -> some.get(i).isSame(others.get(i)));
    }
}
