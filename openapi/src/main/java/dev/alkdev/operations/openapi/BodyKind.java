package dev.alkdev.operations.openapi;

import dev.alkdev.operations.schema.SchemaView;
import dev.alkdev.operations.web.MediaType;

/** How a body is written. */
enum BodyKind {
    JSON,
    FORM,
    MULTIPART,
    TEXT,
    BINARY;

    static BodyKind of(Content content) {
        MediaType type = content.type();
        if (type.isForm()) {
            return FORM;
        }
        if (type.isMultipart()) {
            return MULTIPART;
        }
        if (type.isJson() || (type.isAny() && !isBinary(content.schema().view()))) {
            return JSON;
        }
        return type.isText() ? TEXT : BINARY;
    }

    /** Whether a schema means raw bytes. */
    static boolean isBinary(SchemaView schema) {
        String media = schema.keyword("contentMediaType").asString("");
        boolean bytes =
                schema.keyword("contentEncoding").isMissingNode()
                        && media.matches("(?i)(image|audio|video)/.*|application/octet-stream");
        return bytes
                || schema.keyword("format").asString("").equals("binary")
                || schema.keyword("type").asString("").equals("file");
    }

    /** The order in which media types are preferred where a document offers several. */
    static int rank(Content content) {
        MediaType type = content.type();
        if (type.name().equals("application/json")) {
            return 0;
        }
        if (type.isAny()) {
            return 1;
        }
        if (type.isJson()) {
            // A list of edits is the one JSON body that hardly anybody means.
            return type.name().equals("application/json-patch+json") ? 3 : 2;
        }
        return 4 + of(content).ordinal();
    }
}
