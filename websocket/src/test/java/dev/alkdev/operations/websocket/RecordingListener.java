package dev.alkdev.operations.websocket;

import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.LinkListener;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Keeps what a link tells. */
final class RecordingListener implements LinkListener {
    final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
    final BlockingQueue<CallEvent> events = new LinkedBlockingQueue<>();

    @Override
    public void up() {
        changes.add("up");
    }

    @Override
    public void received(CallEvent event) {
        events.add(event);
    }

    @Override
    public void down(String reason) {
        changes.add(reason);
    }
}
