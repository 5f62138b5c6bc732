package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.StreamSink;
import dev.alkdev.operations.protocol.CallEvent.Responded;

import tools.jackson.databind.JsonNode;

import java.time.Duration;

/** Sends the items of a stream over a link, as many as its reader has given credit for. */
final class ItemSender implements StreamSink {
    /** How long a reader may take nothing before its stream gives up its place. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Link link;
    private final ActiveCall call;
    private long sequence;

    ItemSender(Link link, ActiveCall call) {
        this.link = link;
        this.call = call;
    }

    @Override
    public boolean writesAtOnce() {
        return link.writesAtOnce();
    }

    @Override
    public void item(ResponseEnvelope<JsonNode> item) throws InterruptedException {
        if (!call.awaitCredit(PATIENCE)) {
            throw new CallException(
                    ErrorCode.TIMEOUT,
                    "nobody read " + call.request().operationId() + " for " + PATIENCE);
        }
        try {
            link.send(new Responded(call.requestId(), item, sequence++));
        } catch (CallException refused) {
            throw refused;
        } catch (RuntimeException | StackOverflowError e) {
            throw CallHandler.unanswerable(call.request(), e);
        }
    }
}
