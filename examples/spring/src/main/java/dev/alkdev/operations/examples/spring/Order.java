package dev.alkdev.operations.examples.spring;

/** An order of the shop. */
public record Order(String id, String part, int pieces, String customer) {}
