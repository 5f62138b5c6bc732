package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.ShortForm;
import dev.alkdev.operations.config.Text;

import org.jspecify.annotations.Nullable;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a hub listens. Immutable; threads may share it. */
@Form(Text.ADDRESS)
public record ListenConfig(
        @Key(
                        value =
                                "The address to bind: a name or an IP address; `0.0.0.0` or `::`"
                                        + " for all.",
                        standard = "127.0.0.1")
                @Form(
                        title = "a host name or an IP address",
                        pattern = "^[^\\s/\\[\\]]+$",
                        example = "127.0.0.1")
                String host,
        @Key(value = "The port; 0 for any that is free.", standard = "7700")
                @Form(title = "a port from 0 to 65535", minimum = "0", maximum = "65535")
                int port,
        @Key(value = "Serves https and wss instead of http and ws.", unless = "none")
                @Nullable TlsConfig tls) {
    private static final Pattern ADDRESS =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([^\\s:/\\[\\]]+)):([0-9]{1,5})");

    /** What is an address and not a name, so that nobody has to be asked. */
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    public ListenConfig {
        if (host.isBlank()) {
            throw new IllegalArgumentException("host should be a name or an address but is empty");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port should be 0 to 65535 but is " + port);
        }
    }

    /**
     * Reads {@code host:port}, with IPv6 in brackets.
     *
     * @throws IllegalArgumentException if it is none
     */
    @ShortForm
    public static ListenConfig parse(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > 65_535) {
            throw new IllegalArgumentException(
                    "an address to listen on is host:port, as in 127.0.0.1:7700, not "
                            + SafeText.quoted(text));
        }
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return new ListenConfig(host, Integer.parseInt(matcher.group(3)), null);
    }

    public ListenConfig withHost(String host) {
        return new ListenConfig(host, port, tls);
    }

    public ListenConfig withPort(int port) {
        return new ListenConfig(host, port, tls);
    }

    /**
     * Whether only this machine can connect. True for loopback addresses and {@code localhost}; a
     * name is not looked up, because what it stands for may change.
     */
    public boolean isLoopback() {
        if (host.toLowerCase(Locale.ROOT).equals("localhost")) {
            return true;
        }
        if (!LITERAL.matcher(host).matches()) {
            return false;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
