package dev.alkdev.operations.mcp;

import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.web.SseParser;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lets requests and answers of a gateway pass through a {@link Conversation}. */
final class RecordedHandler extends Handler.Wrapper {
    private final Map<String, Conversation> sessions = new ConcurrentHashMap<>();

    RecordedHandler(Handler inner) {
        super(inner);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String session = request.getHeaders().get(HttpMessages.SESSION_HEADER);
        Conversation known = session == null ? null : sessions.get(session);
        Conversation conversation = known == null ? stateless(request) : known;
        return super.handle(
                new Asked(request, conversation),
                new Answered(request, response, conversation),
                callback);
    }

    private static Conversation stateless(Request request) {
        String version = request.getHeaders().get(ModernRequests.VERSION_HEADER);
        return Conversation.ofServer(
                McpVersion.of(version == null ? "" : version).orElse(McpVersion.V2025_03_26));
    }

    private static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static final class Asked extends Request.Wrapper {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final Conversation conversation;

        Asked(Request request, Conversation conversation) {
            super(request);
            this.conversation = conversation;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && !Content.Chunk.isFailure(chunk)) {
                body.writeBytes(copy(chunk.getByteBuffer()));
                boolean isWhole = chunk.isLast() || body.size() == getLength();
                if (isWhole && body.size() > 0) {
                    conversation.fromClient(body.toByteArray());
                    body.reset();
                }
            }
            return chunk;
        }
    }

    private final class Answered extends Response.Wrapper {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final Conversation conversation;
        private final SseParser events;

        Answered(Request request, Response response, Conversation conversation) {
            super(request, response);
            this.conversation = conversation;
            this.events =
                    new SseParser(
                            event -> {
                                if (!event.data().isBlank()) {
                                    conversation.fromServer(Json.parse(event.data()));
                                }
                            });
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            String session = getHeaders().get(HttpMessages.SESSION_HEADER);
            if (session != null) {
                sessions.put(session, conversation);
            }
            byte[] bytes = content == null ? new byte[0] : copy(content);
            String type = getHeaders().get("Content-Type");
            if (HttpAnswers.EVENTS.equals(type)) {
                events.feed(bytes, 0, bytes.length);
            } else {
                body.writeBytes(bytes);
                if (last && body.size() > 0) {
                    conversation.fromServer(body.toByteArray());
                    body.reset();
                }
            }
            super.write(last, content, callback);
        }
    }
}
