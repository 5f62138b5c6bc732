package dev.alkdev.operations.config;

/** A place in a text; line and column are counted from 1. */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);
}
