package dev.alkdev.operations.hub;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks of sources, one by one and against each other. */
final class SourceListRules {
    /** What can only be meant as a URL. */
    static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");

    private static final Set<String> OF_THE_CLIENT =
            Set.of("connection", "content-length", "expect", "host", "upgrade");
    private static final Pattern WEB = Pattern.compile("(?i)https?://.*");
    private static final String WEB_URL = "an http or https URL, as in https://petstore.example/v1";

    private final ConfigValue sources;
    private final ValueRules values;

    SourceListRules(ConfigValue sources, ValueRules values) {
        this.sources = sources;
        this.values = values;
    }

    void check() {
        Map<String, ConfigValue> names = new HashMap<>();
        Map<String, ConfigValue> namespaces = new HashMap<>();
        Map<String, ConfigValue> ofPeers = new LinkedHashMap<>();
        for (ConfigValue source : sources.items()) {
            values.unique(source.get("name"), names, "the source");
            values.positive(source.get("timeout"));
            checkRenames(source.get("renames"));
            switch (source.get("type").textOr("")) {
                case "openapi" -> checkOpenApi(source);
                case "peer" -> checkPeer(source);
                default -> {
                    // Providers check their options themselves.
                }
            }
            if (source.get("type").textOr("").equals("peer")) {
                // Two peers may offer the same and share the load; others would get in their way.
                ConfigValue given = source.get("namespace");
                given.text().ifPresent(name -> ofPeers.putIfAbsent(name, given));
                refuseReserved(given);
            } else {
                checkNamespace(source, namespaces);
            }
            checkFilters(source);
        }
        ofPeers.values().forEach(given -> values.unique(given, namespaces, "the namespace"));
    }

    private void checkNamespace(ConfigValue source, Map<String, ConfigValue> taken) {
        ConfigValue given = source.get("namespace");
        ConfigValue namespace = given.isPresent() ? given : source.get("name");
        if (!given.isPresent() && source.get("name").textOr("").contains(".")) {
            namespace.refuse(
                    "the name "
                            + namespace.shown()
                            + " has a dot and cannot be the namespace, too; give a namespace");
        }
        values.unique(namespace, taken, "the namespace");
        refuseReserved(namespace);
    }

    /** No listing would show what is in it. */
    private static void refuseReserved(ConfigValue namespace) {
        if (namespace.textOr("").equals("services")) {
            namespace.refuse("the namespace \"services\" belongs to the protocol; give another");
        }
    }

    private static void checkRenames(ConfigValue renames) {
        Map<String, String> taken = new HashMap<>();
        renames.members()
                .forEach(
                        (from, to) -> {
                            String earlier = taken.putIfAbsent(to.textOr(from), from);
                            if (earlier != null) {
                                to.refuse(
                                        "'"
                                                + earlier
                                                + "' and '"
                                                + from
                                                + "' cannot both be called "
                                                + to.shown());
                            }
                        });
    }

    /** Only documents have methods and paths. */
    private static void checkFilters(ConfigValue source) {
        String type = source.get("type").textOr("openapi");
        if (type.equals("openapi")) {
            return;
        }
        for (String list : new String[] {"include", "exclude"}) {
            for (ConfigValue filter : source.get("filters").get(list).items()) {
                for (String key : new String[] {"method", "path"}) {
                    if (filter.get(key).isPresent()) {
                        filter.get(key)
                                .refuseKey(
                                        "'"
                                                + key
                                                + "' filters openapi sources only; a "
                                                + type
                                                + " has id and tag");
                    }
                }
            }
        }
    }

    private void checkOpenApi(ConfigValue source) {
        ConfigValue document = source.get("document");
        String place = document.textOr("");
        if (WEB.matcher(place).matches()) {
            values.url(document, WEB_URL);
        } else if (URL.matcher(place).matches()) {
            document.refuseAs("the path of a file or an http or https URL, as in petstore.json");
        } else {
            values.file(document);
        }
        values.url(document.get("url"), WEB_URL);
        values.url(source.get("baseUrl"), WEB_URL);
        source.get("baseUrl")
                .url()
                .filter(SourceListRules::hasMoreThanAPath)
                .ifPresent(
                        url ->
                                source.get("baseUrl")
                                        .refuseAs(WEB_URL + ", without query and fragment"));
        source.get("trustedOrigins").items().forEach(origin -> values.url(origin, WEB_URL));
        checkAuth(source.get("auth"));
        checkHeaders(source.get("headers"));
        values.positive(source.get("reload"));
        values.positive(source.get("events").get("reconnectDelay"));
        values.positive(source.get("events").get("idleTimeout"));
        values.size(source.get("events").get("maxEventBytes"), 1024, 1L << 30);
        values.size(source.get("maxResponseBytes"), 1024, 1L << 30);
        ConfigValue retry = source.get("retry");
        values.positive(retry.get("firstDelay"));
        values.positive(retry.get("maxDelay"));
    }

    private static boolean hasMoreThanAPath(URI url) {
        boolean more =
                url.getRawQuery() != null
                        || url.getRawFragment() != null
                        || url.getRawUserInfo() != null;
        // Of anything else the schema says what it should be.
        return more && WEB.matcher(url.toString()).matches() && url.getHost() != null;
    }

    private static void checkAuth(ConfigValue auth) {
        if (auth.get("bearer").isPresent() && auth.get("basic").isPresent()) {
            auth.get("basic")
                    .refuseKey("'basic' and 'bearer' are both sent as Authorization; give one");
        }
    }

    private static void checkHeaders(ConfigValue headers) {
        headers.members()
                .forEach(
                        (name, value) -> {
                            if (OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                                value.refuseKey(
                                        "the header '" + name + "' is set by the HTTP client");
                            }
                        });
    }

    private void checkPeer(ConfigValue source) {
        values.url(source.get("url"), "a ws or wss URL, as in wss://warehouse.example/link");
        ConfigValue certificates = source.get("trust").get("certificates");
        values.file(certificates, PemTls::certificates);
    }
}
