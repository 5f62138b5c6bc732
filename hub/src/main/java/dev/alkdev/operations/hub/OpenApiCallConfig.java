package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.openapi.Defaults;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.web.EventStreamOptions;
import dev.alkdev.operations.web.Redirects;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the requests of a REST API are made and its answers read. Immutable; threads may share it.
 *
 * @param withheldHeaders null for {@link HttpServiceOptions#PRIVATE_HEADERS}
 */
public record OpenApiCallConfig(
        @Key(
                        "Values of path, query, header and cookie parameters in every operation"
                                + " that has one of the name; callers neither give nor see them.")
                @Form(
                        title = "an object from the names of parameters to their values",
                        example = "{'api-version': '2024-01-01'}")
                Map<
                                String,
                                @Form(
                                        title = "a text, number, boolean or list",
                                        types = {"string", "number", "boolean", "array"},
                                        secret = true)
                                JsonNode>
                        parameters,
        @Key(
                        "Origins besides that of the document which may have `auth`, `headers` and"
                                + " `parameters`, if its servers name them and no `baseUrl` is"
                                + " given.")
                @Form(example = "['https://api.petstore.example']")
                List<@Form(Text.WEB_URL) URI> trustedOrigins,
        @Key("Variables in the document's `servers`, instead of their defaults.")
                @Form(
                        title = "an object from the names of variables to texts",
                        example = "{'region': 'eu'}")
                Map<String, String> serverVariables,
        @Key(
                        value =
                                "Which defaults of the document are sent where the caller gives"
                                    + " nothing, as [the reference](openapi.md#input) has them.",
                        standard = "safe")
                Defaults defaults,
        @Key(value = "Media types preferred where a body has several.")
                @Form(example = "['application/merge-patch+json']")
                List<@Form(title = "a media type", pattern = ".") String> bodyTypes,
        @Key("Which redirects are followed.") FollowedRedirects redirects,
        @Key("How streams of server-sent events are read.") Events events,
        @Key(
                        value =
                                "Headers of responses that callers are not shown: names, or"
                                        + " beginnings of names followed by `*`.",
                        unless = "cookies, names of servers")
                @Form(example = "['set-cookie', 'x-internal*']")
                @Nullable
                        List<
                                @Form(
                                        value = Text.HEADER,
                                        title = "a header name, which may end with *")
                                String>
                        withheldHeaders,
        @Key(value = "The largest body of a response, decoded.", standard = "64MiB")
                @Form(minimum = "1KiB", maximum = "1GiB")
                long maxResponseBytes,
        @Key(value = "How much of the body of an error is passed on.", standard = "64KiB")
                @Form(title = "a size", maximum = "1GiB")
                long maxErrorBytes) {

    /** Which redirects are followed, and how many of them for one call. */
    @Form(title = "an object with follow and max")
    public record FollowedRedirects(
            @Key(
                            value =
                                    "Where redirects may lead; credentials never go to another"
                                            + " origin.",
                            standard = "same-origin")
                    Redirects follow,
            @Key(value = "The most that are followed for one call.", standard = "5")
                    @Form(of = "redirects")
                    int max) {}

    /** How streams of server-sent events are read. */
    @Form(title = "an object with keys such as reconnects and idleTimeout")
    public record Events(
            @Key(
                            value =
                                    "How often in a row a lost connection is opened again; of GET"
                                            + " only, a POST is never repeated.",
                            standard = "0")
                    @Form(title = "a number, 0 or more", minimum = "0", example = "5")
                    int reconnects,
            @Key(value = "Reconnect delay, unless the stream sets `retry`.", standard = "3s")
                    @Form(above = "0")
                    Duration reconnectDelay,
            @Key(value = "How long the API may send nothing at all.", unless = "for ever")
                    @Form(above = "0", example = "1m")
                    @Nullable Duration idleTimeout,
            @Key(value = "The longest event.", standard = "16MiB")
                    @Form(minimum = "1KiB", maximum = "1GiB", example = "1MiB")
                    long maxEventBytes,
            @Key(value = "The data of an event that means the end of the stream.", unless = "none")
                    @Form(pattern = ".", example = "'[DONE]'")
                    @Nullable String endMarker) {
        EventStreamOptions options() {
            return new EventStreamOptions(
                    reconnects,
                    reconnectDelay,
                    idleTimeout,
                    Math.toIntExact(maxEventBytes),
                    endMarker);
        }
    }

    public OpenApiCallConfig {
        parameters = Map.copyOf(parameters);
        trustedOrigins = List.copyOf(trustedOrigins);
        serverVariables = Map.copyOf(serverVariables);
        bodyTypes = List.copyOf(bodyTypes);
    }

    /** The headers of responses that callers are not shown. */
    List<String> withheld() {
        return withheldHeaders == null ? HttpServiceOptions.PRIVATE_HEADERS : withheldHeaders;
    }

    /** Puts it into the config of a service; the types of bodies belong to its import. */
    void apply(HttpServiceOptions.Builder builder) {
        parameters.forEach(builder::parameter);
        trustedOrigins.forEach(origin -> builder.trustedOrigin(origin.toString()));
        serverVariables.forEach(builder::serverVariable);
        builder.defaults(defaults)
                .redirects(redirects.follow, redirects.max)
                .events(events.options())
                .withholdHeaders(withheld())
                .maxResponseBytes(maxResponseBytes)
                .maxErrorBytes(Math.toIntExact(maxErrorBytes));
    }

    /** Without the values of parameters, which may be secret. */
    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
