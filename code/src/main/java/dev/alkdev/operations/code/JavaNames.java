package dev.alkdev.operations.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import javax.lang.model.SourceVersion;

/** Makes Java names of names that know nothing of Java. */
final class JavaNames {
    /** A package before the name of a class, as in {@code io.k8s.api.core.v1.Pod}. */
    private static final Pattern PACKAGED = Pattern.compile("([a-z0-9_-]+\\.)+([A-Z]\\w*)");

    /** Where a word ends within a name: {@code petID}, {@code HTMLText}. */
    private static final Pattern HUMP =
            Pattern.compile("(?<=[\\p{Ll}\\d])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

    /** Methods without parameters that every object has; no member of a record is called so. */
    private static final Set<String> OF_OBJECT =
            Set.of(
                    "clone",
                    "finalize",
                    "getClass",
                    "hashCode",
                    "notify",
                    "notifyAll",
                    "toString",
                    "wait");

    /** What the constructor of a declared error means something else by, and what it inherits. */
    private static final Set<String> OF_EXCEPTION =
            Set.of(
                    "message",
                    "cause",
                    "getMessage",
                    "getCause",
                    "getLocalizedMessage",
                    "getStackTrace",
                    "getSuppressed",
                    "fillInStackTrace",
                    "printStackTrace");

    private JavaNames() {}

    /** The name of a class. */
    static String type(String text) {
        var packaged = PACKAGED.matcher(text);
        StringBuilder name = new StringBuilder();
        for (String word : words(packaged.matches() ? packaged.group(2) : text)) {
            name.append(capital(word));
        }
        return started(name.isEmpty() ? "Value" : name.toString());
    }

    /** The name of a method, parameter or component. */
    static String member(String text) {
        StringBuilder name = new StringBuilder();
        for (String word : words(text)) {
            String lower = word.equals(word.toUpperCase(Locale.ROOT)) ? lower(word) : word;
            name.append(name.isEmpty() ? uncapital(lower) : capital(lower));
        }
        String started = started(name.isEmpty() ? "value" : name.toString());
        boolean taken = SourceVersion.isKeyword(started) || OF_OBJECT.contains(started);
        return taken ? started + "Value" : started;
    }

    /** As {@link #member}, for a detail of an exception. */
    static String detail(String text) {
        String name = member(text);
        return OF_EXCEPTION.contains(name) ? name + "Detail" : name;
    }

    /** The name of a constant. */
    static String constant(String text) {
        String signed = text.replaceFirst("^-(?=\\d)", "minus_").replaceFirst("^\\+", "plus_");
        String name = String.join("_", words(signed)).toUpperCase(Locale.ROOT);
        if (name.isEmpty()) {
            return text.isEmpty() ? "EMPTY" : "OTHER";
        }
        return started(name);
    }

    /** The name, or with the first number from 2 that makes it a free one. */
    static String unique(String name, Predicate<String> free) {
        String unique = name;
        for (int i = 2; !free.test(unique); i++) {
            unique = name + i;
        }
        return unique;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            if (isPart(c)) {
                                word.appendCodePoint(c);
                            } else {
                                add(word, words);
                            }
                        });
        add(word, words);
        return words;
    }

    private static void add(StringBuilder word, List<String> words) {
        if (!word.isEmpty()) {
            words.addAll(List.of(HUMP.split(word)));
            word.setLength(0);
        }
    }

    private static boolean isPart(int c) {
        return Character.isLetterOrDigit(c)
                && Character.isJavaIdentifierPart(c)
                && !Character.isIdentifierIgnorable(c);
    }

    /** Digits do not begin a name. */
    private static String started(String name) {
        return Character.isJavaIdentifierStart(name.codePointAt(0)) ? name : "_" + name;
    }

    static String capital(String word) {
        int first = word.offsetByCodePoints(0, 1);
        return word.substring(0, first).toUpperCase(Locale.ROOT) + word.substring(first);
    }

    private static String uncapital(String word) {
        int first = word.offsetByCodePoints(0, 1);
        return word.substring(0, first).toLowerCase(Locale.ROOT) + word.substring(first);
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
