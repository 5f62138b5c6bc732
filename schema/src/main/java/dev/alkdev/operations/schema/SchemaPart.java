package dev.alkdev.operations.schema;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One schema as it is written: its place in its document, its content, and what it refers to. What
 * it means is told by a {@link SchemaView}. For one thread.
 */
public final class SchemaPart {
    private final Located schema;
    private final Map<JsonNode, List<SchemaPart>> references;

    /** How a schema is to be copied. */
    public interface Rewriting {
        /** Whether a keyword is in the copy. */
        boolean keeps(String keyword);

        /** The new address of a reference. */
        String address(SchemaPart target);

        /** What the copy of a schema inside that was made of a Java type becomes. */
        default JsonNode named(String typeName, JsonNode copy) {
            return copy;
        }
    }

    private SchemaPart(Located schema, Map<JsonNode, List<SchemaPart>> references) {
        this.schema = schema;
        this.references = references;
    }

    /**
     * A schema that is a document of its own.
     *
     * @param json must not change as long as this is used
     */
    public static SchemaPart of(JsonNode json) {
        return of(new Library(SchemaOptions.defaults(), false).open(json).root());
    }

    static SchemaPart of(Located schema) {
        return new SchemaPart(schema, new IdentityHashMap<>());
    }

    /** The schema under a keyword, of the first part of a view that has one. */
    public static Optional<SchemaPart> under(String keyword, SchemaView view) {
        return view.form().parts().stream()
                .filter(part -> !part.get(keyword).isMissingNode())
                .findFirst()
                .map(part -> of(part.child(keyword, part.get(keyword)).schema()));
    }

    /** Whether the content of a keyword is data, even if it looks like a schema. */
    public static boolean holdsData(String keyword) {
        return Keyword.holdsData(keyword);
    }

    /** The schema, not to be changed. */
    public JsonNode json() {
        return schema.node();
    }

    /** The simple name of the Java type that it was made of in this process. */
    public Optional<String> typeName() {
        return TypeNames.of(json());
    }

    /**
     * Its place in its document, as a JSON pointer; empty for the document itself. In another
     * document than the one that was parsed it begins with the URI of that one and {@code #}.
     */
    public String pointer() {
        return schema.location().pointer();
    }

    /** The way here from a schema around it, as it is written in the fragment of a reference. */
    public String fragmentFrom(SchemaPart around) {
        List<String> path = path();
        StringBuilder fragment = new StringBuilder();
        for (String token : path.subList(around.path().size(), path.size())) {
            String encoded = URLEncoder.encode(Location.escape(token), StandardCharsets.UTF_8);
            fragment.append('/').append(encoded.replace("+", "%20"));
        }
        return fragment.toString();
    }

    private boolean isInDocument() {
        return schema.location().tokens().getFirst().isEmpty();
    }

    /** The definition of the document that contains it, or the document itself. */
    public SchemaPart definition() {
        Located here = schema.resource().root();
        List<String> path = path();
        if (path.size() > 1 && Keyword.isDefinitions(path.getFirst())) {
            Location location = here.location().child(path.get(0)).child(path.get(1));
            JsonNode node = here.node().path(path.get(0)).path(path.get(1));
            here = new Located(node, here.resource(), location);
        }
        return new SchemaPart(here, references);
    }

    private List<String> path() {
        List<String> tokens = schema.location().tokens();
        return tokens.subList(1, tokens.size());
    }

    /** The name of a definition; empty for the document itself. */
    public String name() {
        List<String> path = path();
        return path.isEmpty() ? "" : path.getLast();
    }

    /** Whether something inside has an identifier, so that references there mean other things. */
    public boolean hasResources() {
        return hasResources(json(), true);
    }

    private static boolean hasResources(JsonNode node, boolean outermost) {
        if (!outermost && node.path("$id").isString()) {
            return true;
        }
        boolean[] found = {false};
        node.forEachEntry(
                (keyword, value) ->
                        Keyword.replace(
                                keyword,
                                value,
                                each -> {
                                    found[0] |= hasResources(each, false);
                                    return each;
                                }));
        return found[0];
    }

    /**
     * The schemas of the document that this one and those inside refer to, its definitions apart.
     */
    public List<SchemaPart> references() {
        List<SchemaPart> known = references.get(json());
        if (known == null) {
            known = new ArrayList<>();
            collect(json(), known);
            references.put(json(), known);
        }
        return known;
    }

    private JsonNode collect(JsonNode node, List<SchemaPart> found) {
        node.forEachEntry(
                (keyword, value) -> {
                    if (Keyword.isReference(keyword) && value.isString()) {
                        SchemaPart target = target(value.asString());
                        if (target != null) {
                            found.add(target);
                        }
                    } else if (!Keyword.isDefinitions(keyword)) {
                        Keyword.replace(keyword, value, each -> collect(each, found));
                    }
                });
        return node;
    }

    private @Nullable SchemaPart target(String reference) {
        if (!reference.startsWith("#")) {
            return null;
        }
        try {
            Resource resource = schema.resource();
            Located target = resource.library().locate(resource, reference, schema.location());
            SchemaPart part = new SchemaPart(target, references);
            return part.isInDocument() ? part : null;
        } catch (SchemaException nowhere) {
            return null;
        }
    }

    /**
     * A copy with other references, each as {@code $ref}. One that leads nowhere in the document is
     * left out, since it says nothing, and so are identifiers and the definitions of the schema.
     */
    public JsonNode rewrite(Rewriting rewriting) {
        return rewrite(json(), rewriting, true);
    }

    private JsonNode rewrite(JsonNode node, Rewriting rewriting, boolean outermost) {
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        node.forEachEntry(
                (keyword, value) -> {
                    if (Keyword.isReference(keyword) && value.isString()) {
                        SchemaPart target = target(value.asString());
                        if (target != null) {
                            copy.put("$ref", rewriting.address(target));
                        }
                    } else if (isCopied(keyword, outermost) && rewriting.keeps(keyword)) {
                        copy.set(
                                keyword,
                                Keyword.replace(
                                        keyword, value, each -> rewrite(each, rewriting, false)));
                    }
                });
        return outermost
                ? copy
                : TypeNames.of(node).map(name -> rewriting.named(name, copy)).orElse(copy);
    }

    private static boolean isCopied(String keyword, boolean outermost) {
        return Keyword.isDefinitions(keyword) ? !outermost : !Keyword.isIdentity(keyword);
    }
}
