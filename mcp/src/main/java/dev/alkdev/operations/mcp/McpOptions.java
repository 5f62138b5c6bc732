package dev.alkdev.operations.mcp;

import dev.alkdev.operations.tools.ToolNames;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How a gateway shows operations to MCP clients. Immutable; threads may share it. */
public final class McpOptions {
    private static final McpOptions DEFAULTS = new McpOptions();
    private static final int SHORTEST_KEY = 32;

    /** How long a client of 2026-07-28 has for answering a question. */
    static final Duration ANSWER_TIME = Duration.ofMinutes(15);

    private String names = ToolNames.WHOLE_ID;
    private int pageSize = 1000;
    private Duration ttl = Duration.ofMinutes(1);
    private boolean translateSchemas;
    private int maxOutputSchema = 8 * 1024;
    private int maxItems = 100;
    private @Nullable String key;
    private @Nullable Path keyFile;

    private McpOptions() {}

    private McpOptions(McpOptions other) {
        names = other.names;
        pageSize = other.pageSize;
        ttl = other.ttl;
        translateSchemas = other.translateSchemas;
        maxOutputSchema = other.maxOutputSchema;
        maxItems = other.maxItems;
        key = other.key;
        keyFile = other.keyFile;
    }

    /**
     * Tools called {@code {namespace}_{name}}, 1,000 a page, fresh for a minute, schemas unchanged,
     * those of outputs up to 8 KiB, 100 items of a subscription, 15 minutes to answer a question, a
     * key of this process.
     */
    public static McpOptions defaults() {
        return DEFAULTS;
    }

    /** How tools are named where there are those of several namespaces. */
    public String names() {
        return names;
    }

    /** The most tools, resources or prompts in one answer. */
    public int pageSize() {
        return pageSize;
    }

    /** How long a client may take a list for fresh. */
    public Duration ttl() {
        return ttl;
    }

    /** Whether schemas of draft-07 are rewritten to 2020-12, for clients that know no other. */
    public boolean translateSchemas() {
        return translateSchemas;
    }

    /**
     * The longest output schema that is listed, in bytes. Results are typed all the same. A schema
     * of a large REST API may come with hundreds of others, which no model reads. The tools of MCP
     * servers keep theirs.
     */
    public int maxOutputSchema() {
        return maxOutputSchema;
    }

    /** The most items of a subscription in the result of its tool. */
    public int maxItems() {
        return maxItems;
    }

    /** The secret that signs what clients keep for the gateway; empty for one of this process. */
    Optional<String> key() {
        if (key != null) {
            return Optional.of(key);
        }
        return keyFile == null ? Optional.empty() : new KeyFile(keyFile).read();
    }

    /**
     * Names tools by another pattern.
     *
     * @param pattern with {@code {namespace}} and {@code {name}}
     */
    public McpOptions withNames(String pattern) {
        if (!pattern.contains("{namespace}") || !pattern.contains("{name}")) {
            throw new IllegalArgumentException(
                    "names should contain {namespace} and {name} but is \"" + pattern + "\"");
        }
        String rest = pattern.replace("{namespace}", "").replace("{name}", "");
        if (!rest.matches("[A-Za-z0-9_-]{0,20}")) {
            throw new IllegalArgumentException(
                    "names should have letters, digits, _ and - besides {namespace} and {name},"
                            + " at most 20, but is \""
                            + pattern
                            + "\"");
        }
        McpOptions changed = new McpOptions(this);
        changed.names = pattern;
        return changed;
    }

    public McpOptions withPageSize(int pageSize) {
        McpOptions changed = new McpOptions(this);
        changed.pageSize = atLeastOne("pageSize", pageSize);
        return changed;
    }

    public McpOptions withTtl(Duration ttl) {
        if (ttl.isNegative()) {
            throw new IllegalArgumentException("ttl should not be negative but is " + ttl);
        }
        McpOptions changed = new McpOptions(this);
        changed.ttl = ttl;
        return changed;
    }

    public McpOptions withTranslateSchemas(boolean translateSchemas) {
        McpOptions changed = new McpOptions(this);
        changed.translateSchemas = translateSchemas;
        return changed;
    }

    public McpOptions withMaxOutputSchema(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "maxOutputSchema should not be negative but is " + bytes);
        }
        McpOptions changed = new McpOptions(this);
        changed.maxOutputSchema = bytes;
        return changed;
    }

    public McpOptions withMaxItems(int maxItems) {
        McpOptions changed = new McpOptions(this);
        changed.maxItems = atLeastOne("maxItems", maxItems);
        return changed;
    }

    /**
     * Signs sessions and questions with a secret that several servers share, so that a client may
     * reach any of them.
     *
     * @param key at least 32 bytes in UTF-8, random
     */
    public McpOptions withKey(String key) {
        if (key.getBytes(StandardCharsets.UTF_8).length < SHORTEST_KEY) {
            throw new IllegalArgumentException("the key should have at least 32 bytes");
        }
        McpOptions changed = new McpOptions(this);
        changed.key = key;
        return changed;
    }

    /**
     * Signs sessions and questions with a key in a file, so that clients keep their sessions when
     * this process restarts. The file is created when it is first needed, with mode 600; one that
     * others can read is not used. {@link #withKey} overrides it.
     */
    public McpOptions withKeyFile(Path file) {
        McpOptions changed = new McpOptions(this);
        changed.keyFile = file;
        return changed;
    }

    private static int atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " should be at least 1 but is " + value);
        }
        return value;
    }
}
