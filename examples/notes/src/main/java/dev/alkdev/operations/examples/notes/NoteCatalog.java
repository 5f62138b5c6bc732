package dev.alkdev.operations.examples.notes;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpErrorCode;
import dev.alkdev.operations.mcp.McpException;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Each note as a resource, and a prompt that makes a model summarize them. */
record NoteCatalog(Notebook notebook) implements McpCatalog {
    private static final String SCHEME = "note://";

    @Override
    public List<JsonNode> resources() {
        return notebook.all().stream().map(NoteCatalog::resource).toList();
    }

    private static JsonNode resource(Note note) {
        return json(
                Map.of(
                        "uri",
                        SCHEME + note.id(),
                        "name",
                        "note-" + note.id(),
                        "title",
                        note.title(),
                        "mimeType",
                        "text/plain"));
    }

    @Override
    public JsonNode readResource(String uri, Call call) {
        Note note =
                find(uri)
                        .orElseThrow(
                                () ->
                                        new McpException(
                                                McpErrorCode.RESOURCE_NOT_FOUND,
                                                "there is no note " + uri,
                                                json(Map.of("uri", uri))));
        return json(
                Map.of(
                        "contents",
                        List.of(
                                Map.of(
                                        "uri",
                                        uri,
                                        "mimeType",
                                        "text/plain",
                                        "text",
                                        note.text()))));
    }

    private Optional<Note> find(String uri) {
        String number = uri.startsWith(SCHEME) ? uri.substring(SCHEME.length()) : "";
        return number.matches("\\d{1,9}")
                ? notebook.find(Integer.parseInt(number))
                : Optional.empty();
    }

    @Override
    public List<JsonNode> prompts() {
        return List.of(
                json(
                        Map.of(
                                "name", "summarize",
                                "title", "Summarize my notes",
                                "description", "All notes, with the request to summarize them")));
    }

    @Override
    public JsonNode getPrompt(String name, JsonNode arguments, Call call) {
        if (!name.equals("summarize")) {
            throw new McpException(McpErrorCode.INVALID_PARAMS, "no prompt is called " + name);
        }
        StringBuilder text = new StringBuilder("Summarize these notes:\n");
        notebook.all()
                .forEach(
                        note ->
                                text.append("\n# ")
                                        .append(note.title())
                                        .append('\n')
                                        .append(note.text()));
        return json(
                Map.of(
                        "messages",
                        List.of(
                                Map.of(
                                        "role",
                                        "user",
                                        "content",
                                        Map.of("type", "text", "text", text.toString())))));
    }

    private static JsonNode json(Map<String, ?> members) {
        return Json.mapper().valueToTree(members);
    }
}
