package dev.alkdev.operations.code;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/** A type that is declared in a generated source. For one thread. */
abstract sealed class MadeType permits MadeRecord, MadeEnum, MadeUnion, MadeException {
    private final String wanted;
    private final String words;
    private String name = "";
    private @Nullable MadeType same;

    /**
     * @param wanted its name, unless another type has it
     * @param words what is said about it
     */
    MadeType(String wanted, String words) {
        this.wanted = wanted;
        this.words = words;
    }

    String wanted() {
        return wanted;
    }

    String words() {
        return words;
    }

    String name() {
        return name;
    }

    void name(String given) {
        name = given;
    }

    /** The one to use for it: itself unless it turned out to be the same as another. */
    MadeType settled() {
        return same == null ? this : same.settled();
    }

    /** Leaves its place to another one that is alike. */
    void become(MadeType other) {
        same = other;
        other.absorb(this);
    }

    /** Takes over what is only known of one that is alike. */
    void absorb(MadeType other) {}

    /** Whether another one of the same class is the same, but for its name and words. */
    abstract boolean isLike(MadeType other, Likenesses known);

    /**
     * Its declaration.
     *
     * @param imports gets what has to be imported for it
     */
    abstract String declaration(Set<String> imports);
}
