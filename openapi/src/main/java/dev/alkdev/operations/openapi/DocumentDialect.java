package dev.alkdev.operations.openapi;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The differences between the versions of OpenAPI. */
sealed interface DocumentDialect permits OpenApi3, Swagger2 {
    /** The members of a path item that are operations, named by their method in lower case. */
    Set<String> methods();

    /** Whether a member of a path item is one that it may have beside its methods. */
    boolean isKnown(String member);

    /** The parameters that stand beside the body, of one list of them. */
    List<Parameter> parameters(Place list);

    Optional<RequestBody> body(Place pathItem, Place operation);

    List<Answer> answers(Place operation);

    /** The servers of an operation, the first that can be used counts; at least one. */
    List<Server> servers(Place pathItem, Place operation);
}
