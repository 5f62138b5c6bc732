package dev.alkdev.operations.console;

import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.console.Activity.OperationActivity;
import dev.alkdev.operations.http.QueryText;
import dev.alkdev.operations.http.Refusal;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * Which calls somebody wants to see.
 *
 * @param operation of which ids; null for all
 * @param caller of whom; null for all
 * @param outcome one of them, {@code error} for all that failed; null for all
 * @param limit how many at most
 * @param minutes how far back counts go
 */
record ActivityFilter(
        @Nullable Glob operation,
        @Nullable String caller,
        @Nullable String outcome,
        int limit,
        int minutes) {
    private static final int LONGEST = 200;
    private static final int LIMIT = 200;
    private static final int MOST = 2_000;
    private static final int MINUTES = 15;
    private static final String ERROR = "error";

    /**
     * Reads the parameters of a request.
     *
     * @throws Refusal naming the one that is wrong
     */
    static ActivityFilter parse(@Nullable String query) {
        Map<String, List<String>> given = QueryText.parse(query);
        String pattern = text(given, "operation");
        return new ActivityFilter(
                pattern == null ? null : new Glob(pattern),
                text(given, "caller"),
                text(given, "outcome"),
                number(given, "limit", LIMIT, MOST),
                number(given, "minutes", MINUTES, OperationActivity.MINUTES));
    }

    private static @Nullable String text(Map<String, List<String>> given, String name) {
        String value = given.getOrDefault(name, List.of("")).getLast();
        if (value.length() > LONGEST) {
            throw Refusal.invalid(name + " should have at most " + LONGEST + " characters");
        }
        return value.isBlank() ? null : value;
    }

    private static int number(
            Map<String, List<String>> given, String name, int standard, int most) {
        String value = text(given, name);
        if (value == null) {
            return standard;
        }
        int number = value.matches("\\d{1,6}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > most) {
            throw Refusal.invalid(name + " should be from 1 to " + most);
        }
        return number;
    }

    boolean wants(RecordedCall call) {
        return wants(call.operation())
                && (caller == null || caller.equals(call.caller()))
                && (outcome == null
                        || outcome.equals(call.outcome())
                        || (outcome.equals(ERROR) && call.isError()));
    }

    boolean wants(String id) {
        return operation == null || operation.matches(id);
    }
}
