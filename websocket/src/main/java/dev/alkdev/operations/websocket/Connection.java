package dev.alkdev.operations.websocket;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEvent.Aborted;
import dev.alkdev.operations.protocol.CallEvent.Credit;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.TextReceiver;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One WebSocket from open to close; the close is reported exactly once. The same at both sides. */
final class Connection {

    /** Why a connection ended. */
    record End(int code, String reason) {}

    /** Called at the close, once. It must not block. */
    interface EndListener {
        void ended(End end);
    }

    private final Wire wire;
    private final WebSocketOptions options;
    private final CallEventCodec codec;
    private final EndListener listener;
    private final Outbox outbox;
    private final Heartbeat heartbeat;
    private final MessageAssembler messages;
    private final Mutex receiving = new Mutex();
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile boolean ended;

    /**
     * A connection that is open.
     *
     * @param receiver makes what takes the events that come, with the codec of those that go
     */
    Connection(
            Wire wire,
            WebSocketOptions options,
            Function<CallEventCodec, TextReceiver> receiver,
            EndListener listener) {
        this.wire = wire;
        this.options = options;
        this.codec = CallEventCodec.withLimit(options.maxEventSize());
        this.listener = listener;
        this.messages =
                new MessageAssembler(
                        receiver.apply(codec),
                        options.maxEventSize(),
                        options.budget().bulk(),
                        wire.hasLines());
        this.outbox =
                new Outbox(
                        wire,
                        options,
                        reason -> cutOff(CloseCode.TRY_AGAIN_LATER, reason),
                        problem -> lost("sending failed: " + problem));
        this.heartbeat = new Heartbeat(options.keepAlive(), this::lookAfter, this::lost);
        heartbeat.start();
    }

    boolean isUp() {
        return !ended;
    }

    void send(CallEvent event) {
        byte[] text = codec.writeUtf8(event);
        if (event instanceof Aborted || event instanceof Credit) {
            // They relieve the other end, so that they must get through where others wait.
            outbox.putAtOnce(text);
        } else {
            send(text);
        }
    }

    /** Sends a text in UTF-8. */
    void send(byte[] text) {
        outbox.put(text);
    }

    /** Takes a part of a message in UTF-8. */
    void received(ByteBuffer bytes, boolean last) {
        heartbeat.heard();
        Assembled part = Assembled.TAKEN;
        try (Registration held = receiving.hold()) {
            if (!ended) {
                part = messages.add(bytes, last);
            }
        }
        switch (part) {
            case TAKEN -> {}
            case ENDLESS ->
                    cutOff(
                            CloseCode.TOO_BIG,
                            "a message is far larger than " + options.maxEventSize());
            case NOT_UTF8 -> cutOff(CloseCode.NOT_UTF8, "a text is not UTF-8");
            case NO_ROOM ->
                    cutOff(CloseCode.TRY_AGAIN_LATER, "too much waits to be read or written");
        }
    }

    /** Pings the peer, unless it holds memory with a message that it does not finish. */
    private void lookAfter() {
        Duration limit = options.keepAlive().messageTimeout();
        if (isUnfinishedFor(limit)) {
            String reason = "a message was not complete after " + limit.toMillis() + " ms";
            // What follows may take longer than the timer may be held up.
            Thread.startVirtualThread(() -> cutOff(CloseCode.TRY_AGAIN_LATER, reason));
        } else {
            wire.ping();
        }
    }

    private boolean isUnfinishedFor(Duration limit) {
        // Whoever holds the lock takes a part just now, maybe the last.
        if (!receiving.tryLock()) {
            return false;
        }
        try {
            return messages.isUnfinishedFor(limit);
        } finally {
            receiving.unlock();
        }
    }

    void heard() {
        heartbeat.heard();
    }

    /** The peer has closed, or the connection broke. */
    void closed(int code, String reason) {
        end(new End(code, reason));
        gone.countDown();
    }

    /** Nothing more can be expected of the connection. */
    private void lost(String reason) {
        end(new End(CloseCode.ABNORMAL, reason));
        wire.abort();
        gone.countDown();
    }

    /** Ends it because of what the peer does, giving it a moment to hear why. */
    private void cutOff(int code, String reason) {
        if (end(new End(code, reason))) {
            wire.close(code, CloseCode.fit(reason));
            Thread.startVirtualThread(this::awaitGone);
        }
    }

    /** Sends a close frame and waits a short time for the answer. */
    void close(int code, String reason) {
        if (end(new End(code, reason))) {
            wire.close(code, CloseCode.fit(reason));
        }
        awaitGone();
    }

    /** Waits for the end of the closing handshake, but not for long, and drops the connection. */
    void awaitGone() {
        Duration patience = options.closeTimeout();
        boolean interrupted = Thread.interrupted();
        try {
            gone.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            wire.abort();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean end(End how) {
        try (Registration held = receiving.hold()) {
            if (ended) {
                return false;
            }
            ended = true;
            messages.clear();
        }
        heartbeat.stop();
        outbox.close("the link is down: " + how.reason());
        listener.ended(how);
        return true;
    }
}
