package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * One block of what an MCP tool shows to people and models. Members that are not known here, such
 * as {@code _meta} or {@code icons}, are kept: a block is written as it was read.
 */
public sealed interface ContentBlock {
    /** The schema of the JSON form. */
    Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/contentBlock");

    /** Hints about the block, if it has any. */
    @Nullable Annotations annotations();

    /** The members of the JSON form that have no accessor. */
    Map<String, JsonNode> more();

    record Text(String text, @Nullable Annotations annotations, Map<String, JsonNode> more)
            implements ContentBlock {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Text fromJson(JsonNode json) {
            return ContentBlockJson.read(json, Text.class);
        }

        public Text {
            more = ContentBlockJson.inOrder(more);
        }

        public Text(String text, @Nullable Annotations annotations) {
            this(text, annotations, Map.of());
        }
    }

    /**
     * An image.
     *
     * @param data in base 64
     */
    record Image(
            String data,
            String mimeType,
            @Nullable Annotations annotations,
            Map<String, JsonNode> more)
            implements ContentBlock {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Image fromJson(JsonNode json) {
            return ContentBlockJson.read(json, Image.class);
        }

        public Image {
            more = ContentBlockJson.inOrder(more);
        }

        public Image(String data, String mimeType, @Nullable Annotations annotations) {
            this(data, mimeType, annotations, Map.of());
        }
    }

    /**
     * A recording.
     *
     * @param data in base 64
     */
    record Audio(
            String data,
            String mimeType,
            @Nullable Annotations annotations,
            Map<String, JsonNode> more)
            implements ContentBlock {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Audio fromJson(JsonNode json) {
            return ContentBlockJson.read(json, Audio.class);
        }

        public Audio {
            more = ContentBlockJson.inOrder(more);
        }

        public Audio(String data, String mimeType, @Nullable Annotations annotations) {
            this(data, mimeType, annotations, Map.of());
        }
    }

    /** A resource with its content. */
    record Resource(
            ResourceContent resource, @Nullable Annotations annotations, Map<String, JsonNode> more)
            implements ContentBlock {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Resource fromJson(JsonNode json) {
            return ContentBlockJson.read(json, Resource.class);
        }

        public Resource {
            more = ContentBlockJson.inOrder(more);
        }

        public Resource(ResourceContent resource, @Nullable Annotations annotations) {
            this(resource, annotations, Map.of());
        }
    }

    /**
     * A resource to be read apart.
     *
     * @param size in bytes, before any encoding
     */
    record ResourceLink(
            String uri,
            String name,
            @Nullable String title,
            @Nullable String description,
            @Nullable String mimeType,
            @Nullable Long size,
            @Nullable Annotations annotations,
            Map<String, JsonNode> more)
            implements ContentBlock {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static ResourceLink fromJson(JsonNode json) {
            return ContentBlockJson.read(json, ResourceLink.class);
        }

        public ResourceLink {
            more = ContentBlockJson.inOrder(more);
        }

        /** A link with a URI and a name only. */
        public ResourceLink(String uri, String name) {
            this(uri, name, null, null, null, null, null, Map.of());
        }
    }

    /**
     * The content of a resource: text, or bytes in base 64.
     *
     * @param text the content, if it is text
     * @param blob the content in base 64, if it is not
     * @param more the members that have no accessor
     */
    record ResourceContent(
            String uri,
            @Nullable String mimeType,
            @Nullable String text,
            @Nullable String blob,
            Map<String, JsonNode> more) {
        public ResourceContent {
            more = ContentBlockJson.inOrder(more);
        }

        public ResourceContent(
                String uri,
                @Nullable String mimeType,
                @Nullable String text,
                @Nullable String blob) {
            this(uri, mimeType, text, blob, Map.of());
        }

        @JsonValue
        JsonNode toJson() {
            return ContentBlockJson.write(this);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static ResourceContent fromJson(JsonNode json) {
            return ContentBlockJson.content(JsonFields.of("resource", json), json);
        }
    }

    /** A text without annotations. */
    static ContentBlock text(String text) {
        return new Text(text, null);
    }

    /** The JSON form. */
    @JsonValue
    default JsonNode toJson() {
        return ContentBlockJson.write(this);
    }

    /**
     * Reads the JSON form. A block of an unknown kind, or one that lacks what its kind needs,
     * becomes a text that holds its JSON: nothing is lost and nothing fails.
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ContentBlock fromJson(JsonNode json) {
        return ContentBlockJson.read(json);
    }

    /**
     * Hints about a block.
     *
     * @param audience {@code user} or {@code assistant} or both; empty if not given
     * @param priority from 0 (optional) to 1 (required)
     * @param lastModified a point in time as in ISO 8601
     * @param more the members that have no accessor
     */
    record Annotations(
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
}
