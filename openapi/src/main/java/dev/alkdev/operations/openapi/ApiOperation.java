package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationType;

import java.util.List;
import java.util.Optional;

/**
 * An operation as a document has it, to be filtered and renamed by.
 *
 * @param name the name it will have unless renamed
 * @param operationId as in the document
 * @param method in upper case
 * @param path as in the document, with {@code {placeholders}}
 */
public record ApiOperation(
        String name,
        Optional<String> operationId,
        String method,
        String path,
        List<String> tags,
        OperationType type,
        boolean deprecated) {

    public ApiOperation {
        tags = List.copyOf(tags);
    }
}
