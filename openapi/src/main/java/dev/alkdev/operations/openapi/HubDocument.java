package dev.alkdev.operations.openapi;

import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.McpMeta;
import dev.alkdev.operations.ResponseEnvelope;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The extensions by which a registry describes its operations in an OpenAPI document. */
final class HubDocument {
    /** The member of an operation that holds its type. */
    static final String TYPE = "x-operation-type";

    /** The member of a media type that holds the schemas of the data of events, by their type. */
    static final String EVENTS = "x-operation-events";

    /** The member of an operation that holds the ids of the nodes that it passed. */
    static final String VIA = "x-operations-via";

    private static final String TAGS = "x-operation-tags";

    /** The extensions of an operation that an import reads. */
    static final Set<String> EXTENSIONS = Set.of(TYPE, EVENTS, VIA, TAGS);

    private static final String GET_SUFFIX = ":get";

    private HubDocument() {}

    static boolean describes(OperationModel model) {
        return model.place().has(TYPE);
    }

    /** Whether an operation is the other form of the POST of the same path, which is imported. */
    static boolean isOtherForm(OperationModel model) {
        Place item = model.place().parent();
        String post = item == null ? null : item.child("post").text("operationId");
        return post != null
                && describes(model)
                && model.method().equals("GET")
                && model.operationId().filter((post + GET_SUFFIX)::equals).isPresent();
    }

    static JsonNode tags(OperationModel model) {
        return model.place().node().path(describes(model) ? TAGS : "tags");
    }

    /** The schemas of error details by error code, for the errors that share a response. */
    static Map<String, Place> errors(Answer answer) {
        Map<String, Place> errors = new LinkedHashMap<>();
        for (Content content : answer.contents()) {
            Place schema = content.schema();
            List<Place> alternatives =
                    schema.has("anyOf") ? schema.child("anyOf").items() : List.of(schema);
            for (Place alternative : alternatives) {
                Place members = alternative.child("allOf").child(1).child("properties");
                String code = members.child("code").text("const");
                if (code != null) {
                    errors.put(code, members.child("details"));
                }
            }
        }
        return errors;
    }

    /** The ids of the nodes that an operation passed; empty if it passed none. */
    static ArrayNode via(OperationModel model) {
        return model.place().node().path(VIA) instanceof ArrayNode nodes
                ? nodes
                : JsonNodeFactory.instance.arrayNode();
    }

    /** The envelope of data that a tool reported as an error. */
    static ResponseEnvelope<JsonNode> toolError(JsonNode data) {
        boolean blocks =
                data.isArray()
                        && !data.isEmpty()
                        && StreamSupport.stream(data.spliterator(), false)
                                .allMatch(block -> block.path("type").isString());
        List<ContentBlock> content =
                blocks
                        ? StreamSupport.stream(data.spliterator(), false)
                                .map(ContentBlock::fromJson)
                                .toList()
                        : List.of(
                                ContentBlock.text(
                                        data.isString() ? data.asString() : data.toString()));
        return ResponseEnvelope.mcp(data, new McpMeta(true, content));
    }
}
