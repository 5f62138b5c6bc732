package dev.alkdev.operations.hub;

import dev.alkdev.operations.hub.OpenApiCallConfig.FollowedRedirects;
import dev.alkdev.operations.hub.OpenApiCallConfig.PassedOn;
import dev.alkdev.operations.openapi.Defaults;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.Redirects;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes the rules for the requests of an API out of a config that has passed all checks. */
final class OpenApiCallBinding {
    private OpenApiCallBinding() {}

    static OpenApiCallConfig bind(ConfigValue source) {
        OpenApiCallConfig usual = OpenApiCallConfig.standard();
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        source.get("parameters")
                .members()
                .forEach((name, value) -> parameters.put(name, value.node()));
        Map<String, String> variables = new LinkedHashMap<>();
        source.get("serverVariables")
                .members()
                .forEach((name, value) -> variables.put(name, value.textOr("")));
        return new OpenApiCallConfig(
                parameters,
                source.get("trustedOrigins").items().stream().map(ConfigBinding::url).toList(),
                variables,
                source.get("defaults")
                        .text()
                        .map(it -> Defaults.valueOf(constant(it)))
                        .orElse(usual.defaults()),
                source.get("bodyTypes").texts(),
                redirects(source.get("redirects"), usual.redirects()),
                events(source.get("events"), usual.events()),
                answers(source, usual.answers()));
    }

    private static String constant(String text) {
        return text.replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static FollowedRedirects redirects(ConfigValue redirects, FollowedRedirects usual) {
        return new FollowedRedirects(
                redirects
                        .get("follow")
                        .text()
                        .map(it -> Redirects.valueOf(constant(it)))
                        .orElse(usual.follow()),
                redirects.get("max").numberOr(usual.max()));
    }

    private static EventStreamOptions events(ConfigValue events, EventStreamOptions usual) {
        return new EventStreamOptions(
                events.get("reconnects").numberOr(usual.maxReconnects()),
                events.get("reconnectDelay").duration().orElse(usual.reconnectDelay()),
                events.get("idleTimeout").duration().orElse(usual.idleTimeout()),
                events.get("maxEventBytes")
                        .size()
                        .map(Math::toIntExact)
                        .orElse(usual.maxEventBytes()),
                events.get("endMarker").text().orElse(usual.endMarker()));
    }

    private static PassedOn answers(ConfigValue source, PassedOn usual) {
        ConfigValue withheld = source.get("withheldHeaders");
        List<String> names = withheld.isPresent() ? withheld.texts() : usual.withheldHeaders();
        return new PassedOn(
                names,
                source.get("maxResponseBytes").size().orElse(usual.maxResponseBytes()),
                source.get("maxErrorBytes")
                        .size()
                        .map(Math::toIntExact)
                        .orElse(usual.maxErrorBytes()));
    }
}
