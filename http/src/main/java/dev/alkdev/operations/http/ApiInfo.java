package dev.alkdev.operations.http;

/** What the OpenAPI document calls the whole. */
record ApiInfo(String title, String version) {}
