package dev.alkdev.operations.openapi;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.openapi.SnapshotDifference.Snapshot;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaException;
import dev.alkdev.operations.schema.SchemaOptions;
import dev.alkdev.operations.schema.SchemaPart;
import dev.alkdev.operations.web.MediaType;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/** One import of one document. For one thread. */
final class ApiImport {
    private static final Set<String> KNOWN_VERSIONS = Set.of("3.0", "3.1", "3.2");

    private final HttpServiceOptions service;
    final ApiDocuments documents;
    private final Place root;
    final Problems problems = new Problems();
    private final List<OperationModel> models;

    ApiImport(ApiDocuments documents, HttpServiceOptions service) {
        this.service = service;
        this.documents = documents;
        this.root = Place.root(documents.main);
        OperationReader reader =
                documents.swagger
                        ? new Swagger2(problems)
                        : new OpenApi3(problems, service.serverVariables);
        if (!documents.swagger && !KNOWN_VERSIONS.contains(minor(documents.specification()))) {
            problems.add(
                    Kind.UNSUPPORTED,
                    root.child("openapi"),
                    "3.0, 3.1 and 3.2 are known; what is new in "
                            + documents.specification()
                            + " is not understood");
        }
        this.models = reader.read(root);
    }

    static ApiImport read(DocumentSource source, HttpServiceOptions service) {
        DocumentLoader loader = new DocumentLoader(source, service);
        return of(loader.load(), loader, service);
    }

    static ApiImport of(
            DocumentLoader.Fetched fetched, DocumentLoader loader, HttpServiceOptions service) {
        long weight = fetched.text().weight();
        DocumentMemory.requireRoom(weight);
        JsonNode tree = fetched.text().parse();
        ApiDocuments documents = new ApiDocuments(tree, fetched.uri(), loader, service.imports);
        return new ApiImport(documents.weighing(weight), service);
    }

    private static String minor(String version) {
        int second = version.indexOf('.', 2);
        return second < 0 ? version : version.substring(0, second);
    }

    Snapshot run() {
        return run(service.imports.maxOperations);
    }

    private Snapshot run(int most) {
        List<NamedOperation> named = chosen(named());
        if (named.size() > most) {
            throw new DocumentException(
                    "the document has "
                            + named.size()
                            + " operations, more than the "
                            + most
                            + " of maxOperations; raise it, or import fewer by a filter");
        }
        OperationFactory factory = new OperationFactory(service, documents, problems);
        List<OperationBinding> bindings = new ArrayList<>(named.size());
        Map<String, Place> places = new LinkedHashMap<>();
        for (NamedOperation each : named) {
            OperationBinding binding = factory.binding(each);
            bindings.add(binding);
            places.put(binding.spec().id(), each.model().place());
        }
        for (String name : factory.presets.unused) {
            problems.add(
                    Kind.UNUSED_SETTING,
                    "/paths",
                    "no operation has a parameter \"" + name + "\", which the config gives");
        }
        JsonNode info = root.node().path("info");
        ImportedApi api =
                new ImportedApi(
                        info.path("title").asString(""),
                        info.path("version").asString(""),
                        bindings,
                        problems.all());
        return new Snapshot(api, documents, places);
    }

    /**
     * Imports everything, however much it is, and looks for problems that an import leaves until
     * they matter.
     */
    Snapshot inspect() {
        Snapshot snapshot = run(Integer.MAX_VALUE);
        // Schemas of its own: those of the import are composed and stand nowhere.
        SchemaDocument schemas = documents.schemas(SchemaOptions.defaults());
        root.forEachReference(name -> !SchemaPart.holdsData(name), it -> it.resolved(problems));
        for (OperationModel model : models) {
            RequestBody body = model.body();
            if (body != null) {
                body.contents().forEach(content -> compile(content.schema(), schemas));
            }
            model.answers().stream()
                    .flatMap(answer -> answer.contents().stream())
                    .forEach(content -> compile(content.schema(), schemas));
            for (Place parameter : model.place().child("parameters").items()) {
                compile(parameter.child("schema"), schemas);
            }
        }
        schemas.check().forEach(this::report);
        return snapshot;
    }

