package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;
import java.util.function.Function;

/**
 * A failure an operation declares, so that a caller can distinguish it from an accident.
 *
 * @param code the {@linkplain CallException#code() code} it has, none of {@link ErrorCode}
 * @param description when it happens and what the caller may do
 * @param schema of the {@linkplain CallException#details() details}
 * @param httpStatus the status a REST gateway answers with, if it matters
 */
public record ErrorSpec(
        String code, String description, Schema schema, @Nullable Integer httpStatus) {

    public ErrorSpec {
        if (code.isBlank()) {
            throw new IllegalArgumentException("an error needs a code");
        }
        if (ErrorCode.isStandard(code)) {
            throw new IllegalArgumentException(
                    code + " is a standard code; a declared error needs one of its own");
        }
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(schema, "schema");
        if (httpStatus != null && (httpStatus < 400 || httpStatus > 599)) {
            throw new IllegalArgumentException(
                    "the HTTP status of " + code + " should be 400 to 599 but is " + httpStatus);
        }
    }

    /** An error with details of any kind. */
    public static ErrorSpec of(String code, String description) {
        return new ErrorSpec(code, description, Schema.unknown(), null);
    }

    public ErrorSpec withSchema(Schema schema) {
        return new ErrorSpec(code, description, schema, httpStatus);
    }

    public ErrorSpec withHttpStatus(int httpStatus) {
        return new ErrorSpec(code, description, schema, httpStatus);
    }

    /** Whether the JSON of the other one is the same; copies nothing. */
    boolean isSame(ErrorSpec other) {
        return code.equals(other.code)
                && description.equals(other.description)
                && Objects.equals(httpStatus, other.httpStatus)
                && schema.isSameJson(other.schema);
    }

    @JsonValue
    JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("code", code).put("description", description).set("schema", schema.toJson());
        if (httpStatus != null) {
            json.put("httpStatus", httpStatus);
        }
        return json;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ErrorSpec fromJson(JsonNode json) {
        return read(JsonFields.of("error spec", json), Schema::of);
    }

    static ErrorSpec read(JsonFields fields, Function<JsonNode, Schema> schema) {
        return new ErrorSpec(
                fields.text("code"),
                fields.text("description"),
                fields.read("schema", "JSON Schema", schema),
                fields.optionalInteger("httpStatus"));
    }
}
