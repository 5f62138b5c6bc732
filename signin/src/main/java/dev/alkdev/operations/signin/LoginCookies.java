package dev.alkdev.operations.signin;

import dev.alkdev.operations.base.Sha256;
import dev.alkdev.operations.http.Exchange;

import jakarta.servlet.http.Cookie;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cookies of sign-ins on their way, one for each: tabs of a browser do not disturb each other.
 * The name is derived from the state, so that a response finds its own cookie only. Immutable;
 * threads may share it.
 */
record LoginCookies(SessionCookies cookies, LoginFlows flows) {
    private static final String PREFIX = "operations-sign-in-";
    private static final int NAME_CHARACTERS = 16;

    /** All cookies of a request together must fit into 8 KiB, the usual limit of servers. */
    private static final int MOST = 5;

    private record Opened(String name, LoginFlows.Flow flow) {}

    /** Gives the browser the cookie of a sign-in, and removes the oldest of many. */
    void add(Exchange exchange, String name, String value) {
        List<Opened> opened = new ArrayList<>();
        for (Cookie cookie : all(exchange)) {
            LoginFlows.Flow flow = flows.open(cookie.getName(), cookie.getValue());
            if (flow == null) {
                clear(exchange, cookie.getName());
            } else {
                opened.add(new Opened(cookie.getName(), flow));
            }
        }
        opened.stream()
                .sorted(Comparator.comparing((Opened each) -> each.flow.started()).reversed())
                .skip(MOST - 1)
                .forEach(each -> clear(exchange, each.name));
        cookies.setLogin(exchange, name, value);
    }

    /** The sign-in of a state; null if this browser did not begin it, or too long ago. */
    LoginFlows.@Nullable Flow find(Exchange exchange, String state) {
        String name = name(exchange, state);
        for (Cookie cookie : all(exchange)) {
            if (cookie.getName().equals(name)) {
                LoginFlows.Flow flow = flows.open(name, cookie.getValue());
                if (flow != null && flow.request().state().equals(state)) {
                    return flow;
                }
            }
        }
        return null;
    }

    void clear(Exchange exchange, String name) {
        cookies.clearLogin(exchange, name);
    }

    String name(Exchange exchange, String state) {
        return prefix(exchange) + Sha256.hex(state).substring(0, NAME_CHARACTERS);
    }

    private String prefix(Exchange exchange) {
        return PREFIX + cookies.site().port(exchange.request()) + "-";
    }

    private List<Cookie> all(Exchange exchange) {
        Cookie[] cookies = exchange.request().getCookies();
        String prefix = prefix(exchange);
        return cookies == null
                ? List.of()
                : List.of(cookies).stream()
                        .filter(cookie -> cookie.getName().startsWith(prefix))
                        .toList();
    }
}
