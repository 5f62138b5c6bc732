package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What normalization needs to know of one schema. */
final class Shape {
    final int types;
    final @Nullable ObjectCheck object;
    final @Nullable ItemsCheck items;
    final @Nullable Enumeration enumeration;
    final @Nullable JsonNode defaultValue;
    final @Nullable Discriminator discriminator;

    /** The checks that apply further schemas to the very same value. */
    final List<Check> inPlace;

    /** Whether only this schema's own keywords apply, the common case. */
    final boolean plain;

    private final boolean leavesOpen;
    private final Set<String> mentioned = new HashSet<>();

    Shape(Parts parts) {
        this.types = parts.types();
        this.object = parts.check(ObjectCheck.class);
        this.items = parts.check(ItemsCheck.class);
        this.enumeration = parts.check(Enumeration.class);
        this.defaultValue = parts.defaultValue();
        this.discriminator = parts.check(Discriminator.class);
        List<Check> applying = new ArrayList<>();
        for (Check check : parts.checks()) {
            if (appliesInPlace(check)) {
                applying.add(check);
            }
        }
        this.inPlace = List.copyOf(applying);
        this.plain = inPlace.isEmpty() && parts.entered() == null;
        this.leavesOpen = allowsOthers(parts);
        addMentioned(parts);
    }

    private void addMentioned(Parts parts) {
        if (object != null) {
            for (ObjectCheck.Property property : object.properties()) {
                mentioned.add(property.name());
            }
        }
        for (Check check : parts.checks()) {
            if (check instanceof DependentRequired dependent) {
                mentioned.addAll(dependent.names());
            } else if (check instanceof Dependency dependency) {
                mentioned.add(dependency.trigger());
                mentioned.addAll(dependency.schema().shape().mentioned);
            }
        }
    }

    /** Whether this schema names a property, be it only as one that others depend on. */
    boolean mentions(String name) {
        return mentioned.contains(name);
    }

    private static boolean appliesInPlace(Check check) {
        return check instanceof Reference
                || check instanceof Combination
                || check instanceof Conditional
                || check instanceof Discriminator
                || check instanceof Dependency;
    }

    private boolean allowsOthers(Parts parts) {
        Compiled additional = object == null ? null : object.additional();
        if (additional != null && !additional.isNever()) {
            return true;
        }
        for (Check check : parts.checks()) {
            if (check instanceof UnevaluatedCheck rest
                    && rest.isForProperties()
                    && !rest.rest().isNever()) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is an {@code anyOf} or {@code oneOf}. */
    boolean hasAlternatives() {
        for (Check check : inPlace) {
            if (check instanceof Combination combination
                    && combination.mode() != Combination.Mode.ALL) {
                return true;
            }
        }
        return false;
    }

    /** Whether this schema declares properties. */
    boolean declares() {
        return object != null && object.declares();
    }

    /** Whether this schema allows others. */
    boolean leavesOpen() {
        return leavesOpen;
    }

    /** Whether a property that is not known here is to be stripped, going by this schema alone. */
    boolean strips() {
        return declares() && !leavesOpen;
    }
}
