/**
 * MCP in and out: tools of MCP servers as operations, and the operations of a registry as an MCP
 * server, for the protocol versions 2024-11-05 to 2026-07-28.
 */
@NullMarked
package dev.alkdev.operations.mcp;

import org.jspecify.annotations.NullMarked;
