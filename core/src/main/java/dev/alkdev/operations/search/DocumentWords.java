package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Weighs the words of an operation by where they stand. */
final class DocumentWords {
    private static final double NAME = 3;
    private static final double TITLE = 3.5;
    private static final double FIRST_SENTENCE = 1.5;
    private static final double REST = 0.6;
    private static final double NAMESPACE = 1;
    private static final double PATH = 0.8;
    private static final double TAG = 0.8;

    /** How much of a long description is looked at, and of its first sentence. */
    private static final int LONGEST = 2_000;

    private static final int LONGEST_SENTENCE = 200;

    private static final Pattern MARKUP = Pattern.compile("<[^<>]{0,300}>|]\\([^()]{0,500}\\)");
    private static final Pattern VARIABLE = Pattern.compile("\\{[^{}]*}");

    private final Map<String, Double> weights = new HashMap<>();

    private DocumentWords() {}

    /** The stems of an operation, with how much each says about it. */
    static Map<String, Double> of(OperationSpec spec, Collection<String> aliases) {
        DocumentWords words = new DocumentWords();
        JsonNode meta = spec.meta().orElse(MissingNode.getInstance());
        List<String> name = Words.of(spec.name());
        words.add(name.stream().map(Stem::of).toList(), NAME);
        if (name.size() > 1) {
            words.add(List.of(Stem.of(String.join("", name))), NAME);
        }
        List<String> summary = Words.stems(spec.summary());
        words.add(summary, TITLE);
        words.add(Words.stems(spec.namespace()), NAMESPACE);
        String path = meta.path("path").asString("");
        words.add(
                Words.stems(path.indexOf('{') < 0 ? path : VARIABLE.matcher(path).replaceAll(" ")),
                PATH);
        spec.tags().forEach(tag -> words.add(Words.stems(tag), TAG));
        aliases.forEach(alias -> words.add(Words.stems(alias), TITLE));
        words.addDescription(plain(spec.description()), summary);
        return words.weights;
    }

    private static String plain(String description) {
        String begin = description.substring(0, Math.min(LONGEST, description.length()));
        boolean isPlain = begin.indexOf('<') < 0 && !begin.contains("](");
        return isPlain ? begin : MARKUP.matcher(begin).replaceAll(" ");
    }

    private void addDescription(String text, List<String> summary) {
        int end = text.indexOf(". ");
        int first = end >= 0 ? end + 1 : text.length();
        String sentence = text.substring(0, Math.min(first, LONGEST_SENTENCE));
        List<String> stems = Words.stems(sentence);
        if (!stems.equals(summary)) {
            add(stems, FIRST_SENTENCE);
        }
        addRest(Words.stems(text.substring(sentence.length())));
    }

    /** A word that is repeated in a long text says little more. */
    private void addRest(List<String> stems) {
        Map<String, Integer> counts = new HashMap<>();
        stems.forEach(stem -> counts.merge(stem, 1, Integer::sum));
        counts.forEach(
                (stem, count) -> {
                    int counted = Math.min(3, count);
                    weights.merge(stem, REST * counted / (counted + 0.5), Double::sum);
                });
    }

    /** A word counts twice at most. */
    private void add(List<String> stems, double weight) {
        Set<String> once = new HashSet<>();
        Set<String> twice = new HashSet<>();
        for (String stem : stems) {
            if (once.add(stem) || twice.add(stem)) {
                weights.merge(stem, weight, Double::sum);
            }
        }
    }
}
