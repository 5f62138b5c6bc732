package dev.alkdev.operations.protocol;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.atomic.LongAdder;

/**
 * What every link does with a text it received: an event is passed on; one of an unknown type is
 * counted; a malformed one is answered with an error if it names a request, else dropped. The link
 * stays up in any case. Threads may share it.
 */
public final class TextReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(TextReceiver.class);

    private final Link link;
    private final LinkListener listener;
    private final CallEventCodec codec;
    private final LongAdder ignored = new LongAdder();
    private final LongAdder malformed = new LongAdder();

    public TextReceiver(Link link, LinkListener listener, CallEventCodec codec) {
        this.link = link;
        this.listener = listener;
        this.codec = codec;
    }

    public void receive(String text) {
        switch (codec.read(text)) {
            case Decoded.Event(CallEvent event) -> listener.received(event);
            case Decoded.Unknown(String type) -> ignored.increment();
            case Decoded.Malformed(String requestId, String reason) -> {
                malformed.increment();
                if (requestId == null) {
                    LOG.warn("Dropped a malformed event from {}: {}", link.name(), reason);
                } else {
                    answer(requestId, reason);
                }
            }
        }
    }

    private void answer(String requestId, String reason) {
        CallException failure = new CallException(ErrorCode.VALIDATION_ERROR, reason);
        // Sending may block, and whoever received the text must not.
        Thread.startVirtualThread(
                () -> {
                    try {
                        link.send(CallEvent.Failed.of(requestId, failure));
                    } catch (CallException down) {
                        LOG.debug("No answer to a malformed event of {}", link.name(), down);
                    }
                });
    }

    /** How many events of unknown types came. */
    public long ignored() {
        return ignored.sum();
    }

    /** How many texts came that were no events. */
    public long malformed() {
        return malformed.sum();
    }
}
