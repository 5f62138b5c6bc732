package dev.alkdev.operations;

/**
 * A handler that makes the JSON of each result anew, so that it need not be copied before a caller
 * may change it.
 */
interface FreshResults {}
