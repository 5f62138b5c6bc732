package dev.alkdev.operations.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Other words for a word. Of the file {@code synonyms.txt}: words in one line mean each other;
 * words before {@code >} also mean those after it; {@code two_words} stand side by side.
 */
final class Synonyms {
    private static final double ALIKE = 0.7;
    private static final double ALSO = 0.8;
    private static final double PHRASE = 0.9;
    private static final Map<String, Map<String, Double>> BY_STEM = read();

    private Synonyms() {}

    /** The stems of other words for a stem or {@code a_phrase}, with how much each is worth. */
    static Map<String, Double> of(String stem) {
        return BY_STEM.getOrDefault(stem, Map.of());
    }

    /** As a key of the file: {@code two_words} unchanged, one word as its stem. */
    static String phrase(String first, String second) {
        return first + '_' + second;
    }

    private static Map<String, Map<String, Double>> read() {
        Map<String, Map<String, Double>> all = new HashMap<>();
        text().lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> add(line, all));
        return all;
    }

    private static String text() {
        try (InputStream file = Synonyms.class.getResourceAsStream("synonyms.txt")) {
            return new String(
                    Objects.requireNonNull(file, "synonyms.txt").readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(String line, Map<String, Map<String, Double>> all) {
        int arrow = line.indexOf('>');
        List<String> from =
                List.of(line.substring(0, arrow < 0 ? line.length() : arrow).strip().split("\\s+"));
        List<String> to =
                arrow < 0 ? from : List.of(line.substring(arrow + 1).strip().split("\\s+"));
        for (String word : from) {
            boolean phrase = word.indexOf('_') >= 0;
            double worth = phrase ? PHRASE : arrow < 0 ? ALIKE : ALSO;
            Map<String, Double> others =
                    all.computeIfAbsent(phrase ? word : Stem.of(word), key -> new HashMap<>());
            to.stream()
                    .filter(other -> !other.equals(word) && other.indexOf('_') < 0)
                    .forEach(other -> others.merge(Stem.of(other), worth, Math::max));
        }
    }
}
