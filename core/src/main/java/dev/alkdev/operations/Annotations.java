package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Hints about a {@link ContentBlock}.
 *
 * @param audience {@code user} or {@code assistant} or both; empty if not given
 * @param priority from 0 (optional) to 1 (required)
 * @param lastModified a point in time as in ISO 8601
 * @param more the members that have no accessor
 */
public record Annotations(
        List<String> audience,
        @Nullable Double priority,
        @Nullable String lastModified,
        Map<String, JsonNode> more) {

    public Annotations {
        audience = List.copyOf(audience);
        more = ContentBlockJson.inOrder(more);
    }

    public Annotations(
            List<String> audience, @Nullable Double priority, @Nullable String lastModified) {
        this(audience, priority, lastModified, Map.of());
    }

    @JsonValue
    JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (!audience.isEmpty()) {
            json.set("audience", AccessControl.texts(audience));
        }
        if (priority != null) {
            // As it usually comes: 1 is not written as 1.0.
            BigDecimal number = BigDecimal.valueOf(priority);
            json.put("priority", number.signum() == 0 ? BigDecimal.ZERO : whole(number));
        }
        if (lastModified != null) {
            json.put("lastModified", lastModified);
        }
        more.forEach(json::set);
        return json;
    }

    private static BigDecimal whole(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.scale() <= 0 ? plain.setScale(0) : number;
    }

    static @Nullable Annotations read(JsonFields block) {
        return block.isAbsent("annotations")
                ? null
                : of(block.object("annotations"), block.required("annotations"));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Annotations fromJson(JsonNode json) {
        return of(JsonFields.of("annotations", json), json);
    }

    private static Annotations of(JsonFields fields, JsonNode json) {
        Annotations bare =
                new Annotations(
                        fields.texts("audience"),
                        fields.optionalNumber("priority"),
                        fields.optionalText("lastModified"));
        Map<String, JsonNode> more = ContentBlockJson.more(json, bare.toJson());
        return new Annotations(bare.audience, bare.priority, bare.lastModified, more);
    }
}
