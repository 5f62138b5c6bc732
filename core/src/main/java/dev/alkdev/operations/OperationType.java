package dev.alkdev.operations;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** What calling an operation does. */
public enum OperationType {
    /** Reads; calling it again changes nothing. */
    QUERY,
    /** Writes. */
    MUTATION,
    /** Streams any number of results. */
    SUBSCRIPTION;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in JSON, lower case. */
    @JsonValue
    public String wireName() {
        return wireName;
    }

    /**
     * The type of this name in JSON; the upper-case names of the TypeScript original are accepted.
     *
     * @throws IllegalArgumentException naming the types there are
     */
    public static OperationType parse(String wireName) {
        OperationType type = find(wireName);
        if (type == null) {
            throw new IllegalArgumentException(
                    "operation type should be query, mutation or subscription but is \""
                            + wireName
                            + "\"");
        }
        return type;
    }

    static @Nullable OperationType find(String wireName) {
        for (OperationType type : values()) {
            if (type.wireName.equals(wireName) || type.name().equals(wireName)) {
                return type;
            }
        }
        return null;
    }
}
