package dev.alkdev.operations.search;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What the ranking looks at in one operation, beside its words in the index. */
final class Document {
    private final OperationSpec spec;
    private final List<Term> title;
    private final List<Term> name;
    private final Request request;

    /** Made when first asked for: most operations are never among the best. */
    private @Nullable Traits traits;

    /**
     * The request that an operation makes.
     *
     * @param method in upper case; empty if it makes none
     * @param path its segments, with {@code {}} for variables
     */
    record Request(String method, List<String> path) {}

    /**
     * An operation.
     *
     * @param title the terms of its title, or of what stands for one
     * @param name the terms of its name
     */
    Document(OperationSpec spec, List<Term> title, List<Term> name, Request request) {
        this.spec = spec;
        this.title = title;
        this.name = name;
        this.request = request;
    }

    OperationSpec spec() {
        return spec;
    }

    List<Term> title() {
        return title;
    }

    List<Term> name() {
        return name;
    }

    String method() {
        return request.method();
    }

    List<String> path() {
        return request.path();
    }

    Traits traits() {
        Traits made = traits;
        if (made == null) {
            // Two threads may make the same; either is right.
            made = Traits.of(spec);
            traits = made;
        }
        return made;
    }

    boolean does(Intent wanted) {
        return wanted.includes(traits().said()) || wanted.includes(traits().requested());
    }

    /** Whether it changes something, other than by deleting it. */
    boolean acts() {
        return spec.type() != OperationType.QUERY && traits().requested() != Intent.DELETE;
    }
}
