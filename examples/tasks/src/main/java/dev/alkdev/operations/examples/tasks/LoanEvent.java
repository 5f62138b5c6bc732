package dev.alkdev.operations.examples.tasks;

import java.time.Instant;

/** A book that was borrowed or given back. */
record LoanEvent(Kind kind, String isbn, String title, Instant at) {

    /** What can happen to a book, as it is called on the wire. */
    enum Kind {
        borrowed,
        returned
    }
}
