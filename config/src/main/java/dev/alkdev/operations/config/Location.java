package dev.alkdev.operations.config;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;

/**
 * A file or an http(s) URL: one of both is null. Immutable; threads may share it.
 *
 * @param file one that exists and can be read
 */
public record Location(@Nullable URI url, @Nullable Path file) {}
