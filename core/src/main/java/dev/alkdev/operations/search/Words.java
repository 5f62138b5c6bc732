package dev.alkdev.operations.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Takes texts, ids and paths apart into lower-case words. */
final class Words {
    private static final Set<String> STOP =
            Set.of(
                    ("a am an the of to in on for with by from at and or is are was were be been do"
                         + " does did can could will would should how what which who when where why"
                         + " this that these those it its as i me my mine we our you your someone"
                         + " somebody anyone there here so if into onto each any all some please"
                         + " want need have has had s t per via about like them their his her than"
                         + " then also just not no one")
                            .split(" "));

    private Words() {}

    /** Whether a word says nothing about what is looked for. */
    static boolean isStopWord(String word) {
        return STOP.contains(word);
    }

    /** Splits at everything that is no letter or digit, and within {@code camelCase}. */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean letter = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
            if (begin >= 0 && (!letter || isBoundary(text, i))) {
                words.add(text.substring(begin, i).toLowerCase(Locale.ROOT));
                begin = -1;
            }
            if (letter && begin < 0) {
                begin = i;
            }
        }
        return words;
    }

    private static boolean isBoundary(String text, int at) {
        char here = text.charAt(at);
        char before = text.charAt(at - 1);
        if (!Character.isUpperCase(here)) {
            return false;
        }
        return !Character.isUpperCase(before)
                || (at + 1 < text.length() && Character.isLowerCase(text.charAt(at + 1)));
    }

    /** The words that say something, as stems. */
    static List<String> stems(String text) {
        List<String> words = of(text);
        List<String> stems = new ArrayList<>(words.size());
        for (String word : words) {
            if (!isStopWord(word)) {
                stems.add(Stem.of(word));
            }
        }
        return stems;
    }
}
