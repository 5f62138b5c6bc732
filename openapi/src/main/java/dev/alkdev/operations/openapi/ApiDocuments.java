package dev.alkdev.operations.openapi;

import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.schema.Dialect;
import dev.alkdev.operations.schema.Direction;
import dev.alkdev.operations.schema.SchemaDocument;
import dev.alkdev.operations.schema.SchemaException;
import dev.alkdev.operations.schema.SchemaOptions;
import dev.alkdev.operations.schema.SchemaResolver;
import dev.alkdev.operations.schema.SchemaView;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A document with those it refers to, each read when a reference first leads there. Threads may
 * share it: schemas are compiled long after the import.
 */
final class ApiDocuments implements SchemaResolver {
    private static final int MAX_HOPS = 100;
    private static final int MAX_DOCUMENTS = 500;
    private static final int MAX_FAILURES = 20;
    private static final int MAX_NAMED = 10;

    private final Mutex lock = new Mutex();
    final LoadedDocument main;
    private final String mainKey;
    private final String self;
    private final DocumentLoader loader;
    private final ReferenceRule rule;
    private final Map<String, LoadedDocument> others = new HashMap<>();
    private final Map<String, String> unreadable = new HashMap<>();
    private final AtomicLong weight = new AtomicLong();
    final ImportSize size = new ImportSize();
    private final Map<String, Place> known = new ConcurrentHashMap<>();
    final boolean swagger;

    /** Its schemas for what is sent: nobody has to give what is {@code readOnly}. */
    final SchemaDocument requests;

    /** Its schemas for what is answered: nobody can expect what is {@code writeOnly}. */
    final SchemaDocument responses;

    /**
     * A document, others are read when they are needed.
     *
     * @throws DocumentException if it is of no version that is known
     */
    ApiDocuments(JsonNode document, String uri, DocumentLoader loader, ImportOptions options) {
        this.main = new LoadedDocument(this, document, uri, "", false);
        this.mainKey = key(URI.create(uri));
        // Its own name for itself. Where it was found still says what may be read beside it.
        this.self = document.path("$self").asString("");
        this.loader = loader;
        this.rule = options.references;
        this.swagger = isSwagger(document);
        SchemaOptions tolerant = SchemaOptions.defaults().withTolerance();
        SchemaOptions asking = tolerant.withDirection(Direction.REQUEST);
        this.requests = schemas(options.relaxedInput ? asking.withOverlap() : asking);
        this.responses = schemas(tolerant.withDirection(Direction.RESPONSE));
    }

    private static boolean isSwagger(JsonNode document) {
        if (document.path("openapi").asString("").startsWith("3.")) {
            return false;
        }
        if (document.path("swagger").asString("").startsWith("2")) {
            return true;
        }
        throw new DocumentException(
                "the document has neither openapi: 3.x nor swagger: \"2.0\"; it has "
                        + (document.isObject()
                                ? "the members "
                                        + document.propertyNames().stream()
                                                .limit(MAX_NAMED)
                                                .toList()
                                : "no members"));
    }

    /** The version of OpenAPI it is written in. */
    String specification() {
        return main.root().path(swagger ? "swagger" : "openapi").asString("");
    }

    SchemaDocument schemas(SchemaOptions strictness) {
        boolean old = swagger || specification().startsWith("3.0");
        SchemaOptions options =
                strictness
                        .withDialect(old ? Dialect.OPENAPI_3_0 : Dialect.OPENAPI_3_1)
                        .withResolver(this);
        return SchemaDocument.of(main.root(), URI.create(main.uri()), options);
    }

    /** How the schema in a place reads; one that cannot be read accepts anything. */
    SchemaView view(Place schema) {
        try {
            return schema.document().isMain() || schema.document().madeUp()
                    ? requests.view(schema.node(), schema.pointer())
                    : requests.view(schema.reference());
        } catch (SchemaException unreadable) {
            return requests.view(BooleanNode.TRUE, "");
        }
    }

    /** The place that a part of the view of a schema has as its pointer. */
    Place at(Place from, String pointer) {
        if (from.document().madeUp()) {
            return walk(from, pointer.substring(from.pointer().length()));
        }
        if (pointer.isEmpty() || pointer.startsWith("/")) {
            return walk(Place.root(main), pointer);
        }
        int hash = pointer.indexOf('#');
        try {
            LoadedDocument other = open(URI.create(pointer.substring(0, hash)));
            return walk(Place.root(other), pointer.substring(hash + 1));
        } catch (IOException e) {
            throw new UncheckedIOException("a document that was read before", e);
        }
    }

    /** Counts the memory of the main document. */
    ApiDocuments weighing(long bytes) {
        weight.addAndGet(bytes);
        return this;
    }

    /** About how many bytes all documents take. */
    long weight() {
        return weight.get();
    }

    /** Whether anything beside the main document was read. */
    boolean hasOthers() {
        try (Registration held = lock.hold()) {
            return !others.isEmpty();
        }
    }

    @Override
    public Optional<JsonNode> resolve(URI uri) {
        try {
            return Optional.of(open(uri).root());
        } catch (IOException | DocumentException e) {
            return Optional.empty();
        }
    }

    /** Follows the {@code $ref} of a place, and those it leads to; a broken one is reported. */
    Optional<Place> follow(Place from, Problems problems, Consumer<? super Place> steps) {
        try {
            return Optional.of(follow(from, steps));
        } catch (BrokenReferenceException broken) {
            problems.add(broken.problem);
            return Optional.empty();
        }
    }

