package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.base.LogCounter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;

/**
 * What every link does with a text it received: an event is passed on; one of an unknown type is
 * ignored; a malformed one, or one for which there is no memory, is answered with an error if it
 * names a request, else dropped. The link stays up in any case. Threads may share it.
 */
public final class TextReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(TextReceiver.class);

    /** For all links, since a peer can open another one. */
    private static final LogCounter DROPPED = new LogCounter();

    private final Link link;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final ByteBudget budget;
    private final Refusals refusals;

    /**
     * A receiver.
     *
     * @param budget bounds what texts take in memory while they are read
     */
    public TextReceiver(Link link, LinkListener listener, CallEventCodec codec, ByteBudget budget) {
        this.link = link;
        this.listener = listener;
        this.codec = codec;
        this.budget = budget;
        this.refusals = new Refusals(link);
    }

    /** Receives a text in UTF-8. */
    public void receive(byte[] utf8) {
        UnreadResult result = utf8.length > codec.limit() ? null : UnreadResult.of(utf8, refusals);
        if (result != null) {
            listener.received(result);
            return;
        }
        long weight = ByteBudget.weightOfText(utf8);
        if (!budget.part(weight).tryAcquire(weight)) {
            String text = new String(utf8, StandardCharsets.UTF_8);
            refuse(CallEventCodec.requestIdIn(text), CallHandler.noMemory());
            return;
        }
        Decoded decoded;
        try {
            decoded = codec.read(utf8);
        } finally {
            budget.part(weight).release(weight);
        }
        switch (decoded) {
            case Decoded.Event(CallEvent.Responded responded) ->
                    listener.received(UnreadResult.of(responded, refusals));
            case Decoded.Event(CallEvent event) -> listener.received(event);
            case Decoded.Unknown(String type) -> {}
            case Decoded.Malformed problem -> refuse(problem);
        }
    }

    /**
     * Refuses a text that is too large to be kept, so that the link read past most of it.
     *
     * @param head the beginning; if it names a request, that fails
     * @param size of the whole text, in characters
     */
    public void refuse(String head, long size) {
        refuse(codec.tooLarge(head, size));
    }

    private void refuse(Decoded.Malformed problem) {
        refuse(
                problem.requestId(),
                new CallException(ErrorCode.VALIDATION_ERROR, problem.reason()));
    }

    private void refuse(@Nullable String requestId, CallException failure) {
        String reason = failure.getMessage();
        if (requestId == null) {
            long times = DROPPED.due(link.name());
            if (times > 0) {
                LOG.warn("Dropped an event from {} ({} so far): {}", link.name(), times, reason);
            }
            return;
        }
        // The request may be the peer's or ours; whoever does not know it ignores this. If it is
        // ours, the answer is the fault of the peer, else the request is.
        listener.received(CallEvent.Failed.of(requestId, PeerFaults.answer(reason)));
        refusals.send(requestId, failure);
    }
}
