package dev.alkdev.operations.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A version of the protocol, oldest first. */
public enum McpVersion {
    V2024_11_05("2024-11-05"),
    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    /** The newest version with a handshake and sessions. */
    public static final McpVersion NEWEST_LEGACY = V2025_11_25;

    /** The newest version. */
    public static final McpVersion NEWEST = V2026_07_28;

    /** Each request asks for its version, and {@code values()} copies. */
    private static final McpVersion[] ALL = values();

    private final String text;

    McpVersion(String text) {
        this.text = text;
    }

    /** As it is written on the wire, such as {@code 2025-11-25}. */
    public String text() {
        return text;
    }

    /** The version that is written so. */
    public static Optional<McpVersion> of(String text) {
        for (McpVersion version : ALL) {
            if (version.text.equals(text)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /** The texts of all versions, newest first. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(McpVersion::text).toList().reversed();
    }

    /** Whether there is no handshake: every request carries what it needs. */
    public boolean isModern() {
        return atLeast(V2026_07_28);
    }

    public boolean atLeast(McpVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
