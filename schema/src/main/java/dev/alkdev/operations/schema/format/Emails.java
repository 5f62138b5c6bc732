package dev.alkdev.operations.schema.format;

import dev.alkdev.operations.schema.pattern.Pattern262;

import java.nio.charset.StandardCharsets;

/** Mailboxes of RFC 5321, and of RFC 6531 beyond ASCII. */
final class Emails {
    private static final int LONGEST_LOCAL_PART = 64;
    private static final String ATOM = "[\\w!#$%&'*+\\-/=?^`{|}~\\u0080-\\u{10ffff}]+";
    private static final Pattern262 LOCAL_PART =
            Pattern262.compile(
                    "^(?:"
                            + ATOM
                            + "(?:\\."
                            + ATOM
                            + ")*"
                            + "|\"(?:[ !#-\\[\\]-~\\u0080-\\u{10ffff}]|\\\\[ -~])*\")$");
    private static final String LABEL =
            "[a-zA-Z0-9\\u0080-\\u{10ffff}](?:[a-zA-Z0-9\\u0080-\\u{10ffff}-]*"
                    + "[a-zA-Z0-9\\u0080-\\u{10ffff}])?";
    private static final Pattern262 DOMAIN =
            Pattern262.compile("^" + LABEL + "(?:\\." + LABEL + ")*$");

    private Emails() {}

    static boolean isEmail(String text, boolean international) {
        int at = text.lastIndexOf('@');
        if (at < 0 || (!international && text.chars().anyMatch(c -> c > 127))) {
            return false;
        }
        String local = text.substring(0, at);
        return LOCAL_PART.find(local)
                && local.getBytes(StandardCharsets.UTF_8).length <= LONGEST_LOCAL_PART
                && isDomain(text.substring(at + 1));
    }

    private static boolean isDomain(String text) {
        if (!text.startsWith("[") || !text.endsWith("]")) {
            return DOMAIN.find(text);
        }
        String address = text.substring(1, text.length() - 1);
        return address.startsWith("IPv6:")
                ? IpAddresses.isV6(address.substring("IPv6:".length()))
                : IpAddresses.isV4(address);
    }
}
