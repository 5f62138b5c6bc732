package dev.alkdev.operations.mcp;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a server calls itself. */
record ServerInfo(String name, String version) {
    ObjectNode toJson() {
        return JsonNodeFactory.instance.objectNode().put("name", name).put("version", version);
    }
}
