package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaException;
import dev.alkdev.operations.schema.SchemaPart;

import java.util.List;

/** Looks at everything in a document that an import leaves until it is needed. */
final class DocumentInspection {
    private final Place root;
    private final SchemaDocument schemas;
    private final Problems problems;

    DocumentInspection(Place root, SchemaDocument schemas, Problems problems) {
        this.root = root;
        this.schemas = schemas;
        this.problems = problems;
    }

    void run(List<OperationModel> models) {
        root.forEachReference(name -> !SchemaPart.holdsData(name), this::follow);
        for (OperationModel model : models) {
            RequestBody body = model.body();
            if (body != null) {
                compile(body.contents());
            }
            model.answers().forEach(answer -> compile(answer.contents()));
            for (Place parameter : model.place().child("parameters").items()) {
                compile(parameter.child("schema"));
            }
        }
        schemas.check().forEach(this::report);
    }

    private void follow(Place reference) {
        try {
            reference.resolved();
        } catch (BrokenReferenceException broken) {
            problems.add(broken);
        }
    }

    private void compile(List<Content> contents) {
        contents.forEach(content -> compile(content.schema()));
    }

    private void compile(Place schema) {
        boolean written = schema.exists() && schema.node() == original(schema);
        if (written && schema.document().isMain()) {
            try {
                schemas.at("#" + schema.reference());
            } catch (SchemaException e) {
                report(e);
            }
        }
    }

    /** What the document has in a place, which may hold something made up from it. */
    private static Object original(Place place) {
        Place parent = place.parent();
        return parent == null ? place.node() : parent.child(place.token()).node();
    }

    private void report(SchemaException e) {
        boolean reference = e.pointer().endsWith("/$ref");
        if (!reference && !problems.has(Kind.UNUSABLE_SCHEMA, e.pointer())) {
            problems.add(Kind.UNUSABLE_SCHEMA, e.pointer(), String.valueOf(e.getMessage()));
        }
    }
}
