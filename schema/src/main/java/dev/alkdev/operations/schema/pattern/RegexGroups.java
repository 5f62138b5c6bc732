package dev.alkdev.operations.schema.pattern;

import java.util.HashMap;
import java.util.Map;

/** The capturing groups of a pattern, counted ahead since references may precede them. */
record RegexGroups(int count, Map<String, Integer> names) {

    static RegexGroups in(String source) {
        RegexScanner in = new RegexScanner(source);
        Map<String, Integer> names = new HashMap<>();
        int count = 0;
        boolean inClass = false;
        while (!in.atEnd()) {
            int start = in.position();
            int c = in.next();
            if (c == '\\' && !in.atEnd()) {
                in.next();
            } else if (c == '[') {
                inClass = true;
            } else if (c == ']') {
                inClass = false;
            } else if (c == '(' && !inClass && captures(in)) {
                count++;
                if (in.take("?<") && names.put(name(in), count) != null) {
                    throw in.error(start, "a group name that is taken already");
                }
            }
        }
        return new RegexGroups(count, Map.copyOf(names));
    }

    private static boolean captures(RegexScanner in) {
        int start = in.position();
        boolean named = in.take("?<") && !in.take('=') && !in.take('!');
        in.back(start);
        boolean captures = named || !in.take('?');
        in.back(start);
        return captures;
    }

    /** Takes a name that the count has checked, and its closing bracket. */
    void skipName(RegexScanner in) {
        name(in);
    }

    /** Takes the name in brackets after {@code \k} and gives the number of its group. */
    int referred(RegexScanner in, int start) {
        if (!in.take('<')) {
            throw in.error(start, "\\k without a group name");
        }
        String name = name(in);
        Integer index = names.get(name);
        if (index == null) {
            throw in.error(start, "a reference to group " + name + ", which there is not");
        }
        return index;
    }

    private static String name(RegexScanner in) {
        int start = in.position();
        StringBuilder name = new StringBuilder();
        while (!in.take('>')) {
            if (in.atEnd()) {
                throw in.error(start, "a group name without its >");
            }
            int c = in.next();
            if (c == '\\') {
                c = in.take('u') ? RegexEscapes.unicode(in, start) : -1;
            }
            boolean allowed =
                    c == '$'
                            || c == '_'
                            || (name.isEmpty()
                                    ? Character.isUnicodeIdentifierStart(c)
                                    : Character.isUnicodeIdentifierPart(c));
            if (!allowed) {
                throw in.error(start, "a group name that is not an identifier");
            }
            name.appendCodePoint(c);
        }
        if (name.isEmpty()) {
            throw in.error(start, "an empty group name");
        }
        return name.toString();
    }
}
