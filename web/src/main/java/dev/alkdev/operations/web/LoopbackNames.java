package dev.alkdev.operations.web;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names and addresses by which a machine reaches itself. */
public final class LoopbackNames {
    private static final Set<String> V6 =
            Set.of("::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]");
    private static final Pattern V4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private LoopbackNames() {}

    /** Whether a host in a URL or the header {@code Host}, without port, is this machine. */
    public static boolean isName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.endsWith(".localhost") || isAddress(name);
    }

    /** Whether an IP address is that of this machine alone. */
    public static boolean isAddress(String address) {
        return V6.contains(address)
                || (address.startsWith("127.") && V4.matcher(address).matches());
    }
}
