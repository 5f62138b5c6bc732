package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.MediaType;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A response that a document declares.
 *
 * @param status three digits, {@code 4XX} or {@code default}
 * @param linked whether it declares a {@code Link} header, which leads to other pages
 */
record Answer(String status, String description, List<Content> contents, boolean linked) {
    private static final Pattern CODE = Pattern.compile("[0-9]{3}");

    /** Whether a response declares a {@code Link} header. */
    static boolean isLinked(Place response) {
        return response.child("headers")
                .node()
                .propertyStream()
                .anyMatch(header -> header.getKey().equalsIgnoreCase("link"));
    }

    boolean isSuccess() {
        return status.startsWith("2");
    }

    boolean isError() {
        return status.startsWith("4") || status.startsWith("5");
    }

    /** The status itself, or 0 if it is a range or the default. */
    int code() {
        return CODE.matcher(status).matches() ? Integer.parseInt(status) : 0;
    }

    /**
     * The code as which it is declared: {@code HTTP_404}, {@code HTTP_4XX}, {@code HTTP_DEFAULT}.
     */
    String errorCode() {
        return "HTTP_" + OperationNames.normalize(status).toUpperCase(Locale.ROOT);
    }

    boolean isDefault() {
        return status.equals("default");
    }

    /** The content that is read unless the server sends another. */
    Optional<Content> best(boolean events) {
        Content best = null;
        for (Content content : contents) {
            boolean fits = content.type().isEventStream() == events;
            if (fits && (best == null || (content.type().isJson() && !best.type().isJson()))) {
                best = content;
            }
        }
        return Optional.ofNullable(best);
    }

    /** The contents of a single result that a client prefers: JSON, else the first one. */
    List<Content> preferred() {
        List<Content> json = contents.stream().filter(content -> content.type().isJson()).toList();
        return json.isEmpty() ? best(false).stream().toList() : json;
    }

    boolean offers(Predicate<MediaType> type) {
        for (Content content : contents) {
            if (type.test(content.type())) {
                return true;
            }
        }
        return false;
    }
}
