package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of {@link ResponseMeta}. */
final class ResponseMetaJson {
    private ResponseMetaJson() {}

    static JsonNode write(ResponseMeta meta) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("source", meta.source());
        switch (meta) {
            case LocalMeta local -> local.write(json);
            case HttpMeta http -> http.write(json);
            case McpMeta mcp -> mcp.write(json);
        }
        return json;
    }

    static ResponseMeta read(JsonFields fields) {
        return switch (fields.text("source")) {
            case LocalMeta.SOURCE -> LocalMeta.read(fields);
            case HttpMeta.SOURCE -> HttpMeta.read(fields);
            case McpMeta.SOURCE -> McpMeta.read(fields);
            default -> throw fields.wrong("source", "local, http or mcp");
        };
    }
}
