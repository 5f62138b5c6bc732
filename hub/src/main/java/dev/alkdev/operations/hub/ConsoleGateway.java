package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.console.ConsoleApi;
import dev.alkdev.operations.console.ConsoleServlet;
import dev.alkdev.operations.signin.OidcSignIn;
import dev.alkdev.operations.signin.SignIn;
import dev.alkdev.operations.signin.SignInSite;

import jakarta.servlet.http.HttpServlet;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** The console of a hub: its pages, and what they ask the hub for. Threads share it. */
record ConsoleGateway(ConsoleApi api) implements HubGateway {
    /** Where the pages ask. */
    static final String API = "/console/api";

    private static final String LOGIN = "/login/";
    private static final String CALLBACK = "/callback";

    static ConsoleGateway open(HubParts parts, WebMounts web) {
        SignIn signIn = parts.hub.signIn;
        OidcSignIn issuers = signIn.issuers(ConsoleApi::name);
        ConsoleApi api =
                ConsoleApi.over(parts.registry(), parts.hub.activity, parts.search())
                        .authenticator(signIn.authenticator())
                        .session(signIn.session(session -> page(parts.hub, session)))
                        .endpoint(LOGIN, issuers.login())
                        .endpoint(CALLBACK, issuers.callback())
                        .entrances(path -> path.equals(CALLBACK) || path.startsWith(LOGIN))
                        .sources(new HubConsoleSources(parts))
                        .limits(RestGatewayConfig.limits(parts))
                        .onRead(parts::countRead)
                        .open(parts::isOpen)
                        .build();
        web.servletUnlessServed(API + "/*", api);
        HttpServlet pages = ConsoleServlet.atRoot();
        web.servletUnlessServed("", pages);
        web.servletUnlessServed("/console/assets/*", pages);
        return new ConsoleGateway(api);
    }

    /** Where people sign in. */
    static SignInSite site(Hub hub) {
        boolean tls = hub.config().listen().tls() != null;
        return new SignInSite(() -> Optional.ofNullable(hub.config().publicUrl()), tls, API);
    }

    /** The data about the hub that its pages get. */
    private static ObjectNode page(Hub hub, ObjectNode session) {
        HubConfig config = hub.config();
        String base = site(hub).path();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("title", config.title()).put("version", version());
        json.setAll(session);
        json.putObject("paths")
                .put("rest", base + "/operations")
                .put(
                        "mcp",
                        config.gateway(McpGatewayConfig.class).isPresent() ? base + "/mcp" : null)
                .put(
                        "links",
                        config.gateway(LinkGatewayConfig.class).isPresent()
                                ? base + "/link"
                                : null);
        return json;
    }

    private static String version() {
        return Objects.requireNonNullElse(
                Hub.class.getPackage().getImplementationVersion(), "development");
    }

    @Override
    public void disconnect(Predicate<Caller> callers, String reason) {
        api.sendAway(callers);
    }

    @Override
    public void close() {
        api.destroy();
    }
}
