package dev.alkdev.operations.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves references by RFC 3986. {@link java.net.URI#resolve} does not where a reference is empty
 * or only a query, where a base has no path, and where too many dots lead above the root.
 */
final class UriReference {
    /** Appendix B: scheme, authority, path, query; fragments are gone before. */
    private static final Pattern PARTS =
            Pattern.compile("(?:([^:/?#]+):)?(//[^/?#]*)?([^?#]*)(\\?[^#]*)?(#.*)?");

    private final String scheme;
    private final String authority;
    private final String path;
    private final String query;

    private UriReference(String scheme, String authority, String path, String query) {
        this.scheme = scheme;
        this.authority = authority;
        this.path = path;
        this.query = query;
    }

    static String resolve(String base, String reference) {
        return parse(base).resolve(parse(reference));
    }

    private static UriReference parse(String text) {
        Matcher parts = PARTS.matcher(text);
        return parts.matches()
                ? new UriReference(part(parts, 1), part(parts, 2), part(parts, 3), part(parts, 4))
                : new UriReference("", "", text, "");
    }

    private static String part(Matcher parts, int number) {
        String part = parts.group(number);
        return part == null ? "" : part;
    }

    private String resolve(UriReference reference) {
        if (!reference.scheme.isEmpty()) {
            return text(
                    reference.scheme,
                    reference.authority,
                    withoutDots(reference.path),
                    reference.query);
        }
        if (!reference.authority.isEmpty()) {
            return text(scheme, reference.authority, withoutDots(reference.path), reference.query);
        }
        if (reference.path.isEmpty()) {
            return text(
                    scheme, authority, path, reference.query.isEmpty() ? query : reference.query);
        }
        String merged = reference.path.startsWith("/") ? reference.path : merge(reference.path);
        return text(scheme, authority, withoutDots(merged), reference.query);
    }

    private String merge(String relative) {
        return !authority.isEmpty() && path.isEmpty()
                ? "/" + relative
                : path.substring(0, path.lastIndexOf('/') + 1) + relative;
    }

    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        boolean rooted = path.startsWith("/");
        String[] segments = (rooted ? path.substring(1) : path).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean last = i == segments.length - 1;
            boolean dots = segments[i].equals(".") || segments[i].equals("..");
            if (segments[i].equals("..")) {
                kept.pollLast();
            }
            if (!dots) {
                kept.addLast(segments[i]);
            } else if (last) {
                kept.addLast("");
            }
        }
        return (rooted ? "/" : "") + String.join("/", kept);
    }

    private static String text(String scheme, String authority, String path, String query) {
        return (scheme.isEmpty() ? "" : scheme + ":") + authority + path + query;
    }
}
