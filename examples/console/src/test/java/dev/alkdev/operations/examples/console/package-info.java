/** The web console of a real hub in a real browser. */
package dev.alkdev.operations.examples.console;
