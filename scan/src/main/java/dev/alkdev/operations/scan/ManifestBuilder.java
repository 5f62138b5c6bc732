package dev.alkdev.operations.scan;

import dev.alkdev.operations.scan.OperationManifest.Failure;
import dev.alkdev.operations.scan.OperationManifest.Found;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts findings together; of two operations with one id the first is taken. */
final class ManifestBuilder {
    private final List<Found> found = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<String, String> files = new HashMap<>();

    void add(List<Found> more, List<Failure> wrong) {
        for (Found each : more) {
            String first = files.putIfAbsent(each.spec().id(), each.file());
            if (first == null) {
                found.add(each);
            } else {
                String reason = each.spec().id() + " is declared twice, first in " + first;
                failures.add(new Failure(each.file(), "", reason));
            }
        }
        failures.addAll(wrong);
    }

    void fail(Failure failure) {
        failures.add(failure);
    }

    boolean isEmpty() {
        return found.isEmpty() && failures.isEmpty();
    }

    OperationManifest manifest() {
        return new OperationManifest(found, failures);
    }
}
