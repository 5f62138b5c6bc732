package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;

import java.util.List;

/**
 * The operations of a document, ready to be registered.
 *
 * @param title the API's own name
 * @param version the API's own version
 * @param operations in the order of the document
 * @param problems what was found wrong on the way; {@link OpenApi#inspect} looks further
 */
public record ImportedApi(
        String title,
        String version,
        List<OperationBinding> operations,
        List<DocumentProblem> problems) {

    public ImportedApi {
        operations = List.copyOf(operations);
        problems = List.copyOf(problems);
    }

    /**
     * Registers all operations.
     *
     * @throws IllegalArgumentException if an id is taken
     */
    public void registerIn(OperationRegistry registry) {
        operations.forEach(registry::register);
    }
}