    private Place follow(Place from, Consumer<? super Place> steps)
            throws BrokenReferenceException {
        Place here = from;
        steps.accept(here);
        JsonNode reference = here.node().get("$ref");
        for (int hops = 0; reference != null; hops++) {
            if (!reference.isString() || hops == MAX_HOPS) {
                throw broken(Kind.MISSING_REFERENCE, from, "a $ref that leads nowhere");
            }
            here = target(here, reference.asString());
            steps.accept(here);
            reference = here.node().get("$ref");
        }
        return here;
    }

    private Place target(Place from, String reference) throws BrokenReferenceException {
        Place before = from.document().isMain() ? known.get(reference) : null;
        if (before != null) {
            return before;
        }
        Place found = find(from, reference);
        if (from.document().isMain()) {
            known.put(reference, found);
        }
        return found;
    }

    private Place find(Place from, String reference) throws BrokenReferenceException {
        int hash = reference.indexOf('#');
        String uri = hash < 0 ? reference : reference.substring(0, hash);
        LoadedDocument document = uri.isEmpty() ? from.document() : other(from, uri);
        Place target =
                hash < 0 ? Place.root(document) : walk(document, reference.substring(hash + 1));
        if (target == null || !target.exists()) {
            throw broken(
                    Kind.MISSING_REFERENCE,
                    from,
                    "refers to " + reference + ", which is not there");
        }
        return target;
    }

    private static @Nullable Place walk(LoadedDocument document, String fragment) {
        boolean pointer = fragment.isEmpty() || fragment.startsWith("/");
        return pointer ? walk(Place.root(document), decode(fragment)) : null;
    }

    private static Place walk(Place start, String pointer) {
        Place place = start;
        if (pointer.isEmpty()) {
            return place;
        }
        for (String token : pointer.substring(1).split("/", -1)) {
            String name = token.replace("~1", "/").replace("~0", "~");
            boolean index = place.node().isArray() && name.matches("0|[1-9][0-9]{0,8}");
            place = index ? place.child(Integer.parseInt(name)) : place.child(name);
        }
        return place;
    }

    private static String decode(String fragment) {
        try {
            return fragment.indexOf('%') < 0
                    ? fragment
                    : URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return fragment;
        }
    }

    private LoadedDocument other(Place from, String reference) throws BrokenReferenceException {
        try {
            String base = from.document().uri();
            URI uri = base.isEmpty() ? URI.create(reference) : URI.create(base).resolve(reference);
            if (!uri.isAbsolute() && !reference.equals(self)) {
                throw new IOException("the location of the document itself is unknown");
            }
            return open(uri);
        } catch (ForbiddenException e) {
            throw broken(Kind.FORBIDDEN_REFERENCE, from, "may not refer to " + reference);
        } catch (IOException | IllegalArgumentException | DocumentException e) {
            throw broken(
                    Kind.MISSING_REFERENCE,
                    from,
                    "refers to " + reference + ", which cannot be read: " + e.getMessage());
        }
    }

    private LoadedDocument open(URI uri) throws IOException {
        try (Registration held = lock.hold()) {
            String key = key(uri);
            if (key.equals(mainKey) || uri.toString().equals(self)) {
                return main;
            }
            LoadedDocument known = others.get(key);
            if (known == null) {
                known = loadOnce(uri, key);
                others.put(key, known);
            }
            return known;
        }
    }

    /** A document that cannot be read is not fetched again: each attempt may take its timeout. */
    private LoadedDocument loadOnce(URI uri, String key) throws IOException {
        String reason = unreadable.get(key);
        if (reason != null) {
            throw new IOException(reason);
        }
        if (unreadable.size() >= MAX_FAILURES) {
            throw new IOException("too many other documents cannot be read");
        }
        try {
            return load(uri);
        } catch (ForbiddenException e) {
            throw e;
        } catch (IOException | DocumentException e) {
            unreadable.put(key, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** One name for a file, which may be written with one slash or three. */
    private static String key(URI uri) {
        boolean file = "file".equalsIgnoreCase(uri.getScheme()) && uri.getAuthority() == null;
        return file ? "file:" + uri.getRawPath() : uri.toString();
    }

    private LoadedDocument load(URI uri) throws IOException {
        URI target = loader.realTarget(uri);
        if (main.uri().isEmpty() || !rule.allows(URI.create(main.uri()), target)) {
            throw new ForbiddenException();
        }
        if (others.size() >= MAX_DOCUMENTS) {
            throw new IOException("more than " + MAX_DOCUMENTS + " documents");
        }
        DocumentText text = fetch(target).text();
        long more = text.weight();
        DocumentMemory.requireRoom(weight.get() + more);
        JsonNode root = text.parse();
        weight.addAndGet(more);
        return new LoadedDocument(this, root, uri.toString(), uri + "#", false);
    }

    private DocumentLoader.Fetched fetch(URI target) throws IOException {
        boolean paused = ImportTurns.SHARED.pause();
        try {
            return loader.loadOther(target);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            if (paused) {
                ImportTurns.SHARED.resume();
            }
        }
    }

    private static BrokenReferenceException broken(Kind kind, Place place, String message) {
        return new BrokenReferenceException(
                new DocumentProblem(kind, place.pointer() + "/$ref", message));
    }

    /** A reference that cannot be followed. */
    private static final class BrokenReferenceException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient DocumentProblem problem;

        private BrokenReferenceException(DocumentProblem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }

    /** A document that the rule keeps out. */
    private static final class ForbiddenException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
