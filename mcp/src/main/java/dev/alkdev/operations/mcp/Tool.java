package dev.alkdev.operations.mcp;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** An operation as clients see it, under the name of one view. Immutable; threads may share it. */
final class Tool {
    private final String name;
    private final OperationSpec spec;
    private final ToolForm form;
    private final boolean proxied;
    private volatile byte @Nullable [] legacy;
    private volatile byte @Nullable [] modern;
    private volatile @Nullable List<ParameterHeader> headers;

    Tool(String name, OperationSpec spec, McpOptions options) {
        this.name = name;
        this.spec = spec;
        this.form = new ToolForm(spec, options);
        this.proxied = ToolOrigin.isTool(spec);
    }

    String name() {
        return name;
    }

    OperationSpec spec() {
        return spec;
    }

    /** Whether it is a tool of another MCP server. */
    boolean isProxied() {
        return proxied;
    }

    /** How arguments become its input, and its output a result. */
    ToolForm form() {
        return form;
    }

    /** The JSON that lists it. */
    byte[] json(boolean isModern) {
        byte[] made = isModern ? modern : legacy;
        if (made == null) {
            // Two threads may make the same bytes; either is right.
            made = Json.mapper().writeValueAsBytes(form.json(name, isModern));
            if (isModern) {
                modern = made;
            } else {
                legacy = made;
            }
        }
        return made;
    }

    /** The arguments that clients repeat in headers. */
    List<ParameterHeader> headers() {
        List<ParameterHeader> made = headers;
        if (made == null) {
            made = ParameterHeader.in(spec.inputSchema().json());
            headers = made;
        }
        return made;
    }
}
