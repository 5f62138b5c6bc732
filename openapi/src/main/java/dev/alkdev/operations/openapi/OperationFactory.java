package dev.alkdev.operations.openapi;

import dev.alkdev.operations.Delivery;
import dev.alkdev.operations.ErrorSpec;
import dev.alkdev.operations.NodePath;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationSpecBuilder;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes operations from what was read of a document. For one thread. */
final class OperationFactory {
    private final HttpServiceOptions service;
    private final ApiDocuments documents;
    private final SchemaParts parts;
    private final OutputSchemas outputs;
    private final Servers servers;
    final Presets presets;
    private final String version;
    private final IdentityHashMap<Answer, ErrorSpec> knownErrors = new IdentityHashMap<>();

    OperationFactory(HttpServiceOptions service, ApiDocuments documents, Problems problems) {
        Place root = Place.root(documents.main);
        this.service = service;
        this.documents = documents;
        this.parts = new SchemaParts(problems);
        this.outputs = new OutputSchemas(documents.responses, parts);
        this.servers = new Servers(service, problems, documents.main.uri());
        this.presets = new Presets(service, root);
        this.version = root.node().path("info").path("version").asString("");
    }

    OperationBinding binding(NamedOperation operation) {
        OperationModel model = operation.model();
        Presets.Sorted parameters = presets.sort(model.parameters());
        InputShape shape = InputShape.of(model, parameters, parts, service);
        ObjectShape merged = shape.merged();
        documents.size.add(merged == null ? 0 : merged.properties().size());
        String id = id(operation);
        Target target = servers.target(model);
        HttpCaller caller =
                new HttpCaller(
                        id,
                        () -> new RequestPlan(model, target, shape, headers(operation, service)),
                        service,
                        errors(model));
        if (operation.type() == OperationType.SUBSCRIPTION) {
            Content events = model.stream().flatMap(it -> it.best(true)).orElseThrow();
            EventData data = EventData.of(events);
            OutputSchemas.Output output = outputs.ofEvents(data, id);
            return binding(
                    OperationBinding.of(
                            spec(operation, id, shape, output),
                            new SseOperation(caller, data, asksInBody(operation, shape))),
                    output);
        }
        OutputSchemas.Output output = outputs.ofResults(model, id);
        OperationSpec spec = spec(operation, id, shape, output);
        return binding(
                OperationBinding.of(
                        spec,
                        new HttpOperation(
                                caller,
                                Delivery.MAY_HAVE_STARTED.allowsRetry(spec),
                                HubDocument.describes(model),
                                model.result().map(Content::type).orElse(MediaType.parse("")),
                                statuses(model))),
                output);
    }

    private String id(NamedOperation operation) {
        String own = operation.model().operationId().orElse("");
        boolean kept =
                service.keepIds
                        && HubDocument.describes(operation.model())
                        && operation.name().equals(OperationNames.normalize(own))
                        && own.indexOf('.') > 0;
        return kept ? own : service.namespace() + "." + operation.name();
    }

    private OperationBinding binding(OperationBinding plain, OutputSchemas.Output output) {
        OperationBinding binding =
                output.chosen() == null ? plain : plain.withOutputSchemas(output.chosen());
        return service.normalize == null ? binding : binding.normalizing(service.normalize);
    }

