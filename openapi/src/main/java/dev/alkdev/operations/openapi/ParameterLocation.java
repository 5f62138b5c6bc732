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

    /** What tells a parameter from others; HTTP does not tell header names apart by case. */
    String key(String name) {
        return wireName + " " + (this == HEADER ? name.toLowerCase(Locale.ROOT) : name);
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
