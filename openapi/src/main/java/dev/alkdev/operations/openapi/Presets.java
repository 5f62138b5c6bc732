package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.Cookies;
import dev.alkdev.operations.web.Credential;
import dev.alkdev.operations.web.HeaderText;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Parameters that the operator of an API has set: callers neither see nor change them. For one
 * thread.
 */
final class Presets {
    /** Of the exchange, not of the call: OpenAPI has documents that declare them ignored. */
    private static final Set<String> IGNORED = Set.of("accept", "authorization", "content-type");

    private final HttpServiceOptions service;
    private final Set<String> settled = new HashSet<>();
    private final Set<String> optional = new HashSet<>();

    /** The names of presets that no parameter had so far. */
    final Set<String> unused = new LinkedHashSet<>();

    /**
     * The parameters of one operation, by who gives their values.
     *
     * @param open the caller
     * @param filled the operator
     * @param withheld the names of all that are not open
     */
    record Sorted(List<Parameter> open, List<InputShape.Slot> filled, Set<String> withheld) {}

    Presets(HttpServiceOptions service, Place root) {
        this.service = service;
        unused.addAll(service.parameters.keySet());
        service.headers.forEach(
                (name, value) -> {
                    settled.add(ParameterLocation.HEADER.key(name));
                    if (name.equalsIgnoreCase("Cookie")) {
                        Cookies.names(value).forEach(it -> settle(ParameterLocation.COOKIE, it));
                    }
                });
        Credential fixed = service.fixedCredential;
        if (fixed != null) {
            add(fixed);
        } else if (service.credentials != null) {
            root.child("components").child("securitySchemes").forEachMember(this::addKey);
            root.child("securityDefinitions").forEachMember(this::addKey);
        }
    }

    private void add(Credential credential) {
        switch (credential) {
            case Credential.ApiKey key -> settle(location(key.place()), key.name());
            case Credential.Several several -> several.credentials().forEach(this::add);
            case Credential.Bearer bearer -> settle(ParameterLocation.HEADER, "Authorization");
            case Credential.Basic basic -> settle(ParameterLocation.HEADER, "Authorization");
        }
    }

    private void settle(ParameterLocation location, String name) {
        settled.add(location.key(name));
    }

    private static ParameterLocation location(Credential.KeyPlace place) {
        return switch (place) {
            case HEADER -> ParameterLocation.HEADER;
            case QUERY -> ParameterLocation.QUERY;
            case COOKIE -> ParameterLocation.COOKIE;
        };
    }

    /** What a supplier will give is not known yet: a key of the document may be left out. */
    private void addKey(String scheme, Place place) {
        ParameterLocation location = ParameterLocation.find(place.text("in"));
        String name = place.text("name");
        if ("apiKey".equals(place.text("type")) && location != null && name != null) {
            optional.add(location.key(name));
        }
    }

    Sorted sort(List<Parameter> parameters) {
        List<Parameter> open = new ArrayList<>(parameters.size());
        List<InputShape.Slot> filled = new ArrayList<>();
        for (Parameter parameter : parameters) {
            String key = parameter.key();
            if (isIgnored(parameter) || settled.contains(key)) {
                continue;
            }
            JsonNode value = preset(parameter);
            if (value != null) {
                filled.add(new InputShape.Slot(parameter.name(), parameter, value, true));
            } else {
                open.add(optional.contains(key) ? parameter.asOptional() : parameter);
            }
        }
        Set<String> withheld = new HashSet<>();
        if (open.size() < parameters.size()) {
            parameters.forEach(it -> withheld.add(it.name()));
            open.forEach(it -> withheld.remove(it.name()));
        }
        return new Sorted(open, filled, withheld);
    }

    private static boolean isIgnored(Parameter parameter) {
        String name = parameter.name().toLowerCase(Locale.ROOT);
        return parameter.location() == ParameterLocation.HEADER
                && (IGNORED.contains(name) || HeaderText.isReserved(name));
    }

    private @Nullable JsonNode preset(Parameter parameter) {
        for (Map.Entry<String, JsonNode> preset : service.parameters.entrySet()) {
            if (parameter.location().key(preset.getKey()).equals(parameter.key())) {
                unused.remove(preset.getKey());
                return preset.getValue();
            }
        }
        return null;
    }
}
