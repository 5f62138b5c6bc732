package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/** Ranks the operations of an index for one query: BM25 first, then what else speaks for each. */
final class Ranking {
    private static final double K1 = 1.2;
    private static final double B = 0.35;

    /** How much a word weighs that no operation has. */
    private static final double UNKNOWN = 3;

    /** So many of the best by their words are looked at closely. */
    private static final int LOOKED_AT = 400;

    private static final double FITTING = 0.5;

    private final Index index;
    private final Wanted wanted;
    private final double[] scores;
    private final double[] covered;
    private double total;

    private record Candidate(int number, double score) {}

    Ranking(Index index, Wanted wanted) {
        this.index = index;
        this.wanted = wanted;
        this.scores = new double[index.end()];
        this.covered = new double[index.end()];
    }

    SearchResult best(int limit, Predicate<? super OperationSpec> usable) {
        wanted.groups().forEach(this::add);
        List<Candidate> hits = new ArrayList<>();
        for (Candidate candidate : candidates(usable)) {
            Document document = index.document(candidate.number);
            if (document != null) {
                hits.add(new Candidate(candidate.number, judged(document, candidate)));
            }
        }
        hits.sort(
                Comparator.comparingDouble(Candidate::score)
                        .reversed()
                        .thenComparing(hit -> id(hit.number)));
        boolean fits = !hits.isEmpty() && coverage(hits.getFirst().number) >= FITTING;
        return new SearchResult(
                hits.stream().limit(limit).map(hit -> hit(hit.number, hit.score)).toList(), fits);
    }

    private String id(int number) {
        Document document = index.document(number);
        return document == null ? "" : document.spec().id();
    }

    private SearchHit hit(int number, double score) {
        Document document = index.document(number);
        if (document == null) {
            throw new IllegalStateException("document " + number + " is gone");
        }
        return new SearchHit(document.spec(), score);
    }

    /** Of a word and those that may stand for it, an operation is given the best only. */
    private void add(Wanted.Group group) {
        double[] best = new double[scores.length];
        double rarest = 0;
        double average = index.averageLength();
        for (Map.Entry<String, Double> entry : group.stems().entrySet()) {
            Term term = index.find(entry.getKey());
            if (term != null) {
                double worth = index.rarity(term) * entry.getValue();
                rarest = Math.max(rarest, worth);
                addBest(term, worth * group.weight(), average, best);
            }
        }
        double share = group.counted() ? (rarest == 0 ? UNKNOWN : rarest) * group.weight() : 0;
        total += share;
        for (int i = 0; i < best.length; i++) {
            if (best[i] > 0) {
                scores[i] += best[i];
                covered[i] += share;
            }
        }
    }

    private void addBest(Term term, double worth, double average, double[] best) {
        for (int i = 0; i < term.size(); i++) {
            int number = term.document(i);
            Document document = index.document(number);
            if (document != null) {
                double weight = term.weight(i);
                double norm = K1 * (1 - B + B * document.length() / average);
                best[number] = Math.max(best[number], worth * weight * (K1 + 1) / (weight + norm));
            }
        }
    }

    private double coverage(int number) {
        return total == 0 ? 0 : covered[number] / total;
    }

    private List<Candidate> candidates(Predicate<? super OperationSpec> usable) {
        PriorityQueue<Candidate> best =
                new PriorityQueue<>(Comparator.comparingDouble(Candidate::score));
        for (int i = 0; i < scores.length; i++) {
            double score = scores[i] * (0.35 + 0.65 * coverage(i));
            boolean full = best.size() == LOOKED_AT;
            Document document = score == 0 ? null : index.document(i);
            if (document != null
                    && (!full || score > best.element().score)
                    && usable.test(document.spec())) {
                if (full) {
                    best.remove();
                }
                best.add(new Candidate(i, score));
            }
        }
        return List.copyOf(best);
    }

    private double judged(Document document, Candidate candidate) {
        double score = candidate.score;
        score *= 1 + 0.9 * share(document.title());
        score *= 1 + 0.5 * share(document.name());
        score *= sameName(document);
        score *= done(document);
        if (wanted.ofCaller()) {
            score *= document.ofCaller() ? 1.25 : 1;
        } else if (document.ofCaller()) {
            score *= 0.97;
        }
        if (wanted.words().contains(document.spec().namespace())) {
            score *= 1.4;
        }
        if (document.deprecated()) {
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
        String name = document.joinedName();
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
        Intent requested = document.requested();
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
