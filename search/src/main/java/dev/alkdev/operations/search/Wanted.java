package dev.alkdev.operations.search;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a query asks for.
 *
 * @param groups its words, each with the words that may stand for it
 * @param worth all stems of all groups, with how much they are worth
 * @param intent what is to be done; null if it does not say
 * @param acts whether it begins with a verb we do not know: "pin a message"
 * @param ofCaller whether it is about whoever asks: "my", "me", "I"
 * @param joined the query without separators
 * @param words all words of the query
 */
record Wanted(
        List<Group> groups,
        Map<String, Double> worth,
        @Nullable Intent intent,
        boolean acts,
        boolean ofCaller,
        String joined,
        Set<String> words) {
    private static final Set<String> CALLER = Set.of("my", "me", "i", "mine");
    private static final Pattern QUESTION =
            Pattern.compile("^(what|which|who|how many|how much|where|when|is|are|does)\\b");
    private static final Pattern ACTION =
            Pattern.compile("^(how (do|can|to) (i )?)?[a-z-]+ (a|an|the|my|this)\\b");
    private static final int SHORTEST_CORRECTED = 4;

    /** Each word costs a look at all operations that have it; an unknown one, at all words. */
    private static final int MOST_WORDS = 32;

    private static final int MOST_CORRECTED = 5;

    /** Verbs are less specific than nouns. */
    private static final double VERB = 0.45;

    /**
     * One word of a query, or two that have a meaning together.
     *
     * @param stems what may stand for it, with how much each is worth
     * @param weight of the group
     * @param counted whether an operation without it lacks something
     */
    record Group(Map<String, Double> stems, double weight, boolean counted) {}

    static Wanted of(String query, Index index) {
        List<String> words = Words.of(query).stream().limit(MOST_WORDS).toList();
        List<String> telling = words.stream().filter(word -> !Words.isStopWord(word)).toList();
        List<Group> groups = phrases(words, telling.isEmpty());
        List<String> wanted = telling.isEmpty() && groups.isEmpty() ? words : telling;
        addGroups(wanted, isOpen(wanted, words), index, groups);
        Map<String, Double> worth = new HashMap<>();
        groups.forEach(
                group -> group.stems.forEach((stem, value) -> worth.merge(stem, value, Math::max)));
        String text = String.join(" ", words);
        Intent said = Intent.ofWords(words);
        boolean asks = said == null && QUESTION.matcher(text).find();
        return new Wanted(
                groups,
                worth,
                asks ? Intent.READ : said,
                said == null && !asks && ACTION.matcher(text).find(),
                words.stream().anyMatch(CALLER::contains),
                String.join("", words),
                Set.copyOf(words));
    }

    /** What words mean side by side; they lack nothing if that is all that was asked for. */
    private static List<Group> phrases(List<String> words, boolean counted) {
        List<Group> groups = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            Map<String, Double> meaning =
                    Synonyms.of(Synonyms.phrase(words.get(i - 1), words.get(i)));
            if (!meaning.isEmpty()) {
                groups.add(new Group(meaning, 1, counted));
            }
        }
        return groups;
    }

    /** Whether the last word may not be written out yet: no stop word follows it. */
    private static boolean isOpen(List<String> wanted, List<String> words) {
        return !wanted.isEmpty() && wanted.getLast().equals(words.getLast());
    }

    private static void addGroups(
            List<String> words, boolean open, Index index, List<Group> groups) {
        int corrected = 0;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            boolean unknown = isUnknown(word, index);
            Map<String, Double> completed =
                    open && unknown && i == words.size() - 1
                            ? Completion.of(word, index)
                            : Map.of();
            if (!completed.isEmpty()) {
                groups.add(new Group(completed, 1, true));
                continue;
            }
            boolean correct = unknown && word.length() >= SHORTEST_CORRECTED;
            groups.add(group(word, correct && corrected < MOST_CORRECTED, index));
            corrected += correct ? 1 : 0;
        }
    }

    private static boolean isUnknown(String word, Index index) {
        String stem = Stem.of(word);
        return index.find(stem) == null && Synonyms.of(stem).isEmpty();
    }

    private static Group group(String word, boolean correct, Index index) {
        String stem = Stem.of(word);
        Map<String, Double> stems = new HashMap<>();
        stems.put(stem, 1.0);
        if (correct) {
            stems.putAll(Spelling.near(stem, index));
        }
        Map<String, Double> all = new HashMap<>(stems);
        stems.forEach(
                (known, worth) ->
                        Synonyms.of(known)
                                .forEach(
                                        (other, value) ->
                                                all.merge(other, value * worth, Math::max)));
        return new Group(all, Intent.ofStem(stem) == null ? 1 : VERB, true);
    }
}
