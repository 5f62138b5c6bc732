package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.mcp.McpCaller;
import dev.alkdev.operations.mcp.McpCatalog;
import dev.alkdev.operations.mcp.McpErrorCode;
import dev.alkdev.operations.mcp.McpException;
import dev.alkdev.operations.mcp.McpQuestion;
import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The resources and prompts that the suite looks for. */
final class TestCatalog implements McpCatalog {
    private static final Pattern TEMPLATE = Pattern.compile("test://template/([^/]+)/data");

    private final JsonNode lists = Fixtures.json("catalog.json");
    private final AtomicBoolean hasExtraPrompt = new AtomicBoolean();
    private final Runnable changed;

    /**
     * Makes the catalog.
     *
     * @param changed is run when a list is different
     */
    TestCatalog(Runnable changed) {
        this.changed = changed;
    }

    void toggleExtraPrompt() {
        hasExtraPrompt.set(!hasExtraPrompt.get());
        changed.run();
    }

    @Override
    public List<JsonNode> resources() {
        return lists.path("resources").valueStream().toList();
    }

    @Override
    public List<JsonNode> resourceTemplates() {
        return lists.path("resourceTemplates").valueStream().toList();
    }

    @Override
    public List<JsonNode> prompts() {
        List<JsonNode> prompts = new ArrayList<>(lists.path("prompts").valueStream().toList());
        if (hasExtraPrompt.get()) {
            prompts.add(lists.path("extraPrompt"));
        }
        return prompts;
    }

    @Override
    public JsonNode readResource(String uri, Call call) {
        Matcher template = TEMPLATE.matcher(uri);
        if (template.matches()) {
            return contents(templated(uri, template.group(1)));
        }
        JsonNode content = lists.path("contents").path(uri);
        if (content.isMissingNode()) {
            throw new McpException(
                    McpErrorCode.RESOURCE_NOT_FOUND,
                    "no resource has the URI " + uri,
                    JsonNodeFactory.instance.objectNode().put("uri", uri));
        }
        return contents(content);
    }

    private static JsonNode templated(String uri, String id) {
        ObjectNode text =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("id", id)
                        .put("templateTest", true)
                        .put("data", "Data for ID: " + id);
        return JsonNodeFactory.instance
                .objectNode()
                .put("uri", uri)
                .put("mimeType", "application/json")
                .put("text", text.toString());
    }

    private static JsonNode contents(JsonNode content) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("contents").add(content);
        return result;
    }

    @Override
    public JsonNode getPrompt(String name, JsonNode arguments, Call call) {
        if (name.equals("input_required_result_prompt")) {
            return asking(call);
        }
        JsonNode template = lists.path("promptMessages").path(name);
        if (template.isMissingNode()) {
            throw new McpException(McpErrorCode.INVALID_PARAMS, "no prompt is called " + name);
        }
        String text = template.toString();
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            String quoted = argument.getValue().toString();
            text =
                    text.replace(
                            "{" + argument.getKey() + "}",
                            quoted.substring(1, quoted.length() - 1));
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        return result.set("messages", Json.parse(text));
    }

    private static JsonNode asking(Call call) {
        McpQuestion question =
                Questions.elicit("What context should the prompt use?", "context", "string");
        JsonNode answer =
                Objects.requireNonNull(
                        McpCaller.of(call)
                                .ask(Map.of("user_context", question))
                                .get("user_context"));
        return Json.parse(
                """
                {"messages": [{"role": "user", "content": {"type": "text", "text": %s}}]}
                """
                        .formatted(answer.path("content").path("context")));
    }

    @Override
    public JsonNode complete(JsonNode params, Call call) {
        String begun = params.path("argument").path("value").asString("");
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode completion = result.putObject("completion");
        var values = completion.putArray("values");
        lists.path("words")
                .valueStream()
                .map(JsonNode::asString)
                .filter(word -> word.startsWith(begun))
                .forEach(values::add);
        completion.put("total", values.size()).put("hasMore", false);
        return result;
    }
}
