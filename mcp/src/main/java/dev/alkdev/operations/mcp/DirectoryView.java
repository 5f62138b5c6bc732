package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.tools.ToolNames;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The resources and prompts that a caller sees at one place. URIs stay as they are; where two
 * namespaces have the same, the first one answers. Immutable; threads may share it.
 */
record DirectoryView(McpDirectory directory, Place place, String names, Caller caller) {

    /** A prompt of a namespace by the name that it has here. */
    record Prompt(McpDirectory.Entry entry, String name, JsonNode json) {
        String ownName() {
            return json.path("name").asString("");
        }
    }

    List<McpDirectory.Entry> entries() {
        return directory.visibleTo(caller).stream()
                .filter(entry -> place.contains(entry.namespace()))
                .toList();
    }

    /** Whether everybody sees the same. */
    boolean isPublic() {
        return !caller.isLimited()
                && directory.visibleTo(Caller.trusted()).stream()
                        .allMatch(entry -> entry.access().isPublic());
    }

    List<JsonNode> resources() {
        return all(McpCatalog::resources);
    }

    List<JsonNode> templates() {
        return all(McpCatalog::resourceTemplates);
    }

    private List<JsonNode> all(Function<McpCatalog, List<JsonNode>> list) {
        List<JsonNode> all = new ArrayList<>();
        entries().forEach(entry -> all.addAll(list.apply(entry.catalog())));
        return all;
    }

    /** The prompts as they are listed. */
    List<JsonNode> prompts() {
        List<JsonNode> all = new ArrayList<>();
        for (Prompt prompt : named()) {
            boolean isSame = prompt.name().equals(prompt.ownName());
            all.add(
                    isSame
                            ? prompt.json()
                            : ((ObjectNode) prompt.json().deepCopy()).put("name", prompt.name()));
        }
        return all;
    }

    Optional<Prompt> prompt(String name) {
        return named().stream().filter(prompt -> prompt.name().equals(name)).findFirst();
    }

    private List<Prompt> named() {
        List<Prompt> all = new ArrayList<>();
        for (McpDirectory.Entry entry : entries()) {
            for (JsonNode json : entry.catalog().prompts()) {
                String own = json.path("name").asString("");
                String name =
                        place.namespace() == null
                                ? ToolNames.of(names, entry.namespace(), own)
                                : own;
                all.add(new Prompt(entry, name, json));
            }
        }
        return all;
    }

    /** The namespaces that may have a resource, the likeliest first. */
    List<McpDirectory.Entry> holders(String uri) {
        List<McpDirectory.Entry> holders = new ArrayList<>();
        List<McpDirectory.Entry> others = new ArrayList<>();
        for (McpDirectory.Entry entry : entries()) {
            boolean lists =
                    entry.catalog().resources().stream()
                            .anyMatch(it -> it.path("uri").asString("").equals(uri));
            (lists ? holders : others).add(entry);
        }
        holders.addAll(others);
        return holders;
    }

    /** The namespace of a resource template. */
    Optional<McpDirectory.Entry> holderOfTemplate(String template) {
        return entries().stream()
                .filter(
                        entry ->
                                entry.catalog().resourceTemplates().stream()
                                        .anyMatch(
                                                it ->
                                                        it.path("uriTemplate")
                                                                .asString("")
                                                                .equals(template)))
                .findFirst();
    }
}
