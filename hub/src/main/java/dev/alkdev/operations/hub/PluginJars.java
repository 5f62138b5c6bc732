package dev.alkdev.operations.hub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the jars of plug-ins that cannot be used. */
final class PluginJars {
    private static final Pattern PROVIDER = Pattern.compile("Provider (\\S+)");

    private PluginJars() {}

    /** Returns the file that a class comes from. */
    static String of(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? "the class path"
                : source.getLocation().getPath();
    }

    /** Returns one line about a service that cannot be loaded, with its jar. */
    static String problem(Class<?> service, ClassLoader loader, Throwable e) {
        Matcher named = PROVIDER.matcher(String.valueOf(e.getMessage()));
        String type = named.find() ? named.group(1) : "";
        return "%s of %s cannot be used: %s"
                .formatted(
                        type.isEmpty() ? "a " + service.getSimpleName() : type,
                        type.isEmpty()
                                ? "the plug-ins"
                                : String.join(", ", jars(service, loader, type)),
                        reason(e));
    }

    /** Returns the reason of a failure on one line, from its deepest cause. */
    static String reason(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return cause.getClass().getSimpleName() + ": " + message;
    }

    /** The jars whose list of services has a class. */
    private static List<String> jars(Class<?> service, ClassLoader loader, String type) {
        List<String> jars = new ArrayList<>();
        String path = "META-INF/services/" + service.getName();
        try {
            for (URL url : Collections.list(loader.getResources(path))) {
                if (lists(url, type)) {
                    jars.add(
                            url.getPath()
                                    .replaceFirst("^file:", "")
                                    .replaceFirst("!?/META-INF/services/.*", ""));
                }
            }
        } catch (IOException e) {
            jars.clear();
        }
        return jars.isEmpty() ? List.of("the plug-ins") : jars;
    }

    private static boolean lists(URL url, String type) throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
            return lines.lines().anyMatch(line -> line.strip().startsWith(type));
        }
    }
}
