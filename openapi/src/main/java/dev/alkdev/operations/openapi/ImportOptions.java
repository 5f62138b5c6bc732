package dev.alkdev.operations.openapi;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What is imported from a document, and how far reading it may go. Immutable; threads may share it.
 *
 * @param filter the operations that are imported
 * @param rename gives each operation its name; what it gives is normalized and made unique
 * @param maxOperations more than this many, and nothing is imported
 * @param references the other documents that may be read
 * @param maxDocumentBytes the size of one document at the most
 * @param documentTimeout the time to fetch one document from a URL
 * @param bodyTypes the media types preferred for request bodies, best first, where a document
 *     offers several; JSON comes first unless given
 * @param relaxedInput whether an input may fit several alternatives of a {@code oneOf}
 */
public record ImportOptions(
        Predicate<ApiOperation> filter,
        Function<ApiOperation, String> rename,
        int maxOperations,
        ReferenceRule references,
        long maxDocumentBytes,
        Duration documentTimeout,
        List<String> bodyTypes,
        boolean relaxedInput) {
    private static final ImportOptions DEFAULTS =
            new ImportOptions(
                    operation -> true,
                    ApiOperation::name,
                    10_000,
                    ReferenceRule.nearby(),
                    64L * 1024 * 1024,
                    Duration.ofSeconds(30),
                    List.of(),
                    false);

    public ImportOptions {
        bodyTypes = List.copyOf(bodyTypes);
    }

    public static ImportOptions defaults() {
        return DEFAULTS;
    }

    /** Whether every operation is imported under its own name. */
    boolean takesAllAsTheyAre() {
        return filter == DEFAULTS.filter && rename == DEFAULTS.rename;
    }

    /** Imports only operations of this kind. */
    public ImportOptions withFilter(Predicate<ApiOperation> filter) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                relaxedInput);
    }

    public ImportOptions withRename(Function<ApiOperation, String> rename) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                relaxedInput);
    }

    public ImportOptions withMaxOperations(int maxOperations) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                relaxedInput);
    }

    public ImportOptions withReferences(ReferenceRule references) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                relaxedInput);
    }

    /** Bounds the size of a document, and the time to fetch it. */
    public ImportOptions withLimits(long maxDocumentBytes, Duration documentTimeout) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                relaxedInput);
    }

    public ImportOptions withBodyTypes(String... bodyTypes) {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                List.of(bodyTypes),
                relaxedInput);
    }

    /**
     * Accepts inputs that fit several alternatives of a {@code oneOf}: for documents whose
     * alternatives overlap, so that their own examples would be refused. The server decides.
     */
    public ImportOptions withRelaxedInput() {
        return new ImportOptions(
                filter,
                rename,
                maxOperations,
                references,
                maxDocumentBytes,
                documentTimeout,
                bodyTypes,
                true);
    }
}
