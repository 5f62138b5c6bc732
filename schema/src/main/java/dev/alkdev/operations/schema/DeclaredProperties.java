package dev.alkdev.operations.schema;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The properties that a schema of objects declares for all of them: its own, those of what it
 * refers to and those of {@code allOf}, but not those of branches. For those who put the properties
 * into another object; what the schema means is told by a {@link SchemaView}.
 *
 * @param schemas by name, in the order of their declarations; a value has to fit all of a name
 * @param required the names of those that must be there
 * @param closed whether the schema itself, or what it refers to, allows no others
 */
public record DeclaredProperties(
        Map<String, List<SchemaPart>> schemas, Set<String> required, boolean closed) {
    private static final int OBJECT_OR_NULL = JsonType.OBJECT.bit | JsonType.NULL.bit;

    /** Those of a schema; empty if it is for other things than objects, or declares none. */
    public static Optional<DeclaredProperties> of(SchemaView view) {
        List<ViewPart> parts = new ArrayList<>();
        collect(view, parts);
        int types = JsonType.ANY;
        boolean declares = false;
        Map<String, List<SchemaPart>> schemas = new LinkedHashMap<>();
        for (ViewPart part : parts) {
            types &= part.types();
            JsonNode properties = part.get("properties");
            declares |= properties.isObject();
            properties.forEachEntry(
                    (name, node) ->
                            schemas.computeIfAbsent(name, any -> new ArrayList<>())
                                    .add(
                                            SchemaPart.of(
                                                    part.member("properties", name, node)
                                                            .schema())));
        }
        boolean objects =
                types == JsonType.ANY
                        || (JsonType.OBJECT.isIn(types) && (types & ~OBJECT_OR_NULL) == 0);
        return objects && declares
                ? Optional.of(
                        new DeclaredProperties(
                                schemas,
                                ViewedProperties.required(parts),
                                isClosed(parts.getFirst(), parts.size())))
                : Optional.empty();
    }

    private static boolean isClosed(ViewPart part, int mostSteps) {
        JsonNode others = part.get("additionalProperties");
        return others.isBoolean()
                ? !others.booleanValue()
                : mostSteps > 0
                        && part.targets().stream().anyMatch(it -> isClosed(it, mostSteps - 1));
    }

    /** Those of each branch of {@code anyOf} and {@code oneOf} that declares some. */
    public static List<DeclaredProperties> ofBranches(SchemaView view) {
        return view.form().choices().stream()
                .filter(choice -> choice.kind() == ViewForm.Kind.EITHER)
                .flatMap(choice -> choice.branches().stream())
                .flatMap(branch -> of(branch).stream())
                .toList();
    }

    private static void collect(SchemaView view, List<ViewPart> parts) {
        parts.addAll(view.form().parts());
        for (ViewForm.Choice choice : view.form().choices()) {
            if (choice.kind() == ViewForm.Kind.NULLABLE) {
                collect(choice.branches().getLast(), parts);
            }
        }
    }
}
