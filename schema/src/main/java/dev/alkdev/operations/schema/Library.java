package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The documents that one schema document can reach, with what has been compiled of them so far.
 * Threads may share it: everything that is still to be found out happens under one lock.
 */
final class Library {
    /** The name under which {@code $recursiveAnchor} is kept: one that no anchor can have. */
    static final String RECURSIVE_ANCHOR = "#";

    private static final int MAX_HOPS = 20;

    private final SchemaOptions options;
    private final boolean schemasEverywhere;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Resource> resources = new HashMap<>();
    private final IdentityHashMap<JsonNode, Resource> resourcesByRoot = new IdentityHashMap<>();
    private final IdentityHashMap<JsonNode, Compiled> compiled = new IdentityHashMap<>();
    private final List<Resource> unindexed = new ArrayList<>();
    private final PendingTargets uncompiled = new PendingTargets();
    private final OtherDocuments others;
    private final SchemaRepair repair = new SchemaRepair(this);
    private volatile boolean indexed;
    private @Nullable SchemaBundler bundler;

    Library(SchemaOptions options, boolean schemasEverywhere) {
        this.options = options;
        this.others = new OtherDocuments(options.resolver());
        this.schemasEverywhere = schemasEverywhere;
    }

    /** Whether it is about a document with schemas in it, and not about one schema. */
    boolean holdsSchemasEverywhere() {
        return schemasEverywhere;
    }

    boolean isTolerant() {
        return options.tolerant();
    }

    /**
     * Whether a property is not required, even if its object requires it: see {@link Direction}.
     */
    boolean isNeverRequired(Located property) {
        String keyword = options.direction().optionalKeyword();
        if (keyword == null) {
            return false;
        }
        Located here = property;
        for (int hops = 0; hops < MAX_HOPS; hops++) {
            if (here.node().path(keyword).asBoolean(false)) {
                return true;
            }
            JsonNode reference = here.node().get("$ref");
            if (reference == null || !reference.isString()) {
                return false;
            }
            try {
                here = locate(here.resource(), reference.asString(), here.location());
            } catch (SchemaException missing) {
                return false;
            }
        }
        return false;
    }

    /**
     * Whether the alternatives of a schema may overlap: if all may, or if a discriminator of a
     * request selects one.
     */
    boolean mayOverlap(JsonNode schema) {
        return options.overlapping()
                || (options.direction() == Direction.REQUEST
                        && options.dialect().isOpenApi()
                        && schema.has("discriminator"));
    }

    /** Adds the document this library is about. */
    Resource open(JsonNode root) {
        return open(root, "");
    }

    Resource open(JsonNode root, String uri) {
        Rules rules = Rules.of(options.dialect(), options.assertsFormat());
        return locked(() -> add(root, uri, rules, ""));
    }

    SchemaRepair repair() {
        return repair;
    }

    /** The schema as it is published: valid, and readable without its document. */
    JsonNode portable(Located schema) {
        if (schemasEverywhere) {
            return locked(() -> bundler().bundle(schema));
        }
        return isTolerant() ? locked(() -> repair.valid(schema)) : schema.node();
    }

    /** Whether {@link #portable} has more than so many bytes as text, about. */
    boolean isLarger(Located schema, int bytes) {
        return schemasEverywhere
                ? locked(() -> bundler().isLarger(schema, bytes))
                : TextSize.of(schema.node(), bytes) > bytes;
    }

    private SchemaBundler bundler() {
        SchemaBundler known = bundler;
        if (known == null) {
            known = new SchemaBundler(this);
            bundler = known;
        }
        return known;
    }

