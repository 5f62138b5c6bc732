/**
 * Tests that every source and handler must pass, a leak check, and a clock driven by hand. For use
 * in tests, with JUnit.
 */
@NullMarked
package dev.alkdev.operations.testkit;

import org.jspecify.annotations.NullMarked;
