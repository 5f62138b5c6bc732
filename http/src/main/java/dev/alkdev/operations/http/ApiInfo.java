package dev.alkdev.operations.http;

/** Title and version of the OpenAPI document. */
record ApiInfo(String title, String version) {}
