package dev.alkdev.operations.search;

/**
 * A word as it is written in texts, and what the index has for it.
 *
 * @param lower in lower case
 * @param stop whether it says nothing about what is looked for
 */
record Word(String lower, Term term, boolean stop) {}
