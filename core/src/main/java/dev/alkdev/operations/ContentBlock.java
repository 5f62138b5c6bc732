package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** One block of what an MCP tool shows to people and models. */
public sealed interface ContentBlock {
    /** The schema of the JSON form. */
    Schema SCHEMA = WireSchema.load("response-meta", "#/$defs/contentBlock");

    /** Hints about the block, if it has any. */
    @Nullable Annotations annotations();

    record Text(String text, @Nullable Annotations annotations) implements ContentBlock {}

    /**
     * An image.
     *
     * @param data in base 64
     */
    record Image(String data, String mimeType, @Nullable Annotations annotations)
            implements ContentBlock {}

    /**
     * A recording.
     *
     * @param data in base 64
     */
    record Audio(String data, String mimeType, @Nullable Annotations annotations)
            implements ContentBlock {}

    /** A resource with its content. */
    record Resource(ResourceContent resource, @Nullable Annotations annotations)
            implements ContentBlock {}

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
            @Nullable Annotations annotations)
            implements ContentBlock {

        /** A link that says only where to and how it is called. */
        public ResourceLink(String uri, String name) {
            this(uri, name, null, null, null, null, null);
        }
    }

    /**
     * The content of a resource: text, or bytes in base 64.
     *
     * @param text the content, if it is text
     * @param blob the content in base 64, if it is not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ResourceContent(
            String uri, @Nullable String mimeType, @Nullable String text, @Nullable String blob) {}

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
}
