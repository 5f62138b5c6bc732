package dev.alkdev.operations.mcp;

import dev.alkdev.operations.http.Refusal;
import dev.alkdev.operations.web.LoopbackNames;

import jakarta.servlet.http.HttpServletRequest;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses requests that reach an open server over the loopback address under a foreign name: a web
 * page may use a name of its own that leads there. Immutable; threads may share it.
 */
final class HostCheck {
    private final boolean open;
    private final Set<String> names;

    HostCheck(GatewayParts.Access access) {
        this.open = access.open();
        this.names =
                access.hosts().stream()
                        .map(host -> host.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks a request.
     *
     * @throws Refusal 403 if it is for another host
     */
    void check(HttpServletRequest request) {
        if (!open) {
            return;
        }
        String host = request.getServerName();
        // The name first: nearly all requests have one of ours, and the address is made anew.
        if (host != null
                && !LoopbackNames.isName(host)
                && !names.contains(host.toLowerCase(Locale.ROOT))
                && LoopbackNames.isAddress(request.getLocalAddr())) {
            throw Refusal.forbidden(
                    "without authentication only requests for localhost are answered");
        }
    }
}
