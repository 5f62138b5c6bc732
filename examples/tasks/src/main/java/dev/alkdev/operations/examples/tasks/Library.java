package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Books in memory, a bounded number of them, and who borrows them. Threads may share it. */
final class Library implements AutoCloseable {
    private static final int KEPT_EVENTS = 256;
    private static final List<Book> FIRST =
            List.of(
                    new Book(
                            "9780201896831",
                            "The Art of Computer Programming 1",
                            "Donald E. Knuth",
                            1997,
                            true),
                    new Book(
                            "9780131103627",
                            "The C Programming Language",
                            "Brian W. Kernighan",
                            1988,
                            true),
                    new Book(
                            "9780262510875",
                            "Structure and Interpretation of Computer Programs",
                            "Harold Abelson",
                            1996,
                            true),
                    new Book("9780134685991", "Effective Java", "Joshua Bloch", 2018, true));

    private final Mutex lock = new Mutex();
    private final TreeMap<String, Book> books = new TreeMap<>();
    private final EventLog<LoanEvent> loans = new EventLog<>(KEPT_EVENTS);
    private final Clock clock;
    private final int maximum;

    Library(Clock clock, int maximum) {
        this.clock = clock;
        this.maximum = maximum;
        FIRST.forEach(book -> books.put(book.isbn(), book));
    }

    EventLog<LoanEvent> loans() {
        return loans;
    }

    /** Those with the text in title or author, or all of them. */
    List<Book> find(@Nullable String text, @Nullable Boolean available) {
        String wanted = text == null ? "" : lower(text);
        try (Registration held = lock.hold()) {
            return books.values().stream()
                    .filter(book -> available == null || book.available() == available)
                    .filter(book -> lower(book.title() + " " + book.author()).contains(wanted))
                    .toList();
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    Book get(String isbn) {
        try (Registration held = lock.hold()) {
            Book book = books.get(isbn);
            if (book == null) {
                throw new LibraryProblem(404, "NO_SUCH_BOOK", "There is no book " + isbn);
            }
            return book;
        }
    }

    Book add(Book book) {
        try (Registration held = lock.hold()) {
            if (books.size() >= maximum) {
                throw new LibraryProblem(
                        409,
                        "LIBRARY_FULL",
                        "The library holds no more than " + maximum + " books");
            }
            if (books.putIfAbsent(book.isbn(), book) != null) {
                throw new LibraryProblem(
                        409, "BOOK_EXISTS", "There is a book " + book.isbn() + " already");
            }
            return book;
        }
    }

    /** Lends a book, or takes it back. */
    Book move(String isbn, LoanEvent.Kind kind) {
        boolean available = kind == LoanEvent.Kind.returned;
        try (Registration held = lock.hold()) {
            Book book = get(isbn);
            if (book.available() == available) {
                throw new LibraryProblem(
                        409,
                        "ALREADY_" + kind.name().toUpperCase(Locale.ROOT),
                        book.title() + " is " + kind + " already");
            }
            Book moved = book.available(available);
            books.put(isbn, moved);
            loans.append(sequence -> new LoanEvent(kind, isbn, book.title(), clock.instant()));
            return moved;
        }
    }

    @Override
    public void close() {
        loans.close();
    }
}
