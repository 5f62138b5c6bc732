package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.MediaType;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One path and method of a document, read but not yet named. */
record OperationModel(
        String method,
        String path,
        Place place,
        List<Parameter> parameters,
        @Nullable RequestBody body,
        List<Answer> answers,
        List<Server> servers) {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "QUERY");

    Optional<String> operationId() {
        return Optional.ofNullable(place.text("operationId")).filter(id -> !id.isBlank());
    }

    /** Whether it is a query unless it streams: by its method, or because it declares it. */
    boolean reads() {
        return switch (place.text(HubDocument.TYPE, "")) {
            case "query" -> true;
            case "mutation" -> false;
            default -> SAFE.contains(method);
        };
    }

    String summary() {
        return place.text("summary", "");
    }

    String description() {
        return place.text("description", summary());
    }

    boolean deprecated() {
        return place.flag("deprecated");
    }

    List<String> tags() {
        List<String> tags = new ArrayList<>();
        HubDocument.tags(this).forEach(tag -> tags.add(tag.asString("")));
        return tags;
    }

    /**
     * The security requirements of the operation, or else of the document; a missing node if there
     * are none.
     */
    JsonNode security() {
        JsonNode own = place.node().path("security");
        return own.isMissingNode() ? place.mainRoot().node().path("security") : own;
    }

    /** The response whose content is the result: the first 2xx that has one, else the default. */
    Optional<Answer> success() {
        return firstRegular(false);
    }

    /** The responses that are results: all 2xx; without any, the default. */
    List<Answer> results() {
        List<Answer> declared = answers.stream().filter(Answer::isSuccess).toList();
        return declared.isEmpty() ? answers.stream().filter(Answer::isDefault).toList() : declared;
    }

    /** The content of the result that is read unless the server sends another. */
    Optional<Content> result() {
        return success().flatMap(it -> it.best(false));
    }

    /** The response that streams events, if there is one. */
    Optional<Answer> stream() {
        return firstRegular(true);
    }

    private Optional<Answer> firstRegular(boolean events) {
        Answer fallback = null;
        boolean declared = false;
        for (Answer answer : answers) {
            boolean fits =
                    events ? answer.offers(MediaType::isEventStream) : !answer.contents().isEmpty();
            if (answer.isSuccess()) {
                declared = true;
                if (fits) {
                    return Optional.of(answer);
                }
            } else if (answer.isDefault() && fits) {
                fallback = answer;
            }
        }
        return declared ? Optional.empty() : Optional.ofNullable(fallback);
    }
}
