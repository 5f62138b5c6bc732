package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.SchemaView;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Writes {@code multipart/form-data}: files as bytes, objects as JSON, the rest as text. */
final class MultipartBody implements BodyWriter {
    private static final String BYTES = "application/octet-stream";

    private final String mediaType;
    private final Set<String> files = new HashSet<>();
    private final Map<String, String> types = new HashMap<>();

    MultipartBody(Content content) {
        mediaType = content.type().name();
        ObjectShape.of(content.schema(), new SchemaParts(new Problems()))
                .ifPresent(shape -> shape.places().forEach(this::addIfFile));
        content.encoding()
                .forEachMember(
                        (name, place) -> {
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
        if (!body.isObject()) {
            throw InvalidInput.at(InputShape.BODY, "a multipart body is given as an object");
        }
        String boundary = "----operations-" + UUID.randomUUID();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.forEachEntry(
                (name, value) -> {
                    if (value.isArray()) {
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
            type = oneLine(name, value.path("contentType").asString(type));
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

    private static String oneLine(String name, String type) {
        if (type.chars().anyMatch(c -> c < ' ')) {
            throw InvalidInput.at(name, "its contentType has control characters");
        }
        return type;
    }

    private static String quoted(String text) {
        return text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
