package dev.alkdev.operations.scan;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declarations of a Java source, read without a compiler.
 *
 * @param annotated whether the source mentions annotations or types of ours
 * @param types simple names of the types it declares
 * @param supertypes simple names in its {@code extends} and {@code implements} clauses
 */
record JavaHeader(
        String packageName, boolean annotated, Set<String> types, Set<String> supertypes) {
    static final JavaHeader UNREADABLE = new JavaHeader("", true, Set.of(), Set.of());

    private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.\\s]+?)\\s*;");
    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)");
    private static final Pattern CLAUSE = Pattern.compile("\\b(?:extends|implements)\\s([^{;]*)");
    private static final Pattern NAME = Pattern.compile("\\w+");

    JavaHeader {
        types = Set.copyOf(types);
        supertypes = Set.copyOf(supertypes);
    }

    static JavaHeader of(String source) {
        String code = JavaCode.of(source);
        Matcher declared = PACKAGE.matcher(code);
        Set<String> types = new HashSet<>();
        TYPE.matcher(code).results().forEach(type -> types.add(type.group(1)));
        Set<String> supertypes = new HashSet<>();
        CLAUSE.matcher(code)
                .results()
                .flatMap(clause -> NAME.matcher(clause.group(1)).results())
                .forEach(name -> supertypes.add(name.group()));
        return new JavaHeader(
                declared.find() ? declared.group(1).replaceAll("\\s", "") : "",
                code.contains("@Operation") || code.contains("dev.alkdev.operations"),
                types,
                supertypes);
    }
}
