package dev.alkdev.operations;

import dev.alkdev.operations.base.JsonFields;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The JSON form of {@link ContentBlock}. */
final class ContentBlockJson {
    private ContentBlockJson() {}

    static JsonNode write(ContentBlock block) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        switch (block) {
            case ContentBlock.Text text -> json.put("type", "text").put("text", text.text());
            case ContentBlock.Image image ->
                    json.put("type", "image")
                            .put("data", image.data())
                            .put("mimeType", image.mimeType());
            case ContentBlock.Audio audio ->
                    json.put("type", "audio")
                            .put("data", audio.data())
                            .put("mimeType", audio.mimeType());
            case ContentBlock.Resource resource ->
                    json.put("type", "resource").set("resource", write(resource.resource()));
            case ContentBlock.ResourceLink link -> write(json.put("type", "resource_link"), link);
        }
        ContentBlock.Annotations annotations = block.annotations();
        if (annotations != null) {
            json.set("annotations", annotations.toJson());
        }
        block.more().forEach(json::set);
        return json;
    }

    /** An immutable copy in the order of the members. */
    static Map<String, JsonNode> inOrder(Map<String, JsonNode> members) {
        return members.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** Reads a block that must be of one kind. */
    static <T extends ContentBlock> T read(JsonNode json, Class<T> kind) {
        ContentBlock block = read(json);
        if (!kind.isInstance(block)) {
            throw new IllegalArgumentException(
                    "a block should be a " + kind.getSimpleName() + " but is " + json);
        }
        return kind.cast(block);
    }

    static ObjectNode write(ContentBlock.ResourceContent content) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("uri", content.uri());
        put(json, "mimeType", content.mimeType());
        put(json, "text", content.text());
        put(json, "blob", content.blob());
        content.more().forEach(json::set);
        return json;
    }

    private static void write(ObjectNode json, ContentBlock.ResourceLink link) {
        json.put("uri", link.uri()).put("name", link.name());
        put(json, "title", link.title());
        put(json, "description", link.description());
        put(json, "mimeType", link.mimeType());
        if (link.size() != null) {
            json.put("size", link.size());
        }
    }

    private static void put(ObjectNode json, String field, @Nullable String text) {
        if (text != null) {
            json.put(field, text);
        }
    }

    static ContentBlock read(JsonNode json) {
        try {
            JsonFields fields = JsonFields.of("content block", json);
            ContentBlock bare = known(fields, json, Map.of());
            return bare == null
                    ? ContentBlock.text(json.toString())
                    : Objects.requireNonNull(known(fields, json, more(json, write(bare))));
        } catch (IllegalArgumentException malformed) {
            return ContentBlock.text(json.toString());
        }
    }

    /** What would be lost if a value were written without it. */
    static Map<String, JsonNode> more(JsonNode read, JsonNode written) {
        Map<String, JsonNode> more = new LinkedHashMap<>();
        read.forEachEntry(
                (name, value) -> {
                    JsonNode again = written.get(name);
                    if (again == null || isOtherNumber(value, again)) {
                        more.put(name, value);
                    }
                });
        return more;
    }

    /** As 1.0 is, where 1 would be written. */
    private static boolean isOtherNumber(JsonNode read, JsonNode written) {
        return read.isNumber() && !read.asString().equals(written.asString());
    }

    private static @Nullable ContentBlock known(
            JsonFields fields, JsonNode json, Map<String, JsonNode> more) {
        ContentBlock.Annotations annotations = ContentBlock.Annotations.read(fields);
        return switch (fields.text("type")) {
            case "text" -> new ContentBlock.Text(fields.text("text"), annotations, more);
            case "image" ->
                    new ContentBlock.Image(
                            fields.text("data"), fields.text("mimeType"), annotations, more);
            case "audio" ->
                    new ContentBlock.Audio(
                            fields.text("data"), fields.text("mimeType"), annotations, more);
            case "resource" ->
                    new ContentBlock.Resource(
                            content(fields.object("resource"), json.path("resource")),
                            annotations,
                            more);
            case "resource_link" -> link(fields, annotations, more);
            default -> null;
        };
    }

    static ContentBlock.ResourceContent content(JsonFields fields, JsonNode json) {
        ContentBlock.ResourceContent bare =
                new ContentBlock.ResourceContent(
                        fields.text("uri"),
                        fields.optionalText("mimeType"),
                        fields.optionalText("text"),
                        fields.optionalText("blob"));
        return new ContentBlock.ResourceContent(
                bare.uri(), bare.mimeType(), bare.text(), bare.blob(), more(json, write(bare)));
    }

    private static ContentBlock link(
            JsonFields fields,
            ContentBlock.@Nullable Annotations annotations,
            Map<String, JsonNode> more) {
        return new ContentBlock.ResourceLink(
                fields.text("uri"),
                fields.text("name"),
                fields.optionalText("title"),
                fields.optionalText("description"),
                fields.optionalText("mimeType"),
                fields.optionalLong("size"),
                annotations,
                more);
    }
}
