package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LinkRingContract;
import dev.alkdev.operations.testkit.LinkedPeers;

import java.time.Duration;

/** Rings of hubs in which operations stay listed for a while when their workers are gone. */
class RedisRingTest implements LinkRingContract {
    private final RedisLinkTest links =
            new RedisLinkTest() {
                @Override
                Duration grace() {
                    return Duration.ofSeconds(1);
                }
            };

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        return links.connect(leftRegistry, rightRegistry, left, trusted);
    }
}
