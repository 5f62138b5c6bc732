package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
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
     * Reports unknown extensions that are meant for this product, of an operation or of a place
     * above operations. Operations with an unknown restriction are left out: without the
     * restriction they would be open to more callers.
     *
     * @param supported the extensions that an import reads in this place
     */
    static boolean restricts(Place place, Set<String> supported, Problems problems) {
        boolean restricts = false;
        for (String name : place.node().propertyNames()) {
            String key = name.toLowerCase(Locale.ROOT);
            if (EXTENSION.matcher(key).matches() && !supported.contains(name)) {
                boolean restriction = RESTRICTION.matcher(key).find();
                restricts |= restriction;
                problems.add(
                        restriction ? Kind.UNUSABLE_OPERATION : Kind.UNSUPPORTED,
                        place.child(name),
                        restriction
                                ? "an unknown restriction; the operations that it applies to are"
                                        + " left out"
                                : unknown(supported));
            }
        }
        return restricts;
    }

    private static String unknown(Set<String> supported) {
        return supported.isEmpty()
                ? "an extension that is not supported in this place"
                : "an unknown extension; supported are "
                        + String.join(", ", new TreeSet<>(supported));
    }
}
