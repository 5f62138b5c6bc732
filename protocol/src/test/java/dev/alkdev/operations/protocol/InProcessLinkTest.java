package dev.alkdev.operations.protocol;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.testkit.LinkContract;
import dev.alkdev.operations.testkit.LinkedPeers;

class InProcessLinkTest implements LinkContract {

    @Override
    public LinkedPeers connect(
            OperationRegistry leftRegistry,
            OperationRegistry rightRegistry,
            Caller left,
            boolean trusted) {
        InProcessLink.Pair pair = InProcessLink.pair(left, Caller.trusted(), trusted);
        Peer leftPeer = Peer.over(pair.left(), leftRegistry);
        Peer rightPeer = Peer.over(pair.right(), rightRegistry);
        return new InProcessPeers(leftPeer, rightPeer);
    }

    private record InProcessPeers(Peer left, Peer right) implements LinkedPeers {
        @Override
        public void cut() {
            left.close();
        }

        @Override
        public boolean sendText(String text) {
            return false;
        }

        @Override
        public void close() {
            left.close();
        }
    }
}
