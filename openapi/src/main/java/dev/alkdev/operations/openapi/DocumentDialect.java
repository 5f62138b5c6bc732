package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.HeaderText;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads what differs between the versions of OpenAPI. For one thread. */
abstract sealed class DocumentDialect permits OpenApi3, Swagger2 {
    final Problems problems;

    DocumentDialect(Problems problems) {
        this.problems = problems;
    }

    /** The members of a path item that are operations, named by their method in lower case. */
    abstract Set<String> methods();

    /** Whether a member of a path item is one that it may have beside its methods. */
    abstract boolean isKnown(String member);

    /** The parameters that stand beside the body, of one list of them. */
    final List<Parameter> parameters(Place list) {
        List<Parameter> parameters = new ArrayList<>();
        for (Place item : list.items()) {
            resolve(item).flatMap(this::parameter).ifPresent(parameters::add);
        }
        return parameters;
    }

    abstract Optional<Parameter> parameter(Place place);

    abstract Optional<RequestBody> body(Place pathItem, Place operation);

    final List<Answer> answers(Place operation) {
        List<Answer> answers = new ArrayList<>();
        operation
                .child("responses")
                .forEachMember(
                        (status, place) -> {
                            if (!status.startsWith("x-")) {
                                resolve(place)
                                        .map(it -> answer(operation, status, it))
                                        .ifPresent(answers::add);
                            }
                        });
        return answers;
    }

    abstract Answer answer(Place operation, String status, Place place);

    /** The servers of an operation, the first that can be used counts; at least one. */
    abstract List<Server> servers(Place pathItem, Place operation);

    /** What a reference leads to; one that is broken is reported. */
    final Optional<Place> resolve(Place place) {
        try {
            return Optional.of(place.resolved());
        } catch (BrokenReferenceException broken) {
            problems.add(broken);
            return Optional.empty();
        }
    }

    final List<Place> resolvedItems(Place list) {
        return list.items().stream().map(this::resolve).flatMap(Optional::stream).toList();
    }

    /** Where a parameter is; null if it cannot be used, which is reported. */
    final @Nullable ParameterLocation location(Place parameter, Set<ParameterLocation> known) {
        String name = parameter.text("name");
        ParameterLocation location = ParameterLocation.find(parameter.text("in"));
        if (name == null || location == null || !known.contains(location)) {
            problems.add(Kind.UNUSABLE_PARAMETER, parameter, "needs a name and a known \"in\"");
            return null;
        }
        if (location == ParameterLocation.HEADER && HeaderText.isReserved(name)) {
            problems.add(Kind.UNUSABLE_PARAMETER, parameter, name + " is set by the HTTP client");
        }
        return location;
    }

    static String text(Place place, String member) {
        return Objects.requireNonNullElse(place.text(member), "");
    }
}
