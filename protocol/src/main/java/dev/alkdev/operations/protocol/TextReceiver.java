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
        malformed.increment();
        if (problem.requestId() == null) {
            LOG.warn("Dropped a malformed event from {}: {}", link.name(), problem.reason());
            return;
        }
        CallException failure = new CallException(ErrorCode.VALIDATION_ERROR, problem.reason());
        CallEvent.Failed failed = CallEvent.Failed.of(problem.requestId(), failure);
        // The request may be the peer's or ours; whoever does not know it ignores this.
        listener.received(failed);
        answer(failed);
    }

    private void answer(CallEvent.Failed failed) {
        // Sending may block, and whoever received the text must not.
        Thread.startVirtualThread(
                () -> {
                    try {
                        link.send(failed);
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
