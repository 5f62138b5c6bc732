package dev.alkdev.operations.examples.spring;

/** What a customer wants. */
public record NewOrder(String part, int pieces) {}
