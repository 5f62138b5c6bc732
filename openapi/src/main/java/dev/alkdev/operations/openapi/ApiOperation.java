package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * An operation as a document has it, to be filtered and renamed by.
 *
 * @param name the name it will have unless renamed
 * @param operationId as in the document; null if it has none
 * @param method in upper case
 * @param path as in the document, with {@code {placeholders}}
 */
public record ApiOperation(
        String name,
        @Nullable String operationId,
        String method,
        String path,
        List<String> tags,
        OperationType type,
        boolean deprecated) {

    public ApiOperation {
        tags = List.copyOf(tags);
    }
}
