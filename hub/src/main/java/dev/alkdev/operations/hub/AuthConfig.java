package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ByKind;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.web.CredentialSupplier;

/** How a hub authenticates to an API. Immutable; threads may share it. */
@ByKind(value = "a kind of credential", standard = "fixed")
@Form(
        title = "an object with bearer, basic, oauth or apiKey",
        example = "{'bearer': '${PETSTORE_TOKEN}'}")
public interface AuthConfig {
    /** Gives the credential of each request. */
    CredentialSupplier open();

    /** Configures a service to use it. */
    default void applyTo(HttpServiceOptions.Builder service) {
        service.credentials(open());
    }
}
