package dev.alkdev.operations.openapi;

import java.util.List;
import java.util.function.Predicate;

/**
 * A response that a document declares.
 *
 * @param status three digits, {@code 4XX} or {@code default}
 */
record Answer(String status, String description, List<Content> contents) {
    boolean isSuccess() {
        return status.startsWith("2");
    }

    boolean isError() {
        return status.startsWith("4") || status.startsWith("5");
    }

    /** The status itself, or 0 if it is a range or the default. */
    int code() {
        boolean digits = status.length() == 3 && status.chars().allMatch(Character::isDigit);
        return digits ? Integer.parseInt(status) : 0;
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
