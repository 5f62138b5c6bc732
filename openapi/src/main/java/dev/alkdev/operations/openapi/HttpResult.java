package dev.alkdev.operations.openapi;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.HttpMeta;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.web.BodyValue;
import dev.alkdev.operations.web.HttpFailure;
import dev.alkdev.operations.web.MediaType;
import dev.alkdev.operations.web.Reply;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;

/** Turns responses into envelopes and failures. */
final class HttpResult {
    private HttpResult() {}

    /**
     * The envelope of a success.
     *
     * @param declared the media type in the document, for servers that send none
     * @throws CallException if the body is not what it claims to be
     */
    static ResponseEnvelope<JsonNode> envelope(
            Reply reply, MediaType declared, HttpServiceOptions service) throws IOException {
        byte[] bytes = reply.status() == 204 ? new byte[0] : reply.bytes(service.maxResponseBytes);
        HttpMeta meta = new HttpMeta(reply.status(), service.shown(reply.headers()));
        String given = reply.contentType();
        MediaType type = given.isEmpty() ? declared : MediaType.parse(given);
        return ResponseEnvelope.http(BodyValue.of(type, bytes), meta);
    }

    /** The failure of a status that means one. */
    static CallException failure(Reply reply, DeclaredErrors errors, HttpServiceOptions service) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("statusCode", reply.status());
        details.set("headers", service.shown(reply.headers()).toJson());
        details.set("body", errorBody(reply, service.maxErrorBytes));
        reply.retryAfter().ifPresent(pause -> details.put("retryAfterMs", pause.toMillis()));
        return new CallException(
                errors.code(reply.status()),
                reply.statusText(),
                details,
                HttpFailure.isRetryable(reply.status()));
    }

    private static JsonNode errorBody(Reply reply, int most) {
        try {
            MediaType type = MediaType.parse(reply.contentType());
            return BodyValue.ofError(type, reply.body().readNBytes(most));
        } catch (IOException e) {
            return NullNode.getInstance();
        }
    }
}
