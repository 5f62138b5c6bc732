package dev.alkdev.operations;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
                    write(json.put("type", "resource").putObject("resource"), resource.resource());
            case ContentBlock.ResourceLink link -> write(json.put("type", "resource_link"), link);
        }
        Annotations annotations = block.annotations();
        if (annotations != null) {
            json.set("annotations", annotations.toJson());
        }
        return json;
    }

    private static void write(ObjectNode json, ContentBlock.ResourceContent content) {
        json.put("uri", content.uri());
        put(json, "mimeType", content.mimeType());
        put(json, "text", content.text());
        put(json, "blob", content.blob());
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
            ContentBlock block = known(JsonFields.of("content block", json));
            return block != null ? block : ContentBlock.text(json.toString());
        } catch (IllegalArgumentException malformed) {
            return ContentBlock.text(json.toString());
        }
    }

    private static @Nullable ContentBlock known(JsonFields fields) {
        Annotations annotations = Annotations.read(fields);
        return switch (fields.text("type")) {
            case "text" -> new ContentBlock.Text(fields.text("text"), annotations);
            case "image" ->
                    new ContentBlock.Image(
                            fields.text("data"), fields.text("mimeType"), annotations);
            case "audio" ->
                    new ContentBlock.Audio(
                            fields.text("data"), fields.text("mimeType"), annotations);
            case "resource" ->
                    new ContentBlock.Resource(content(fields.object("resource")), annotations);
            case "resource_link" -> link(fields, annotations);
            default -> null;
        };
    }

    private static ContentBlock.ResourceContent content(JsonFields fields) {
        return new ContentBlock.ResourceContent(
                fields.text("uri"),
                fields.optionalText("mimeType"),
                fields.optionalText("text"),
                fields.optionalText("blob"));
    }

    private static ContentBlock link(JsonFields fields, @Nullable Annotations annotations) {
        return new ContentBlock.ResourceLink(
                fields.text("uri"),
                fields.text("name"),
                fields.optionalText("title"),
                fields.optionalText("description"),
                fields.optionalText("mimeType"),
                fields.optionalLong("size"),
                annotations);
    }
}
