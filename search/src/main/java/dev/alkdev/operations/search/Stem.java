package dev.alkdev.operations.search;

/** Brings the forms of an English word together: {@code creates, created, creating, creation}. */
final class Stem {
    private static final int SHORTEST = 4;
    private static final String[][] PLURALS = {
        {"ies", "y"}, {"sses", "ss"}, {"ches", "ch"}, {"shes", "sh"}, {"xes", "x"}, {"uses", "us"}
    };

    private Stem() {}

    static String of(String word) {
        if (word.length() < SHORTEST) {
            return word;
        }
        String stem = noun(verb(singular(word)));
        return stem.length() >= SHORTEST && stem.endsWith("e")
                ? stem.substring(0, stem.length() - 1)
                : stem;
    }

    private static String singular(String word) {
        if (word.charAt(word.length() - 1) != 's') {
            return word;
        }
        for (String[] plural : PLURALS) {
            if (word.endsWith(plural[0]) && word.length() > plural[0].length() + 1) {
                return cut(word, plural[0]) + plural[1];
            }
        }
        boolean one = word.endsWith("ss") || word.endsWith("us") || word.endsWith("is");
        return one ? word : cut(word, "s");
    }

    private static String verb(String word) {
        char last = word.charAt(word.length() - 1);
        if (last != 'g' && last != 'd') {
            return word;
        }
        for (String ending : new String[] {"ing", "ed"}) {
            String rest = word.endsWith(ending) ? cut(word, ending) : "";
            if (rest.length() > 2 && hasVowel(rest)) {
                return withoutDouble(rest);
            }
        }
        return word;
    }

    private static boolean hasVowel(String word) {
        for (int i = 0; i < word.length(); i++) {
            if ("aeiouy".indexOf(word.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static String withoutDouble(String word) {
        int last = word.length() - 1;
        boolean twice = last > 2 && word.charAt(last) == word.charAt(last - 1);
        return twice && "lsz".indexOf(word.charAt(last)) < 0 ? word.substring(0, last) : word;
    }

    private static String noun(String word) {
        if (word.endsWith("ation") && word.length() > 8) {
            return cut(word, "ation");
        }
        return word.endsWith("ion") && word.length() > 6 ? cut(word, "ion") : word;
    }

    private static String cut(String word, String ending) {
        return word.substring(0, word.length() - ending.length());
    }
}
