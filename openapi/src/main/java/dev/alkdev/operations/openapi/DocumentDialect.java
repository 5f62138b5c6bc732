package dev.alkdev.operations.openapi;

import java.util.List;
import java.util.Optional;

/** How one version of OpenAPI says the same things. */
sealed interface DocumentDialect permits OpenApi3, Swagger2 {
    /** The parameters that stand beside the body, of one list of them. */
    List<Parameter> parameters(Place list);

    Optional<RequestBody> body(Place pathItem, Place operation);

    List<Answer> answers(Place operation);

    /** The URL that an operation's path is appended to; it may be relative or have variables. */
    Optional<String> server(Place pathItem, Place operation);
}
