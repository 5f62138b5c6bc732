package dev.alkdev.operations.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * Which stream to read, and how.
 *
 * @param after the event id to resume after; null to begin as the operation does
 * @param envelopes whether items are envelopes, not data alone
 */
record StreamRequest(String id, JsonNode input, @Nullable String after, boolean envelopes) {}
