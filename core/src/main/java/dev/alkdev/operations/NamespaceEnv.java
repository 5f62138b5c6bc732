package dev.alkdev.operations;

import tools.jackson.databind.JsonNode;

/** An {@link OperationEnv} for one namespace. Threads may share it. */
public final class NamespaceEnv {
    private final OperationEnv env;
    private final String namespace;

    NamespaceEnv(OperationEnv env, String namespace) {
        this.env = env;
        this.namespace = namespace;
    }

    /** As {@link OperationEnv#call(String, Object)}. */
    public ResponseEnvelope<JsonNode> call(String name, Object input) {
        return env.call(namespace + "." + name, input);
    }

    /** As {@link OperationEnv#subscribe(String, Object)}. */
    public Subscription<JsonNode> subscribe(String name, Object input) {
        return env.subscribe(namespace + "." + name, input);
    }
}
