package dev.alkdev.operations.code;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.OperationEnv;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.protocol.Peer;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Where the calls of a client go. Threads may share it. */
interface CallTarget {
    ResponseEnvelope<JsonNode> call(Call call);

    dev.alkdev.operations.Subscription<JsonNode> subscribe(Call call);

    /** The options of a call that is made in the course of another. */
    default CallBuilder options(@Nullable OperationContext context) {
        return context == null ? Call.builder() : context.nested();
    }

    /** Closes what was opened for the client alone. */
    default void close() {}

    /** The operations of this process. */
    record InRegistry(OperationRegistry registry) implements CallTarget {
        @Override
        public ResponseEnvelope<JsonNode> call(Call call) {
            return registry.execute(call);
        }

        @Override
        public dev.alkdev.operations.Subscription<JsonNode> subscribe(Call call) {
            return registry.subscribe(call);
        }
    }

    /** The operations that a handler may call, in the name of its caller. */
    record InEnv(OperationEnv env) implements CallTarget {
        @Override
        public ResponseEnvelope<JsonNode> call(Call call) {
            return env.call(call);
        }

        @Override
        public dev.alkdev.operations.Subscription<JsonNode> subscribe(Call call) {
            return env.subscribe(call);
        }

        /** An env has the options of its call already. */
        @Override
        public CallBuilder options(@Nullable OperationContext context) {
            return Call.builder();
        }
    }

    /** The operations of a peer. */
    record AtPeer(Peer peer) implements CallTarget {
        @Override
        public ResponseEnvelope<JsonNode> call(Call call) {
            return peer.call(call);
        }

        @Override
        public dev.alkdev.operations.Subscription<JsonNode> subscribe(Call call) {
            return peer.subscribe(call);
        }
    }

    /** The operations of a hub, over a link of the client's own. */
    record AtHub(Peer peer) implements CallTarget {
        @Override
        public ResponseEnvelope<JsonNode> call(Call call) {
            return peer.call(call);
        }

        @Override
        public dev.alkdev.operations.Subscription<JsonNode> subscribe(Call call) {
            return peer.subscribe(call);
        }

        @Override
        public void close() {
            peer.close();
        }
    }
}
