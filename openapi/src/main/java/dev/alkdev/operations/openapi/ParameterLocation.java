package dev.alkdev.operations.openapi;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** Where a parameter is in a request. */
enum ParameterLocation {
    PATH,
    QUERY,
    HEADER,
    COOKIE,
    /** The whole query, as one value; only in OpenAPI 3.2. */
    QUERYSTRING;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    String wireName() {
        return wireName;
    }

    static @Nullable ParameterLocation find(@Nullable String name) {
        for (ParameterLocation each : values()) {
            if (each.wireName.equals(name)) {
                return each;
            }
        }
        return null;
    }
}