    /**
     * Does something under the lock. If that needs a document from elsewhere, the lock is given
     * back while it is fetched, and everything begins anew.
     */
    private <T> T locked(Supplier<T> action) {
        Set<String> fetched = new HashSet<>();
        try {
            while (true) {
                String needed;
                lock.lock();
                try {
                    return action.get();
                } catch (OtherDocuments.NeededException e) {
                    if (lock.getHoldCount() > 1) {
                        throw e;
                    }
                    needed = e.uri();
                } finally {
                    lock.unlock();
                }
                fetched.add(needed);
                others.fetch(needed);
            }
        } finally {
            others.forgetAbsent(fetched);
        }
    }

    /** The rules by which {@link #portable} reads. */
    Rules portableRules(Located schema) {
        Rules rules = schema.resource().rules();
        return schemasEverywhere ? Rules.of(Dialect.DRAFT_2020_12, rules.formats()) : rules;
    }

    private Resource add(JsonNode root, String uri, Rules rules, String prefix) {
        Location location = Location.root(prefix);
        Resource resource =
                new Resource(this, root, location, identity(root, uri, rules, location));
        resources.putIfAbsent(uri, resource);
        register(resource);
        unindexed.add(resource);
        indexed = false;
        return resource;
    }

    private void register(Resource resource) {
        resources.put(resource.uri(), resource);
        resourcesByRoot.put(resource.root().node(), resource);
    }

    /**
     * The resource a schema belongs to: its own if it has an identifier, else the one around it.
     */
    Resource resourceAt(JsonNode node, Resource around, Location location) {
        if (!hasOwnIdentity(node, around.rules())) {
            return around;
        }
        return locked(
                () -> {
                    Resource known = resourcesByRoot.get(node);
                    if (known != null) {
                        return known;
                    }
                    Resource.Identity identity =
                            identity(node, around.uri(), around.rules(), location);
                    Resource resource = new Resource(this, node, location, identity);
                    register(resource);
                    return resource;
                });
    }

    /** Whether a schema is a document of its own, to which references inside are relative. */
    static boolean hasOwnIdentity(JsonNode node, Rules rules) {
        JsonNode id = node.get("$id");
        return id != null
                && id.isString()
                && !id.asString().startsWith("#")
                && !(rules.refStandsAlone() && node.has("$ref"));
    }

    private Resource.Identity identity(JsonNode node, String base, Rules rules, Location at) {
        JsonNode schema = node.get("$schema");
        Rules own = schema != null && schema.isString() ? rules(schema.asString(), at) : rules;
        String uri =
                hasOwnIdentity(node, own)
                        ? withoutFragment(resolve(base, node.get("$id").asString(), at))
                        : base;
        return new Resource.Identity(uri, own);
    }

    /** Whether a {@code $schema} names a dialect that is known or was resolved. */
    boolean isDialect(String schemaUri) {
        return MetaSchemas.rules(schemaUri, options.assertsFormat()) != null
                || others.get(withoutFragment(schemaUri)) != null;
    }

    private Rules rules(String schemaUri, Location at) {
        Rules official = MetaSchemas.rules(schemaUri, options.assertsFormat());
        if (official != null) {
            return official;
        }
        JsonNode metaSchema = others.get(withoutFragment(schemaUri));
        if (metaSchema == null && options.tolerant()) {
            LoggerFactory.getLogger(Library.class)
                    .warn("Unknown dialect {}: read as {}", schemaUri, options.dialect());
            return Rules.of(options.dialect(), options.assertsFormat());
        }
        if (metaSchema == null) {
            String message = "unknown dialect " + schemaUri + "; 2020-12, 2019-09 and draft-07 are";
            throw new SchemaException(at.child("$schema").pointer(), message + " known");
        }
        String base = metaSchema.path("$schema").asString("");
        Rules rules = MetaSchemas.rules(base, options.assertsFormat());
        if (rules == null) {
            rules = Rules.of(options.dialect(), options.assertsFormat());
        }
        JsonNode vocabulary = metaSchema.get("$vocabulary");
        return vocabulary == null ? rules : rules.withVocabulary(vocabulary, at.child("$schema"));
    }

