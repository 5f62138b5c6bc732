package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.MediaType;

import java.util.List;
import java.util.function.Predicate;

/**
 * A response that a document declares.
 *
 * @param status three digits, {@code 4XX} or {@code default}
 * @param linked whether it declares a {@code Link} header, which leads to other pages
 */
record Answer(String status, String description, List<Content> contents, boolean linked) {
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
        int code = 0;
        for (int i = 0; i < status.length(); i++) {
            int digit = status.charAt(i) - '0';
            if (digit < 0 || digit > 9 || i == 3) {
                return 0;
            }
            code = 10 * code + digit;
        }
        return status.length() == 3 ? code : 0;
    }

    boolean isDefault() {
        return status.equals("default");
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
