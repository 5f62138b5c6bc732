package dev.alkdev.operations.mcp;

import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.HeaderText;
import dev.alkdev.operations.web.HttpSender;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where a server is. */
sealed interface McpTarget {

    /** For people; without arguments, environment and query, which may be secret. */
    String description();

    /**
     * A process that speaks over its standard input and output.
     *
     * @param cwd null for that of this process
     */
    record Command(
            String command, List<String> arguments, Map<String, String> env, @Nullable Path cwd)
            implements McpTarget {
        public Command {
            arguments = List.copyOf(arguments);
            env = Map.copyOf(env);
            if (command.isBlank()) {
                throw new IllegalArgumentException("the command of an MCP server is empty");
            }
        }

        @Override
        public String description() {
            return command;
        }
    }

    /**
     * A server on the web.
     *
     * @param oldSse whether it speaks the transport of 2024-11-05 only; it is found out otherwise
     */
    record Web(
            URI uri,
            Map<String, String> headers,
            CredentialSupplier credentials,
            HttpSender sender,
            boolean oldSse)
            implements McpTarget {
        public Web {
            headers = Map.copyOf(headers);
            headers.forEach(HeaderText::check);
            String scheme = uri.getScheme();
            if (uri.getHost() == null
                    || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
                throw new IllegalArgumentException(
                        "the URL of an MCP server should be http or https, as in"
                                + " https://tools.example/mcp");
            }
        }

        @Override
        public String description() {
            return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
        }
    }
}
