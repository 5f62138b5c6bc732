package dev.alkdev.operations.redis;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LinkedPeers;
import dev.alkdev.operations.testkit.SmallHeapContract;

class RedisSmallHeapTest implements SmallHeapContract {
    /** Each item takes two ways through Redis; so many do not fit into the memory either. */
    @Override
    public int items() {
        return 400_000;
    }

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        return new RedisLinkTest().connect(leftRegistry, rightRegistry, left, trusted);
    }
}
