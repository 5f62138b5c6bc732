package dev.alkdev.operations.scan;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a scan has found, and what of it is wrong. Immutable; threads may share it.
 *
 * @param operations in the order of their files
 * @param failures what was left out
 */
public record OperationManifest(List<Found> operations, List<Failure> failures) {
    /**
     * An operation.
     *
     * @param file where it is declared: a path within the folder; for packages the name of a class
     * @param binding null if the file has only its spec
     */
    public record Found(OperationSpec spec, String file, @Nullable OperationBinding binding) {
        Found(OperationBinding binding, String file) {
            this(binding.spec(), file, binding);
        }
    }

    /**
     * Something that is wrong.
     *
     * @param file as in {@link Found#file()}
     * @param place the line, or the JSON pointer within a spec; empty if it is about the whole file
     * @param keptBefore whether the version before, which was right, is still in use
     */
    public record Failure(String file, String place, String reason, boolean keptBefore) {
        Failure(String file, String place, String reason) {
            this(file, place, reason, false);
        }

        Failure keeping() {
            return new Failure(file, place, reason, true);
        }

        /** File, place and reason. */
        @Override
        public String toString() {
            return file + ": " + told();
        }

        private String told() {
            return place.isEmpty() ? reason : place + ": " + reason;
        }
    }

    public OperationManifest {
        operations = List.copyOf(operations);
        failures = List.copyOf(failures);
    }

    /** The operations with a handler, for {@link OperationRegistry#registerAll}. */
    public List<OperationBinding> bindings() {
        return operations.stream().map(Found::binding).filter(Objects::nonNull).toList();
    }

    /** The operations without a handler, for {@link OperationRegistry#registerSpec}. */
    public List<OperationSpec> specs() {
        return operations.stream()
                .filter(found -> found.binding() == null)
                .map(Found::spec)
                .toList();
    }

    /** The failures by file, in words. */
    Map<String, String> leftOut() {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Failure failure : failures) {
            reasons.merge(failure.file(), failure.told(), (some, more) -> some + "\n" + more);
        }
        for (Failure failure : failures) {
            if (failure.keptBefore()) {
                reasons.computeIfPresent(failure.file(), (file, told) -> keeping(told));
            }
        }
        return reasons;
    }

    private static String keeping(String told) {
        String note = " (the version before is still served)";
        return told.endsWith(note) ? told : told + note;
    }
}
