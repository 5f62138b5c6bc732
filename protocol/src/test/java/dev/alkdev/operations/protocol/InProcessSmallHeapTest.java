package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LinkedPeers;
import dev.alkdev.operations.testkit.SmallHeapContract;

class InProcessSmallHeapTest implements SmallHeapContract {

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        return new InProcessLinkTest().connect(leftRegistry, rightRegistry, left, trusted);
    }
}
