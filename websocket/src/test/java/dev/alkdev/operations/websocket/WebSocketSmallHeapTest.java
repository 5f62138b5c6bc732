package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LinkedPeers;
import dev.alkdev.operations.testkit.SmallHeapContract;

class WebSocketSmallHeapTest implements SmallHeapContract {

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        return new WebSocketLinkTest().connect(leftRegistry, rightRegistry, left, trusted);
    }
}
