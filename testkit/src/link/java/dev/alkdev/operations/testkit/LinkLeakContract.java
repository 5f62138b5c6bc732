package dev.alkdev.operations.testkit;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.protocol.Peer;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

/** Random load over a link leaves no request, call, stream, byte or thread on either side. */
public interface LinkLeakContract extends LinkImportContract {
    @Test
    default void nothingIsLeftOfRandomCallsAndStreams(LeakCheck leaks) {
        try (LinkSetting setting = new LinkSetting(this, leaks, Caller.trusted(), false)) {
            RandomLoad.register(setting.rightRegistry);
            RandomLoad.run(target(setting.peers.left()), 2_000, 2_026, false);
        }
    }

    private static RandomLoad.Target target(Peer peer) {
        return new RandomLoad.Target() {
            @Override
            public void execute(Call call) {
                peer.requests().call(call);
            }

            @Override
            public Subscription<JsonNode> subscribe(Call call) {
                return peer.requests().subscribe(call);
            }
        };
    }
}
