package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import java.util.Collection;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reports parts of a document that an import cannot use. */
final class LeftOut {
    private static final Pattern EXTENSION = Pattern.compile("x-operations?-.+");

    /** Words in the names of keys that restrict who may call an operation. */
    private static final Pattern RESTRICTION =
            Pattern.compile("scope|access|auth|role|permission|require|allow|deny|restrict");

    private LeftOut() {}

    /** Reports a member that holds requests in the other direction. */
    static void report(Place member, String reason, Problems problems) {
        if (member.node().isObject() && !member.node().isEmpty()) {
            problems.add(Kind.UNSUPPORTED, member, reason + "; they are left out");
        }
    }

    /** Reports query parameters beside a parameter that is the whole query. */
    static void reportQueries(
            Place operation, Collection<Parameter> parameters, Problems problems) {
        long whole = count(parameters, ParameterLocation.QUERYSTRING);
        if (whole > 1 || (whole > 0 && count(parameters, ParameterLocation.QUERY) > 0)) {
            problems.add(
                    Kind.UNUSABLE_PARAMETER,
                    operation.child("parameters"),
                    "a querystring is the whole query; the other query parameters are sent beside"
                            + " it");
        }
    }

    private static long count(Collection<Parameter> parameters, ParameterLocation location) {
        return parameters.stream().filter(it -> it.location() == location).count();
    }

    /**
     * Reports unknown extensions of an operation that are meant for this product. An operation with
     * an unknown restriction is left out: without the restriction it would be open to more callers.
     */
    static boolean restricts(Place operation, Problems problems) {
        boolean restricts = false;
        for (String name : operation.node().propertyNames()) {
            String key = name.toLowerCase(Locale.ROOT);
            if (EXTENSION.matcher(key).matches() && !HubDocument.EXTENSIONS.contains(name)) {
                boolean restriction = RESTRICTION.matcher(key).find();
                restricts |= restriction;
                problems.add(
                        restriction ? Kind.UNUSABLE_OPERATION : Kind.UNSUPPORTED,
                        operation.child(name),
                        restriction
                                ? "an unknown restriction; the operation is left out"
                                : "an unknown extension; known are "
                                        + String.join(", ", new TreeSet<>(HubDocument.EXTENSIONS)));
            }
        }
        return restricts;
    }
}
