/** An example: an MCP server over stdio, made of ordinary operations. */
@NullMarked
package dev.alkdev.operations.examples.notes;

import org.jspecify.annotations.NullMarked;
