package dev.alkdev.operations.examples.notes;

/**
 * A note.
 *
 * @param id a number that no other note has, or had
 */
public record Note(int id, String title, String text) {}
