package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.Pattern262;

/** Addresses of IPv4 in dotted decimals and of IPv6 as in RFC 4291. */
final class IpAddresses {
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern262 V4 = Pattern262.compile("^" + BYTE + "(?:\\." + BYTE + "){3}$");
    private static final Pattern262 GROUP = Pattern262.compile("^[0-9a-fA-F]{1,4}$");
    private static final int LONGEST_V6 = 45;

    private IpAddresses() {}

    static boolean isV4(String text) {
        return V4.find(text);
    }

    static boolean isV6(String text) {
        if (text.length() > LONGEST_V6) {
            return false;
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == 8;
        }
        int before = gap == 0 ? 0 : groups(text.substring(0, gap), false);
        int after = gap + 2 == text.length() ? 0 : groups(text.substring(gap + 2), true);
        return before >= 0 && after >= 0 && before + after <= 7;
    }

    /** How many groups of 16 bits there are between single colons; -1 if one is wrong. */
    private static int groups(String text, boolean mayEndWithV4) {
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            if (GROUP.find(parts[i])) {
                count++;
            } else if (last && mayEndWithV4 && isV4(parts[i])) {
                count += 2;
            } else {
                return -1;
            }
        }
        return count;
    }
}
