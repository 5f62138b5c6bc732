package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What is looked at in an operation that may be among the best.
 *
 * @param joinedName its name without separators
 * @param said what its title or name says that it does
 * @param requested what its request does
 * @param ofCaller whether it is about the caller: {@code /me}, "the authenticated user"
 */
record Traits(
        String joinedName,
        @Nullable Intent said,
        @Nullable Intent requested,
        boolean ofCaller,
        boolean deprecated) {
    private static final Pattern ME = Pattern.compile("(^|/)me(/|$)|\\bself\\b");

    static Traits of(OperationSpec spec) {
        String method = method(spec);
        String path = path(spec);
        String summary = spec.summary();
        List<String> name = Words.of(spec.name());
        String all = (spec.id() + ' ' + path + ' ' + summary).toLowerCase(Locale.ROOT);
        return new Traits(
                String.join("", name),
                said(Words.of(summary), name),
                Intent.ofRequest(method, path),
                isOfCaller(all),
                isDeprecated(spec));
    }

    /** The method of the request that an operation makes, in upper case; empty if none. */
    static String method(OperationSpec spec) {
        return meta(spec).path("method").asString("").toUpperCase(Locale.ROOT);
    }

    /** The path of that request; empty if none. */
    static String path(OperationSpec spec) {
        return meta(spec).path("path").asString("");
    }

    private static JsonNode meta(OperationSpec spec) {
        return spec.meta().orElse(MissingNode.getInstance());
    }

    /** Most texts have nothing that the pattern could match, which is quicker to see. */
    private static boolean isOfCaller(String all) {
        return all.contains("authenticated")
                || all.contains("current user")
                || ((all.contains("/me") || all.startsWith("me") || all.contains("self"))
                        && ME.matcher(all).find());
    }

    private static boolean isDeprecated(OperationSpec spec) {
        String text = spec.description();
        String begin = spec.summary() + text.substring(0, Math.min(200, text.length()));
        return meta(spec).path("deprecated").asBoolean(false)
                || begin.toLowerCase(Locale.ROOT).contains("deprecat");
    }

    /** The verb in front of the title; otherwise one in the name. */
    private static @Nullable Intent said(List<String> title, List<String> name) {
        Intent first = Intent.ofWords(title.subList(0, Math.min(1, title.size())));
        return first == null ? Intent.ofWords(name) : first;
    }
}