    private static Set<Integer> statuses(OperationModel model) {
        return model.answers().stream()
                .map(Answer::code)
                .filter(code -> code > 0 && code < 400)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Static headers, the credential-free part of every request. */
    private static List<String> headers(NamedOperation operation, HttpServiceOptions service) {
        boolean streams = operation.type() == OperationType.SUBSCRIPTION;
        List<String> headers = new ArrayList<>();
        service.headers.forEach((name, value) -> headers.addAll(List.of(name, value)));
        headers.addAll(List.of("Accept", accept(operation)));
        headers.addAll(List.of("Accept-Encoding", streams ? "identity" : "gzip, deflate"));
        return headers;
    }

    private static String accept(NamedOperation operation) {
        if (operation.type() == OperationType.SUBSCRIPTION) {
            return "text/event-stream";
        }
        List<String> types = new ArrayList<>();
        for (Content content :
                operation.model().success().map(Answer::contents).orElse(List.of())) {
            if (!content.type().isEventStream()) {
                int place = content.type().name().equals("application/json") ? 0 : types.size();
                types.add(place, content.type().text().trim());
            }
        }
        return types.isEmpty()
                ? "application/json, */*;q=0.5"
                : String.join(", ", types) + ", */*;q=0.1";
    }

    private OperationSpec spec(
            NamedOperation operation, String id, InputShape shape, OutputSchemas.Output output) {
        OperationModel model = operation.model();
        OperationSpecBuilder spec =
                OperationSpec.builder(operation.type(), id)
                        .describedAs(model.description())
                        .tags(model.tags().toArray(String[]::new))
                        .input(documents.requests.compose(shape.schema(), "the input of " + id))
                        .output(output.published())
                        .access(service.access)
                        .meta(meta(model));
        if (!version.isBlank()) {
            spec.version(version);
        }
        if (!model.summary().isEmpty()) {
            spec.title(model.summary());
        }
        errors(model).forEach(it -> spec.fails(knownErrors.computeIfAbsent(it, e -> error(e, id))));
        if (service.keepIds && HubDocument.describes(model)) {
            errors(model).forEach(it -> ownErrors(it, id).forEach(spec::fails));
        }
        return spec.build();
    }

    private List<ErrorSpec> ownErrors(Answer answer, String id) {
        return HubDocument.errors(answer).entrySet().stream()
                .map(
                        error ->
                                ErrorSpec.of(error.getKey(), answer.description())
                                        .withSchema(
                                                documents.responses.compose(
                                                        parts.part(error.getValue()),
                                                        "an error of " + id))
                                        .withHttpStatus(answer.code()))
                .toList();
    }

    private static List<Answer> errors(OperationModel model) {
        boolean fallback = model.success().filter(Answer::isDefault).isPresent();
        return model.answers().stream()
                .filter(it -> it.isError() || (it.isDefault() && !fallback))
                .toList();
    }

    private ErrorSpec error(Answer answer, String id) {
        JsonNode body = outputs.published(answer);
        ErrorSpec error =
                ErrorSpec.of(answer.errorCode(), answer.description())
                        .withSchema(
                                documents.responses.compose(details(body), "an error of " + id));
        int status = answer.code();
        if (status == 0 && !answer.status().startsWith("5")) {
            return error;
        }
        // An error of the API's caller is one of ours; what went wrong between us and it is not.
        boolean callers = status >= 400 && status < 500 && status != 401 && status != 407;
        return error.withHttpStatus(callers ? status : 502);
    }

    /** What the details of a failed call hold, with the body that the document declares. */
    private static ObjectNode details(JsonNode body) {
        ObjectNode details = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = details.putObject("properties");
        properties.putObject("statusCode").put("type", "integer");
        properties.putObject("headers").put("type", "object");
        properties.set("body", body);
        properties.putObject("retryAfterMs").put("type", "integer");
        details.putArray("required").add("statusCode").add("headers").add("body");
        return details;
    }

    private static ObjectNode meta(OperationModel model) {
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        model.operationId().ifPresent(id -> meta.put("operationId", id));
        meta.put("method", model.method()).put("path", model.path());
        JsonNode security = model.security();
        if (!security.isMissingNode()) {
            meta.set("security", security);
        }
        if (model.success().filter(Answer::linked).isPresent()) {
            meta.put("paging", "link");
        }
        if (model.deprecated()) {
            meta.put("deprecated", true);
        }
        ArrayNode via = HubDocument.via(model);
        if (!via.isEmpty()) {
            meta.set(NodePath.KEY, via);
        }
        return meta;
    }

    /** Where one operation answers both ways, its body selects one. */
    private boolean asksInBody(NamedOperation operation, InputShape shape) {
        Content body = shape.body();
        if (!operation.derived() || body == null) {
            return false;
        }
        return ObjectShape.of(body.schema(), parts)
                .filter(it -> it.properties().containsKey("stream"))
                .isPresent();
    }
}