    /** Finds what a reference leads to, without compiling it. */
    Located locate(Resource from, String reference, Location at) {
        int hash = reference.indexOf('#');
        String uri = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : decode(reference.substring(hash + 1), at);
        return locked(
                () -> {
                    Resource resource = uri.isEmpty() ? from : find(resolve(from.uri(), uri, at));
                    Located located = resource == null ? null : locate(resource, fragment);
                    if (located == null) {
                        String message = "refers to " + reference + ", which is not there";
                        throw new SchemaException(at.pointer(), message);
                    }
                    return located;
                });
    }

    private @Nullable Located locate(Resource resource, String fragment) {
        if (fragment.isEmpty()) {
            return resource.root();
        }
        return fragment.startsWith("/") ? walk(resource, fragment) : resource.anchor(fragment);
    }

    private @Nullable Located walk(Resource start, String pointer) {
        Located here = start.root();
        for (String token : pointer.substring(1).split("/", -1)) {
            String name = Location.unescape(token);
            JsonNode child = Location.child(here.node(), name);
            if (child.isMissingNode()) {
                return null;
            }
            Location location = here.location().child(name);
            here = new Located(child, resourceAt(child, here.resource(), location), location);
        }
        return here;
    }

    private @Nullable Resource find(String uri) {
        Resource known = resources.get(uri);
        if (known == null) {
            index();
            known = resources.get(uri);
        }
        if (known == null) {
            JsonNode document = others.get(uri);
            if (document != null) {
                Rules rules = Rules.of(options.dialect(), options.assertsFormat());
                known = add(document, uri, rules, uri + "#");
            }
        }
        return known;
    }

    /** Looks through all documents for identifiers and anchors, once for each. */
    void index() {
        if (indexed) {
            return;
        }
        locked(
                () -> {
                    while (!unindexed.isEmpty()) {
                        new SchemaIndex(this, schemasEverywhere).scan(unindexed.getLast());
                        unindexed.removeLast();
                    }
                    indexed = true;
                    return true;
                });
    }

    Compiled compile(Located located) {
        return locked(
                () -> {
                    Compiled known = compiled.get(located.node());
                    if (known == null) {
                        known = new SchemaCompiler(this, located).compile(located);
                        if (located.node().isObject() && !located.isGuest()) {
                            compiled.put(located.node(), known);
                        }
                    }
                    return known;
                });
    }

    /** Remembers a target, so that {@link #compileReachable()} does not miss it. */
    void addTarget(Located target) {
        lock.lock();
        try {
            uncompiled.add(target);
        } finally {
            lock.unlock();
        }
    }

    /** Compiles all that can be reached, and gives what is wrong with it. */
    List<SchemaException> check() {
        Map<String, SchemaException> wrong = new LinkedHashMap<>();
        compileReachable(e -> wrong.putIfAbsent(e.pointer() + e.getMessage(), e));
        return List.copyOf(wrong.values());
    }

    /** Compiles all that can be reached by reference, so that what is wrong with it shows now. */
    void compileReachable() {
        compileReachable(
                e -> {
                    throw e;
                });
    }

    private void compileReachable(Consumer<SchemaException> wrong) {
        locked(
                () -> {
                    uncompiled.compile(wrong);
                    return uncompiled;
                });
    }

    private static String withoutFragment(String uri) {
        int hash = uri.indexOf('#');
        return hash < 0 ? uri : uri.substring(0, hash);
    }

    private static String resolve(String base, String reference, Location at) {
        try {
            URI resolved = URI.create(reference);
            return base.isEmpty() || resolved.isAbsolute() || isOpaque(base)
                    ? reference
                    : UriReference.resolve(base, reference);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(at.pointer(), "is not a URI reference: " + reference);
        }
    }

    private static boolean isOpaque(String uri) {
        return URI.create(uri).isOpaque();
    }

    private static String decode(String fragment, Location at) {
        try {
            return Location.decoded(fragment);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(at.pointer(), "is not a URI fragment: #" + fragment);
        }
    }
}
