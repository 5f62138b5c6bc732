package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the ranking looks at in one operation, beside its words in the index.
 *
 * @param title the terms of its title, or of what stands for one
 * @param name the terms of its name
 * @param joinedName its name without separators
 * @param method of the request it makes; empty if it makes none
 * @param path the segments of that request's path, with {@code {}} for variables
 * @param said what its title or name says that it does
 * @param requested what its request does
 * @param ofCaller whether it is about the caller: {@code /me}, "the authenticated user"
 * @param length the sum of the weights of its words
 */
record Document(
        OperationSpec spec,
        List<Term> title,
        List<Term> name,
        String joinedName,
        String method,
        List<String> path,
        @Nullable Intent said,
        @Nullable Intent requested,
        boolean ofCaller,
        boolean deprecated,
        double length) {
    private static final Pattern ME = Pattern.compile("(^|/)me(/|$)|\\bself\\b");

    static Document of(OperationSpec spec, Index index, double length) {
        JsonNode meta = spec.meta().orElse(MissingNode.getInstance());
        String method = meta.path("method").asString("").toUpperCase(Locale.ROOT);
        String address = meta.path("path").asString("");
        List<String> name = Words.of(spec.name());
        String summary = spec.summary();
        String all = (spec.id() + ' ' + address + ' ' + summary).toLowerCase(Locale.ROOT);
        return new Document(
                spec,
                index.terms(Words.stems(summary)),
                index.terms(name.stream().map(Stem::of).toList()),
                String.join("", name),
                method,
                segments(address),
                said(Words.of(summary), name),
                Intent.ofRequest(method, address),
                isOfCaller(all),
                isDeprecated(spec, summary, meta),
                length);
    }

    /** Most texts have nothing that the pattern could match, which is quicker to see. */
    private static boolean isOfCaller(String all) {
        return all.contains("authenticated")
                || all.contains("current user")
                || ((all.contains("/me") || all.startsWith("me") || all.contains("self"))
                        && ME.matcher(all).find());
    }

    private static boolean isDeprecated(OperationSpec spec, String summary, JsonNode meta) {
        String text = spec.description();
        String begin = summary + text.substring(0, Math.min(200, text.length()));
        return meta.path("deprecated").asBoolean(false)
                || begin.toLowerCase(Locale.ROOT).contains("deprecat");
    }

    static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .map(segment -> segment.startsWith("{") ? "{}" : segment.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The verb in front of the title; otherwise one in the name. */
    private static @Nullable Intent said(List<String> title, List<String> name) {
        Intent first = Intent.ofWords(title.subList(0, Math.min(1, title.size())));
        return first == null ? Intent.ofWords(name) : first;
    }

    boolean does(Intent wanted) {
        return wanted.includes(said) || wanted.includes(requested);
    }

    /** Whether it changes something, other than by deleting it. */
    boolean acts() {
        return spec.type() != OperationType.QUERY && requested != Intent.DELETE;
    }
}
