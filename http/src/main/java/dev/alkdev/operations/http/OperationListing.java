package dev.alkdev.operations.http;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationPage;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * Operations and sources as {@code GET /operations} shows them, for programs that list them alike.
 */
public final class OperationListing {
    /** Operations that processes offer each other to find out about the rest. */
    private static final String INTERNAL = "services";

    private OperationListing() {}

    /** One page, as the body of a response has it; the first has the sources, too. */
    public static JsonNode page(
            OperationRegistry registry, OperationQuery query, List<SourceEntry> sources) {
        return Json.parse(write(registry, new ListingQuery(query, false, false), sources));
    }

    static byte[] write(OperationRegistry registry, ListingQuery query, List<SourceEntry> sources) {
        OperationPage page = registry.list(query.operations());
        return JsonText.write(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("operations");
                    for (OperationSpec spec : page.operations()) {
                        if (isListed(registry, spec)) {
                            write(json, spec, query);
                        }
                    }
                    json.writeEndArray();
                    if (page.nextCursor() != null) {
                        json.writeStringProperty("nextCursor", page.nextCursor());
                    }
                    if (query.isFirstPage()) {
                        SourceEntry.write(json, sources, true);
                    }
                    json.writeEndObject();
                });
    }

    /** Whether an operation is for everybody who may call it, and can be called. */
    static boolean isListed(OperationRegistry registry, OperationSpec spec) {
        return !spec.namespace().equals(INTERNAL) && registry.isCallable(spec.id());
    }

    private static void write(JsonGenerator json, OperationSpec spec, ListingQuery query) {
        if (query.schemas()) {
            json.writeTree(spec.toJson());
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("id", spec.id());
        json.writeStringProperty("type", spec.type().wireName());
        json.writeStringProperty("summary", spec.summary());
        if (!query.brief()) {
            writeRest(json, spec);
        }
        json.writeEndObject();
    }

    private static void writeRest(JsonGenerator json, OperationSpec spec) {
        json.writeStringProperty("version", spec.version());
        spec.title().ifPresent(title -> json.writeStringProperty("title", title));
        json.writeStringProperty("description", spec.description());
        if (!spec.tags().isEmpty()) {
            texts(json, "tags", spec.tags());
        }
        if (isDeprecated(spec)) {
            json.writeBooleanProperty("deprecated", true);
        }
        write(json, spec.accessControl());
    }

    static boolean isDeprecated(OperationSpec spec) {
        JsonNode meta = spec.meta().orElse(null);
        return meta != null && meta.path("deprecated").asBoolean(false);
    }

    private static void write(JsonGenerator json, AccessControl access) {
        json.writeObjectPropertyStart("accessControl");
        texts(json, "requiredScopes", access.requiredScopes());
        if (!access.requiredScopesAny().isEmpty()) {
            texts(json, "requiredScopesAny", access.requiredScopesAny());
        }
        if (access.resourceType() != null) {
            json.writeStringProperty("resourceType", access.resourceType());
            json.writeStringProperty("resourceAction", access.resourceAction());
        }
        json.writeEndObject();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
