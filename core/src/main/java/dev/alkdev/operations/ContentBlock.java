package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.base.JsonFields;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One block of what an MCP tool shows to people and models: a view of its JSON. Members that are
 * not known here, such as {@code _meta} or {@code icons}, are kept: a block is written as it was
 * read. Two blocks are equal if their JSON is the same. Immutable; threads may share it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE) // the JSON tells
public abstract sealed class ContentBlock {
    /** The schema of the JSON form. */
    public static final Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/contentBlock");

    final JsonFields fields;
    final JsonNode json;
    private final @Nullable Annotations annotations;

    private ContentBlock(String type, JsonNode given) {
        json = given.deepCopy();
        fields = JsonFields.of("content block", json);
        if (!fields.text("type").equals(type)) {
            throw fields.wrong("type", type);
        }
        JsonNode hints = json.path("annotations");
        annotations = hints.isObject() ? Annotations.fromJson(hints) : null;
    }

    private static ObjectNode block(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    public static final class Text extends ContentBlock {
        private final String text = fields.text("text");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private Text(JsonNode json) {
            super("text", json);
        }

        @JsonCreator(mode = JsonCreator.Mode.DISABLED) // a string is no block
        public Text(String text) {
            this(block("text").put("text", text));
        }

        public String text() {
            return text;
        }
    }

    public static final class Image extends ContentBlock {
        private final String data = fields.text("data");
        private final String mimeType = fields.text("mimeType");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private Image(JsonNode json) {
            super("image", json);
        }

        public Image(String data, String mimeType) {
            this(block("image").put("data", data).put("mimeType", mimeType));
        }

        /** In base 64. */
        public String data() {
            return data;
        }

        public String mimeType() {
            return mimeType;
        }
    }

    /** A recording. */
    public static final class Audio extends ContentBlock {
        private final String data = fields.text("data");
        private final String mimeType = fields.text("mimeType");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private Audio(JsonNode json) {
            super("audio", json);
        }

        public Audio(String data, String mimeType) {
            this(block("audio").put("data", data).put("mimeType", mimeType));
        }

        /** In base 64. */
        public String data() {
            return data;
        }

        public String mimeType() {
            return mimeType;
        }
    }

    /** A resource with its content. */
    public static final class Resource extends ContentBlock {
        private final ResourceContent resource =
                ResourceContent.fromJson(fields.required("resource"));

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private Resource(JsonNode json) {
            super("resource", json);
        }

        public Resource(ResourceContent resource) {
            this(block("resource").set("resource", ResponseEnvelope.tree(resource)));
        }

        public ResourceContent resource() {
            return resource;
        }
    }

    /** A resource to be read apart. */
    public static final class ResourceLink extends ContentBlock {
        private final String uri = fields.text("uri");
        private final String name = fields.text("name");
        private final @Nullable String title = optionalText(json, "title");
        private final @Nullable String description = optionalText(json, "description");
        private final @Nullable String mimeType = optionalText(json, "mimeType");

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        private ResourceLink(JsonNode json) {
            super("resource_link", json);
        }

        /** A link with a URI and a name only. */
        public ResourceLink(String uri, String name) {
            this(block("resource_link").put("uri", uri).put("name", name));
        }

        public String uri() {
            return uri;
        }

        public String name() {
            return name;
        }

        public @Nullable String title() {
            return title;
        }

        public @Nullable String description() {
            return description;
        }

        public @Nullable String mimeType() {
            return mimeType;
        }

        /** In bytes, before any encoding. */
        public @Nullable Long size() {
            OptionalLong size = json.path("size").longValueOpt();
            return size.isPresent() ? (Long) size.getAsLong() : null;
        }
    }

    /** An optional member: a malformed one is read as absent, and written back unchanged. */
    static @Nullable String optionalText(JsonNode json, String member) {
        return json.path(member).stringValue(null);
    }

    /** A text without annotations. */
    public static ContentBlock text(String text) {
        return new Text(text);
    }

    /**
     * Reads the JSON form. A block of an unknown kind, or one that lacks what its kind needs,
     * becomes a text that holds its JSON: nothing is lost and nothing fails. An optional member of
     * another type than it should be is read as absent, and written as it came.
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ContentBlock fromJson(JsonNode json) {
        try {
            return switch (json.path("type").asString("")) {
                case "text" -> new Text(json);
                case "image" -> new Image(json);
                case "audio" -> new Audio(json);
                case "resource" -> new Resource(json);
                case "resource_link" -> new ResourceLink(json);
                default -> text(json.toString());
            };
        } catch (IllegalArgumentException malformed) {
            return text(json.toString());
        }
    }

    /** The JSON form. */
    @JsonValue
    public final JsonNode toJson() {
        return json.deepCopy();
    }

    /** Hints about the block, if it has any. */
    public final @Nullable Annotations annotations() {
        return annotations;
    }

    /** The same block with these hints and no others. */
    public final ContentBlock withAnnotations(Annotations annotations) {
        ObjectNode with = (ObjectNode) toJson();
        return fromJson(with.set("annotations", ResponseEnvelope.tree(annotations)));
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof ContentBlock block && Json.isSame(json, block.json);
    }

    /** Of names and texts alone: numbers that are the same may be different nodes. */
    @Override
    public final int hashCode() {
        return json.properties().stream()
                .mapToInt(it -> it.getKey().hashCode() ^ it.getValue().stringValue("").hashCode())
                .sum();
    }

    @Override
    public final String toString() {
        return json.toString();
    }

    /**
     * The content of a resource: text, or bytes in base 64.
     *
     * @param text the content, if it is text
     * @param blob the content in base 64, if it is not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ResourceContent(
            @JsonProperty("uri") String uri,
            @JsonProperty("mimeType") @Nullable String mimeType,
            @JsonProperty("text") @Nullable String text,
            @JsonProperty("blob") @Nullable String blob) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static ResourceContent fromJson(JsonNode json) {
            return new ResourceContent(
                    JsonFields.of("resource", json).text("uri"),
                    optionalText(json, "mimeType"),
                    optionalText(json, "text"),
                    optionalText(json, "blob"));
        }
    }

    /**
     * Hints about a block.
     *
     * @param audience {@code user} or {@code assistant} or both; empty if not given
     * @param priority from 0 (optional) to 1 (required)
     * @param lastModified a point in time as in ISO 8601
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Annotations(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty("audience")
                    List<String> audience,
            @JsonProperty("priority") @Nullable Double priority,
            @JsonProperty("lastModified") @Nullable String lastModified) {

        public Annotations {
            audience = List.copyOf(audience);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Annotations fromJson(JsonNode json) {
            List<String> audience = new ArrayList<>();
            if (json.path("audience") instanceof ArrayNode array) {
                array.forEach(each -> each.stringValueOpt().ifPresent(audience::add));
            }
            OptionalDouble priority = json.path("priority").doubleValueOpt();
            return new Annotations(
                    audience,
                    priority.isPresent() ? (Double) priority.getAsDouble() : null,
                    optionalText(json, "lastModified"));
        }
    }
}
