package dev.alkdev.operations.search;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Ranks the operations of an index for one query: BM25 first, then what else speaks for each. */
final class Ranking {
    private static final double K1 = 1.2;
    private static final double B = 0.35;

    /** How much a word weighs that no operation has. */
    private static final double UNKNOWN = 3;

    /** So many of the best by their words are looked at closely. */
    static final int LOOKED_AT = 400;

    private static final double FITTING = 0.5;

    private final Index index;
    private final Wanted wanted;
    private final double[] scores;
    private final double[] covered;
    private double total;

    /** Which operations have a word of the group that is being added, and what it gives them. */
    private final int[] numbers;

    private final double[] best;
    private final PriorityQueue<Candidate> candidates;
    private int having;

    /**
     * An operation that may be a hit.
     *
     * @param coverage how much of the query its words cover
     */
    record Candidate(Document document, double score, double coverage) {
        static final Comparator<Candidate> BEST_FIRST =
                Comparator.comparingDouble(Candidate::score)
                        .reversed()
                        .thenComparing(each -> each.document.spec().id());
    }

    /** Finds the candidates. What it does later may be done when the index has changed. */
    Ranking(Index index, Wanted wanted) {
        this.index = index;
        this.wanted = wanted;
        this.scores = new double[index.end()];
        this.covered = new double[index.end()];
        this.numbers = new int[index.end()];
        this.best = new double[index.end()];
        this.candidates = find();
    }

    /** The operations with a word of the query, in the order of their words: the best is first. */
    PriorityQueue<Candidate> candidates() {
        return candidates;
    }

    private PriorityQueue<Candidate> find() {
        wanted.groups().forEach(this::add);
        List<Candidate> found = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            Document document = scores[i] == 0 ? null : index.document(i);
            if (document != null) {
                double covers = coverage(i);
                found.add(new Candidate(document, scores[i] * (0.35 + 0.65 * covers), covers));
            }
        }
        PriorityQueue<Candidate> ordered =
                new PriorityQueue<>(Math.max(1, found.size()), Candidate.BEST_FIRST);
        ordered.addAll(found);
        return ordered;
    }

    /** Looks closely at the best by their words. */
    SearchResult best(List<Candidate> candidates, int limit) {
        List<Candidate> hits =
                candidates.stream()
                        .map(each -> new Candidate(each.document, judged(each), each.coverage))
                        .sorted(Candidate.BEST_FIRST)
                        .toList();
        boolean fits = !hits.isEmpty() && hits.getFirst().coverage >= FITTING;
        return new SearchResult(
                hits.stream()
                        .limit(limit)
                        .map(hit -> new SearchHit(hit.document.spec(), hit.score))
                        .toList(),
                fits);
    }

    /** Of a word and its replacements, an operation is given the best only. */
    private void add(Wanted.Group group) {
        double rarest = 0;
        for (Map.Entry<String, Double> entry : group.stems().entrySet()) {
            Term term = index.find(entry.getKey());
            if (term != null) {
                double worth = index.rarity(term) * entry.getValue();
                rarest = Math.max(rarest, worth);
                addBest(term, worth * group.weight());
            }
        }
        double share = group.counted() ? (rarest == 0 ? UNKNOWN : rarest) * group.weight() : 0;
        total += share;
        for (int i = 0; i < having; i++) {
            int number = numbers[i];
            scores[number] += best[number];
            covered[number] += share;
            best[number] = 0;
        }
        having = 0;
    }

    private void addBest(Term term, double worth) {
        double average = index.averageLength();
        for (int i = 0; i < term.size(); i++) {
            int number = term.document(i);
            double length = index.length(number);
            if (length >= 0) {
                double weight = term.weight(i);
                double norm = K1 * (1 - B + B * length / average);
                double score = worth * weight * (K1 + 1) / (weight + norm);
                if (best[number] == 0) {
                    numbers[having++] = number;
                }
                best[number] = Math.max(best[number], score);
            }
        }
    }

    private double coverage(int number) {
        return total == 0 ? 0 : covered[number] / total;
    }

    private double judged(Candidate candidate) {
        Document document = candidate.document;
        double score = candidate.score;
        score *= 1 + 0.9 * share(document.title());
        score *= 1 + 0.5 * share(document.name());
        score *= sameName(document);
        score *= done(document);
        if (wanted.ofCaller()) {
            score *= document.traits().ofCaller() ? 1.25 : 1;
        } else if (document.traits().ofCaller()) {
            score *= 0.97;
        }
        if (wanted.words().contains(document.spec().namespace())) {
            score *= 1.4;
        }
        if (document.traits().deprecated()) {
            score *= 0.7;
        }
        return score * (1 - 0.015 * Math.min(20, Math.max(0, document.path().size() - 2)));
    }

    /** How much of a title or name was asked for. */
    private double share(List<Term> terms) {
        double asked = 0;
        double all = 0;
        for (Term term : terms) {
            double rarity = index.rarity(term);
            all += rarity;
            asked += rarity * wanted.worth().getOrDefault(term.stem(), 0.0);
        }
        return all == 0 ? 0 : asked / all;
    }

    private double sameName(Document document) {
        String joined = wanted.joined();
        String name = document.traits().joinedName();
        if (joined.equals(name) || joined.equals(document.spec().namespace() + name)) {
            return 3;
        }
        boolean part = name.startsWith(joined) || name.endsWith(joined);
        return joined.length() > 5 && part ? 1.6 : 1;
    }

    /** What is to be done against what it does. */
    private double done(Document document) {
        if (wanted.acts()) {
            return document.acts() ? 1.2 : 0.85;
        }
        Intent intent = wanted.intent();
        Intent requested = document.traits().requested();
        if (intent == null) {
            return unsaid(requested);
        }
        if (document.does(intent)) {
            return intent == Intent.LIST && requested == Intent.READ ? 1.125 : 1.25;
        }
        double other = requested == null ? 1 : 0.8;
        return intent == Intent.LIST && requested == Intent.READ ? other * 0.9 : other;
    }

    private static double unsaid(@Nullable Intent requested) {
        return switch (requested) {
            case LIST -> 1.08;
            case READ -> 1.04;
            case DELETE -> 0.95;
            case null, default -> 1;
        };
    }
}
