package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationSpec;

import java.util.List;

/**
 * What a document offers, and everything that is wrong with it.
 *
 * @param specification the version of OpenAPI it is written in
 * @param title the API's own name
 * @param version the API's own version
 * @param operations those that work, in the order of the document
 */
public record OpenApiReport(
        String specification,
        String title,
        String version,
        List<OperationSpec> operations,
        List<DocumentProblem> problems) {

    public OpenApiReport {
        operations = List.copyOf(operations);
        problems = List.copyOf(problems);
    }
}
