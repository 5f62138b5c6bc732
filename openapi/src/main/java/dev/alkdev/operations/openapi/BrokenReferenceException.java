package dev.alkdev.operations.openapi;

/** A reference that cannot be followed. Never leaves this package: it becomes a problem. */
final class BrokenReferenceException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient DocumentProblem problem;

    BrokenReferenceException(DocumentProblem problem) {
        super(problem.message(), null, false, false);
        this.problem = problem;
    }

    DocumentProblem problem() {
        return problem;
    }
}
