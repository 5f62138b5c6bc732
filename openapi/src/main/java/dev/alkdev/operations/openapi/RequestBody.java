package dev.alkdev.operations.openapi;

import java.util.List;

/** The body of a request in each of the media types it may have. */
record RequestBody(boolean required, String description, List<Content> contents) {}
