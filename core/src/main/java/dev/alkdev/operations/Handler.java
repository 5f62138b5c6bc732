package dev.alkdev.operations;

/** The code of an operation: a single result, or a stream of them. */
public sealed interface Handler permits OperationHandler, StreamHandler {}
