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

    /** Whether a word is useless for a search. */
    static boolean isStopWord(String word) {
        return STOP.contains(word);
    }

    /** Takes the parts of a text, each from its first character to past its last. */
    interface Parts {
        void part(char[] text, int begin, int end);
    }

    /** The words of a text, in lower case. */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        split(
                text.toCharArray(),
                0,
                text.length(),
                (all, begin, end) ->
                        words.add(new String(all, begin, end - begin).toLowerCase(Locale.ROOT)));
        return words;
    }

    /** Splits at everything that is no letter or digit, and within {@code camelCase}. */
    static void split(char[] text, int from, int to, Parts words) {
        int begin = -1;
        for (int i = from; i < to; i++) {
            char here = text[i];
            if (!isLetterOrDigit(here)) {
                if (begin >= 0) {
                    words.part(text, begin, i);
                    begin = -1;
                }
            } else if (begin < 0) {
                begin = i;
            } else if (isUpperCase(here) && isBoundary(text, i, to)) {
                words.part(text, begin, i);
                begin = i;
            }
        }
        if (begin >= 0) {
            words.part(text, begin, to);
        }
    }

    /** Most characters are in ASCII, which is quicker to see than to look up. */
    private static boolean isLetterOrDigit(char here) {
        return here < 128
                ? (here >= 'a' && here <= 'z')
                        || (here >= 'A' && here <= 'Z')
                        || (here >= '0' && here <= '9')
                : Character.isLetterOrDigit(here);
    }

    private static boolean isUpperCase(char here) {
        return here < 128 ? here >= 'A' && here <= 'Z' : Character.isUpperCase(here);
    }

    private static boolean isBoundary(char[] text, int at, int to) {
        return !isUpperCase(text[at - 1]) || (at + 1 < to && Character.isLowerCase(text[at + 1]));
    }

    /** The parts between slashes that are not empty. */
    static void splitPath(char[] path, int length, Parts segments) {
        int begin = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length || path[i] == '/') {
                if (i > begin) {
                    segments.part(path, begin, i);
                }
                begin = i + 1;
            }
        }
    }
}
