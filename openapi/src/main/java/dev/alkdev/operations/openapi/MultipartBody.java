package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Writes {@code multipart/form-data}: files as bytes, objects as JSON, the rest as text. */
final class MultipartBody implements BodyWriter {
    private static final String BYTES = "application/octet-stream";

    /** The name of the only part of a body that the document describes as bytes. */
    private static final String FILE = "file";

    private final String mediaType;
    private final boolean wholeFile;
    private final Set<String> files = new HashSet<>();
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, ValueFormat> formats = new HashMap<>();

    MultipartBody(Content content) {
        mediaType = content.type().name();
        wholeFile = BodyKind.isBinary(content.schema().view());
        if (wholeFile) {
            files.add(FILE);
        }
        ObjectShape.of(content.schema(), new SchemaParts(new Problems()))
                .ifPresent(shape -> shape.places().forEach(this::addIfFile));
        content.encoding()
                .forEachMember(
                        (name, place) -> {
                            if (place.has(CollectionFormat.KEYWORD)) {
                                formats.put(name, CollectionFormat.of(place));
                            }
                            String type = place.text("contentType");
                            if (type != null && type.indexOf(',') < 0 && type.indexOf('*') < 0) {
                                types.put(name, type);
                            }
                        });
    }

    private void addIfFile(String name, Place place) {
        SchemaView schema = place.view();
        if (BodyKind.isBinary(schema)
                || BodyKind.isBinary(schema.items())
                || SchemaParts.isFile(place.node())) {
            files.add(name);
        }
    }

    @Override
    public Written write(JsonNode body) {
        if (wholeFile) {
            return form(JsonNodeFactory.instance.objectNode().set(FILE, body));
        }
        if (!body.isObject()) {
            throw InvalidInput.at(InputShape.BODY, "a multipart body is given as an object");
        }
        return form(body);
    }

    private Written form(JsonNode body) {
        String boundary = "----operations-" + UUID.randomUUID();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.forEachEntry(
                (name, value) -> {
                    ValueFormat format = formats.get(name);
                    if (value.isArray() && format != null && !format.explode()) {
                        String text = ValueText.plain(format).single(name, value);
                        part(out, boundary, name, StringNode.valueOf(text));
                    } else if (value.isArray()) {
                        value.forEach(each -> part(out, boundary, name, each));
                    } else if (!value.isNull()) {
                        part(out, boundary, name, value);
                    }
                });
        out.writeBytes(BodyWriter.utf8("--" + boundary + "--\r\n"));
        return new Written(mediaType + "; boundary=" + boundary, out.toByteArray());
    }

    private void part(ByteArrayOutputStream out, String boundary, String name, JsonNode value) {
        boolean file = files.contains(name) || value.isBinary();
        JsonNode data = file && value.isObject() ? value.path("data") : value;
        String type =
                types.getOrDefault(
                        name, file ? BYTES : value.isContainer() ? "application/json" : "");
        String filename = "";
        if (file) {
            type = BodyWriter.contentType(name, value.path("contentType").asString(type));
            filename = "; filename=\"" + quoted(value.path("filename").asString(name)) + "\"";
        }
        StringBuilder head = new StringBuilder("--").append(boundary).append("\r\n");
        head.append("Content-Disposition: form-data; name=\"").append(quoted(name)).append('"');
        head.append(filename).append("\r\n");
        if (!type.isEmpty()) {
            head.append("Content-Type: ").append(type).append("\r\n");
        }
        out.writeBytes(BodyWriter.utf8(head.append("\r\n").toString()));
        out.writeBytes(
                file ? BodyWriter.bytes(name, data) : BodyWriter.utf8(ValueText.scalar(value)));
        out.writeBytes(BodyWriter.utf8("\r\n"));
    }

    private static String quoted(String text) {
        return text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
