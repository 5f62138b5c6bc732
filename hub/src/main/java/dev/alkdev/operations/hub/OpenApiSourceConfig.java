package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Secret;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.openapi.ApiOperation;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.ImportOptions;
import dev.alkdev.operations.openapi.OpenApiSource;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A REST API with an OpenAPI document. Immutable; threads may share it. */
@Kind(value = "openapi", text = "a REST API with an OpenAPI document")
public record OpenApiSourceConfig(
        @Key("What the source is called in listings and logs; each name once.") @Form(Text.NAME)
                String name,
        @Flat SourceRulesConfig rules,
        @Key(
                        "Path or http(s) URL of an OpenAPI document, JSON or YAML; or an object"
                                + " with `url` and `headers`, sent when it is fetched.")
                DocumentConfig document,
        @Key(value = "What the paths are appended to.", unless = "the document's servers")
                @Form(Text.WEB_URL)
                @Nullable URI baseUrl,
        @Key(
                        "Sent with every call; callers cannot change them and are not asked for"
                                + " parameters of these names.")
                @Form(
                        title = "an object of header names and values",
                        example = "{'X-Tenant': 'shop'}")
                Map<@Form(Text.HEADER) String, @Form(Text.HEADER_VALUE) Secret> headers,
        @Key(
                        value =
                                "How the hub authenticates to the API: `bearer`, `basic` or"
                                        + " `oauth`, with or without `apiKey`.",
                        unless = "none")
                @Nullable AuthConfig auth,
        @Key(
                        value = "How often the document is read again by itself.",
                        unless = "only on a reload of the hub")
                @Form(above = "0", example = "5m")
                @Nullable Duration reload,
        @Key(value = "A document with more is refused.", standard = "10000")
                @Form(of = "operations")
                int maxOperations,
        @Key(
                        "Accepts inputs that fit several alternatives of a `oneOf`, for documents"
                                + " whose alternatives overlap.")
                boolean relaxedInput,
        @Key(
                        value =
                                "Attempts of a query on connection failures and 429, 502, 503 or"
                                        + " 504: a number from 1 to 10, or an object to set the"
                                        + " back-off.",
                        unless = "3, only after 429 or 503 with a `Retry-After` of at most 10 s")
                @Nullable RetryConfig retry,
        @Flat OpenApiCallConfig calls)
        implements SourceConfig, Checked {
    private static final Set<String> OF_THE_CLIENT =
            Set.of("connection", "content-length", "expect", "host", "upgrade");

    public OpenApiSourceConfig {
        headers = Map.copyOf(headers);
    }

    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> OpenApiSource.of(document.source(), service()));
    }

    @Override
    public @Nullable String address() {
        URI place = baseUrl == null ? document.url() : baseUrl;
        return place == null ? document.toString() : SafeText.of(place);
    }

    private HttpServiceOptions service() {
        HttpServiceOptions.Builder builder =
                HttpServiceOptions.builder(namespace()).imports(imports());
        if (retry != null) {
            builder.retry(retry.policy());
        }
        if (auth != null) {
            auth.applyTo(builder);
        }
        if (baseUrl != null) {
            builder.baseUrl(baseUrl.toString());
        }
        calls.apply(builder);
        headers.forEach((header, value) -> builder.header(header, value.value()));
        if (rules.timeout() != null) {
            builder.timeout(rules.timeout());
        }
        return builder.build();
    }

    private ImportOptions imports() {
        return ImportOptions.builder()
                .relaxedInput(relaxedInput)
                .maxOperations(maxOperations)
                .bodyTypes(calls.bodyTypes())
                .filter(operation -> rules.filters().accepts(namespace(), operation))
                .rename(
                        operation ->
                                rules.renames().getOrDefault(operation.name(), operation.name()))
                .unused(this::remarks)
                .build();
    }

    private List<String> remarks(List<ApiOperation> operations) {
        List<ApiOperation> accepted =
                operations.stream()
                        .filter(each -> rules.filters().accepts(namespace(), each))
                        .toList();
        return Stream.concat(
                        rules.unused(namespace(), operations).stream(),
                        rules.clashes(accepted).stream())
                .toList();
    }

    @Override
    public boolean changesByItself() {
        return false;
    }

    @Override
    public boolean filtersRequests() {
        return true;
    }

    @Override
    public void check(ConfigValue here) {
        for (String header : headers.keySet()) {
            if (OF_THE_CLIENT.contains(header.toLowerCase(Locale.ROOT))) {
                ConfigValue given = here.get("headers").get(header);
                given.refuseKey("the header '" + header + "' is set by the HTTP client");
            }
        }
        if (baseUrl != null && hasMoreThanAPath(baseUrl)) {
            here.get("baseUrl")
                    .refuseAs(
                            "an http or https URL, as in https://petstore.example/v1, without query"
                                    + " and fragment");
        }
    }

    static boolean hasMoreThanAPath(URI url) {
        return url.getRawQuery() != null
                || url.getRawFragment() != null
                || url.getRawUserInfo() != null;
    }

    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
