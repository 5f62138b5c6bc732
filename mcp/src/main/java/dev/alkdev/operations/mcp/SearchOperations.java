package dev.alkdev.operations.mcp;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationHandler;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.http.LimitOptions;
import dev.alkdev.operations.schema.ObjectSchemaBuilder;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.Schemas;
import dev.alkdev.operations.search.OperationSearch;
import dev.alkdev.operations.search.SearchHit;
import dev.alkdev.operations.search.SearchResult;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations that find, describe and call those of a large registry, so that a model need not be
 * given all of them: {@code search}, {@code describe}, {@code call} and {@code batch}. They are in
 * a registry of their own; what they call is called as if it were called directly. Threads may
 * share it.
 */
final class SearchOperations {
    /** The namespace of these operations. */
    static final String NAMESPACE = "search";

    /** The id of the operation that calls another one. */
    static final String CALL = NAMESPACE + ".call";

    private static final int MOST_HITS = 50;
    private static final int MOST_DESCRIBED = 20;

    private final OperationRegistry target;
    private final OperationSearch search;
    private final LimitOptions limits;

    private SearchOperations(
            OperationRegistry target, OperationSearch search, LimitOptions limits) {
        this.target = target;
        this.search = search;
        this.limits = limits;
    }

    /**
     * A registry with these operations.
     *
     * @param target whose operations are found and called
     */
    static OperationRegistry over(
            OperationRegistry target, OperationSearch search, LimitOptions limits) {
        SearchOperations operations = new SearchOperations(target, search, limits);
        OperationRegistry registry =
                OperationRegistry.builder().time(target.time()).leadingToOthers().build();
        registry.register(
                query("search", SearchTexts.SEARCH, operations.searchInput()),
                (input, context) -> operations.find(input, context.caller()));
        registry.register(
                query("describe", SearchTexts.DESCRIBE, describeInput()),
                (input, context) -> operations.describe(input, context.caller()));
        registry.register(
                mutation("call", SearchTexts.CALL, callInput().build()), operations::call);
        OperationHandler batch = new SearchBatch(target, limits);
        registry.register(mutation("batch", SearchTexts.BATCH, operations.batchInput()), batch);
        return registry;
    }

    private static OperationSpec query(String name, String description, Schema input) {
        return OperationSpec.query(NAMESPACE + "." + name)
                .describedAs(description)
                .input(input)
                .build();
    }

    private static OperationSpec mutation(String name, String description, Schema input) {
        return OperationSpec.mutation(NAMESPACE + "." + name)
                .describedAs(description)
                .input(input)
                .build();
    }

    private Schema searchInput() {
        return Schemas.object()
                .property("query", Schemas.string().describedAs(SearchTexts.QUERY))
                .optional("limit", Schemas.integer().minimum(1).maximum(MOST_HITS).defaultsTo(10))
                .optional("namespace", Schemas.string().describedAs(SearchTexts.ONLY_NAMESPACE))
                .optional("type", Schemas.enumeration("query", "mutation", "subscription"))
                .optional("schemas", Schemas.bool().describedAs(SearchTexts.SCHEMAS))
                .additionalProperties(false)
                .build();
    }

    private static Schema describeInput() {
        return Schemas.object()
                .property(
                        "operations",
                        Schemas.array(Schemas.string())
                                .minItems(1)
                                .maxItems(MOST_DESCRIBED)
                                .describedAs(SearchTexts.IDS))
                .additionalProperties(false)
                .build();
    }

    private static ObjectSchemaBuilder callInput() {
        return Schemas.object()
                .property("operation", Schemas.string().describedAs(SearchTexts.ID))
                .optional("input", Schemas.any().describedAs(SearchTexts.INPUT))
                .additionalProperties(false);
    }

    private Schema batchInput() {
        return Schemas.object()
                .property(
                        "calls", Schemas.array(callInput()).minItems(1).maxItems(limits.maxBatch()))
                .additionalProperties(false)
                .build();
    }

    private JsonNode find(JsonNode input, Caller caller) {
        OperationQuery query = OperationQuery.all().usableBy(caller);
        JsonNode namespace = input.path("namespace");
        query = namespace.isString() ? query.withNamespace(namespace.asString()) : query;
        JsonNode type = input.path("type");
        query = type.isString() ? query.withType(OperationType.parse(type.asString())) : query;
        OperationQuery wanted = query;
        SearchResult found =
                search.find(
                        input.path("query").asString(),
                        input.path("limit").asInt(10),
                        spec -> wanted.includes(spec) && target.isCallable(spec.id()));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("fitsWell", found.fitsWell());
        ArrayNode hits = answer.putArray("operations");
        for (SearchHit hit : found.hits()) {
            hits.add(listed(hit.spec(), input.path("schemas").asBoolean(false)));
        }
        return answer;
    }

    private static ObjectNode listed(OperationSpec spec, boolean withSchema) {
        ObjectNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("id", spec.id())
                        .put("type", spec.type().wireName())
                        .put("summary", spec.summary());
        if (withSchema) {
            json.set("inputSchema", spec.inputSchema().toJson());
        }
        return json;
    }

    private JsonNode describe(JsonNode input, Caller caller) {
        ArrayNode described = JsonNodeFactory.instance.arrayNode();
        for (JsonNode id : input.path("operations")) {
            OperationSpec spec =
                    target.find(id.asString())
                            .filter(found -> found.permits(caller))
                            .orElseThrow(() -> absent(id.asString()));
            described.add(spec.toJson());
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("operations", described);
        return answer;
    }

    static CallException absent(String id) {
        return new CallException(
                ErrorCode.OPERATION_NOT_FOUND,
                "there is no operation " + id + "; search finds the ids of operations");
    }

    private Object call(JsonNode input, OperationContext context) {
        return target.execute(
                same(context).to(input.path("operation").asString(), calledInput(input)));
    }

    /**
     * The same call to another operation: caller, questions and progress stay, and it ends when
     * this one does. It is not nested, so that it is audited and limited as a call of its caller.
     */
    static CallBuilder same(OperationContext context) {
        Call ending = context.nested().to(CALL, context.call().input());
        CallBuilder same = context.call().toBuilder();
        ending.deadline().ifPresent(same::deadline);
        ending.cancellation().ifPresent(same::cancellation);
        return same;
    }

    /** What an operation is called with. */
    static JsonNode calledInput(JsonNode arguments) {
        JsonNode input = arguments.get("input");
        return input == null ? JsonNodeFactory.instance.objectNode() : input;
    }
}
