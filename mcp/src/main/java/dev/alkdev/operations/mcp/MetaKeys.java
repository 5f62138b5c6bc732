package dev.alkdev.operations.mcp;

/** Keys of {@code _meta}. */
final class MetaKeys {
    static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
    static final String PROGRESS_TOKEN = "progressToken";

    /** Code, details and whether to try again, of a call that failed. */
    static final String ERROR = "dev.alkdev.operations/error";

    /** Places of the data that normalization removed from a result. */
    static final String REMOVED = "dev.alkdev.operations/removed";

    private MetaKeys() {}
}
