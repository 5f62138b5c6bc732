package dev.alkdev.operations.hub;

import dev.alkdev.operations.openapi.Credential;

/** How a hub authenticates to an API. Immutable; threads may share it. */
@ByKind(value = "a kind of credential", standard = "fixed")
@Form(title = "an object with bearer, basic or apiKey", example = "{'bearer': '${PETSTORE_TOKEN}'}")
public interface AuthConfig {
    Credential credential();
}
