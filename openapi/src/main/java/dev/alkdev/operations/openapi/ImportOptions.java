package dev.alkdev.operations.openapi;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What is imported from a document, and the limits of reading it. Immutable; threads may share it.
 *
 * <pre>{@code
 * ImportOptions reading = ImportOptions.builder()
 *         .filter(operation -> operation.method().equals("GET"))
 *         .maxOperations(200)
 *         .build();
 * }</pre>
 */
public final class ImportOptions implements Cloneable {
    private static final ImportOptions DEFAULTS = builder().build();

    Predicate<ApiOperation> filter = Builder.ALL;
    Function<ApiOperation, String> rename = Builder.OWN_NAME;

    /** What of filter and rename fits none of some operations, for people to read. */
    Function<? super List<ApiOperation>, List<String>> unused = operations -> List.of();

    int maxOperations = 10_000;
    ReferenceRule references = ReferenceRule.nearby();
    long maxDocumentBytes = DocumentMemory.LONGEST_TEXT;
    Duration documentTimeout = Duration.ofSeconds(30);
    List<String> bodyTypes = List.of();
    boolean relaxedInput;

    private ImportOptions() {}

    private ImportOptions copy() {
        try {
            return (ImportOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public static ImportOptions defaults() {
        return DEFAULTS;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Whether every operation is imported under its own name. */
    boolean takesAllAsTheyAre() {
        return filter == Builder.ALL && rename == Builder.OWN_NAME;
    }

    /** Collects the options. For one thread. */
    public static final class Builder {
        @SuppressWarnings("UnnecessaryLambda") // known by its identity
        private static final Predicate<ApiOperation> ALL = operation -> true;

        private static final Function<ApiOperation, String> OWN_NAME = ApiOperation::name;

        private final ImportOptions made = new ImportOptions();

        private Builder() {}

        /** Imports only operations of this kind. */
        public Builder filter(Predicate<ApiOperation> filter) {
            made.filter = filter;
            return this;
        }

        /** Gives each operation its name; what it gives is normalized and made unique. */
        public Builder rename(Function<ApiOperation, String> rename) {
            made.rename = rename;
            return this;
        }

        /**
         * Reports which parts of filter and rename match none of a document's operations, each as a
         * sentence; they become problems of the import.
         */
        public Builder unused(Function<? super List<ApiOperation>, List<String>> unused) {
            made.unused = unused;
            return this;
        }

        /** More than this many, and nothing is imported; 10,000 unless given. */
        public Builder maxOperations(int maxOperations) {
            made.maxOperations = maxOperations;
            return this;
        }

        /** The other documents that may be read; those nearby unless given. */
        public Builder references(ReferenceRule references) {
            made.references = references;
            return this;
        }

        /**
         * Bounds the size of a document (a 16th of the heap, 64 MiB at the most), and the time to
         * fetch it from a URL (30 s). What its parsed form takes is always bounded by the heap.
         */
        public Builder limits(long maxDocumentBytes, Duration documentTimeout) {
            made.maxDocumentBytes = maxDocumentBytes;
            made.documentTimeout = documentTimeout;
            return this;
        }

        /**
         * The media types preferred for request bodies, best first, where a document offers
         * several; JSON first unless given.
         */
        public Builder bodyTypes(List<String> bodyTypes) {
            made.bodyTypes = List.copyOf(bodyTypes);
            return this;
        }

        /**
         * Whether an input may fit several alternatives of a {@code oneOf}: for documents whose
         * alternatives overlap, so that their own examples would be refused. The server decides.
         */
        public Builder relaxedInput(boolean relaxedInput) {
            made.relaxedInput = relaxedInput;
            return this;
        }

        public ImportOptions build() {
            return made.copy();
        }
    }
}
