/** The server and the client that the public MCP conformance suite is run against. */
@NullMarked
package dev.alkdev.operations.examples.conformance;

import org.jspecify.annotations.NullMarked;