    private void compile(Place schema, SchemaDocument schemas) {
        if (schema.exists() && schema.document().isMain() && !schema.document().madeUp()) {
            try {
                schemas.at("#" + schema.reference());
            } catch (SchemaException e) {
                report(e);
            }
        }
    }

    private void report(SchemaException e) {
        boolean reference = e.pointer().endsWith("/$ref");
        if (!reference && !problems.has(Kind.UNUSABLE_SCHEMA, e.pointer())) {
            problems.add(Kind.UNUSABLE_SCHEMA, e.pointer(), String.valueOf(e.getMessage()));
        }
    }

    private List<NamedOperation> named() {
        List<NamedOperation> drafts = new ArrayList<>();
        models.stream()
                .filter(model -> !HubDocument.isOtherForm(model))
                .forEach(model -> addDrafts(model, drafts));
        return unique(drafts, this::claim);
    }

    /** Who keeps a disputed name must not depend on the order of the document. */
    private static List<NamedOperation> unique(
            List<NamedOperation> drafts, BiFunction<NamedOperation, OperationNames, String> claim) {
        IdentityHashMap<NamedOperation, String> names = new IdentityHashMap<>();
        OperationNames claims = new OperationNames();
        drafts.stream()
                .sorted(
                        Comparator.comparing(NamedOperation::derived)
                                .thenComparing(draft -> draft.model().path())
                                .thenComparing(draft -> draft.model().method()))
                .forEach(draft -> names.put(draft, claim.apply(draft, claims)));
        return drafts.stream()
                .map(draft -> draft.named(Objects.requireNonNull(names.get(draft))))
                .toList();
    }

    private String claim(NamedOperation draft, OperationNames claims) {
        String name = claims.claim(draft.name(), draft.model());
        if (!name.equals(draft.name()) && name.startsWith(draft.name())) {
            problems.add(
                    Kind.DUPLICATE_OPERATION_ID,
                    draft.model().place().child("operationId"),
                    "the name " + draft.name() + " is taken; this one is " + name);
        }
        return name;
    }

    /** One operation for each way it answers: at once, in events, or both. */
    private void addDrafts(OperationModel model, List<NamedOperation> drafts) {
        if (model.operationId().isEmpty()) {
            problems.add(
                    Kind.MISSING_OPERATION_ID,
                    model.place(),
                    "no operationId; named after method and path");
        }
        String name = OperationNames.wanted(model);
        OperationType single = model.reads() ? OperationType.QUERY : OperationType.MUTATION;
        OperationType stream = OperationType.SUBSCRIPTION;
        if (model.stream().isEmpty()) {
            drafts.add(new NamedOperation(name, single, model, false));
        } else if (model.stream().get().offers(MediaType::isJson)) {
            drafts.add(new NamedOperation(name, single, model, false));
            drafts.add(new NamedOperation(name + "_stream", stream, model, true));
        } else {
            drafts.add(new NamedOperation(name, stream, model, false));
            if (model.stream().get().offers(type -> !type.isEventStream())) {
                drafts.add(new NamedOperation(name + "_response", single, model, true));
            }
        }
    }

    private List<NamedOperation> chosen(List<NamedOperation> named) {
        if (service.imports.takesAllAsTheyAre()) {
            return named;
        }
        List<ApiOperation> all = named.stream().map(NamedOperation::view).toList();
        service.imports
                .unused
                .apply(all)
                .forEach(unused -> problems.add(Kind.UNUSED_SETTING, "/paths", unused));
        List<NamedOperation> chosen = new ArrayList<>();
        boolean renamed = false;
        for (NamedOperation each : named) {
            ApiOperation view = each.view();
            if (service.imports.filter.test(view)) {
                String wanted = service.imports.rename.apply(view);
                renamed |= !wanted.equals(each.name());
                chosen.add(each.named(wanted));
            }
        }
        return renamed
                ? unique(chosen, (draft, claims) -> claims.claim(draft.name(), draft.model()))
                : chosen;
    }
}
