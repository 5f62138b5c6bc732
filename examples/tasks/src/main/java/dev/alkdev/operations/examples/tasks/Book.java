package dev.alkdev.operations.examples.tasks;

/**
 * A book of the library.
 *
 * @param isbn 13 digits
 * @param available whether it can be borrowed
 */
record Book(String isbn, String title, String author, int year, boolean available) {

    Book available(boolean available) {
        return new Book(isbn, title, author, year, available);
    }
}
