package dev.alkdev.operations.hub;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** OpenAPI documents whose schemas have an invalid part, in each place where schemas are. */
final class BrokenDocuments {
    static final List<String> VERSIONS = List.of("3.0.3", "3.1.0");
    static final int OPERATIONS = 3;

    static final List<String> SCHEMAS =
            List.of(
                    "{'type': 'string', 'pattern': '\\\\A[a-z]+\\\\Z'}",
                    "{'type': 'string', 'pattern': '(?i)abc'}",
                    "{'type': 'string', 'pattern': '['}",
                    "{'type': 'int'}",
                    "{'type': null}",
                    "{'type': ['string', 'string']}",
                    "{'type': 'object', 'required': null, 'properties': {'a': {'type': 'string'}}}",
                    "{'type': 'object', 'required': ['a', 'a', 5]}",
                    "{'type': 'number', 'exclusiveMinimum': true}",
                    "{'type': 'number', 'exclusiveMaximum': '5', 'multipleOf': 0}",
                    "{'$ref': '#/components/schemas/Nowhere'}",
                    "{'$ref': 5}",
                    "{'$ref': '#/info/title'}",
                    "{'type': 'integer', 'default': 'many'}",
                    "{'type': 'string', 'enum': []}",
                    "{'type': 'string', 'enum': null, 'nullable': 'yes'}",
                    "{'type': 'object', 'properties': null, 'additionalProperties': 'false'}",
                    "{'type': 'object', 'properties': {'a': 'string', 'b': null, 'c': true}}",
                    "{'type': 'array', 'items': 'string'}",
                    "{'type': 'array', 'items': [{'type': 'string'}, {'type': 'int'}]}",
                    "{'type': 'string', 'minLength': -1, 'maxLength': '40'}",
                    "{'allOf': []}",
                    "{'anyOf': null, 'oneOf': {'type': 'string'}}",
                    "{'oneOf': [{'type': 'int'}, {'type': 'string'}]}",
                    "{'not': {'type': 'int'}}",
                    "{'description': null, 'title': 7, 'type': 'string', 'deprecated': 'no'}",
                    "{'type': 'object', 'patternProperties': {'(': {'type': 'string'}}}",
                    "{'type': 'string', 'examples': {'a': 1}}",
                    "{'type': 'object', 'dependentRequired': {'a': 'b'}}",
                    "{'oneOf': [{'$ref': '#/components/schemas/Nowhere'}], 'discriminator':"
                            + " {'propertyName': 'k', 'mapping': {'a': '#/components/Nowhere'}}}",
                    "'string'",
                    "[]");

    private BrokenDocuments() {}

    /** Writes all documents and returns the sources of a hub that import them. */
    static String sources(Path folder) throws IOException {
        StringBuilder sources = new StringBuilder("sources:\n");
        for (String version : VERSIONS) {
            for (int i = 0; i < SCHEMAS.size(); i++) {
                String name = "v" + version.replace(".", "") + "n" + i;
                JsonNode schema = Json.parse(SCHEMAS.get(i).replace('\'', '"'));
                Files.writeString(
                        folder.resolve(name + ".json"), document(version, schema).toString());
                sources.append(
                        "  - {name: %1$s, type: openapi, namespace: %1$s, document: %1$s.json}\n"
                                .formatted(name));
            }
        }
        return sources.toString();
    }

    private static ObjectNode document(String version, JsonNode schema) {
        String text =
                """
                {"openapi": "%s", "info": {"title": "t", "version": "1"},
                 "servers": [{"url": "http://127.0.0.1:9"}],
                 "paths": {
                  "/good": {"get": {"operationId": "good", "responses": {"200": {"description": ""}}}},
                  "/read": {"get": {"operationId": "read",
                    "parameters": [{"name": "p", "in": "query", "schema": SCHEMA}],
                    "responses": {"200": {"description": "", "content": {"application/json":
                      {"schema": SCHEMA}}}}}},
                  "/write": {"post": {"operationId": "write",
                    "requestBody": {"content": {"application/json": {"schema":
                      {"type": "object", "properties":
                        {"direct": SCHEMA, "named": {"$ref": "#/components/schemas/Broken"}}}}}},
                    "responses": {
                      "200": {"description": "", "content": {"application/json": {"schema":
                        {"type": "array", "items": {"$ref": "#/components/schemas/Broken"}}}}},
                      "404": {"description": "", "content": {"application/json": {"schema":
                        {"$ref": "#/components/schemas/Broken"}}}}}}}},
                 "components": {"schemas": {"Broken": SCHEMA}}}
                """;
        return Json.parse(text.formatted(version).replace("SCHEMA", schema.toString())).asObject();
    }
}
