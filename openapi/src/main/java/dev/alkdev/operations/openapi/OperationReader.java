package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds the operations of a document. For one thread. */
final class OperationReader {
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final DocumentDialect dialect;
    private final Problems problems;
    private final List<OperationModel> operations = new ArrayList<>();

    /** What the operations of one path share. */
    private record PathItem(
            String path, Place place, Set<String> variables, List<Parameter> parameters) {}

    OperationReader(DocumentDialect dialect, Problems problems) {
        this.dialect = dialect;
        this.problems = problems;
    }

    List<OperationModel> read(Place root) {
        root.child("paths")
                .forEachMember(
                        (path, item) -> {
                            if (!path.startsWith("x-")) {
                                readPath(path, item);
                            }
                        });
        return operations;
    }

    private void readPath(String path, Place item) {
        if (!path.startsWith("/")) {
            // Appended to a base URL it could name another host.
            problems.add(Kind.UNUSABLE_OPERATION, item, "a path begins with a slash");
            return;
        }
        Place resolved = item;
        try {
            resolved = item.resolved();
        } catch (BrokenReferenceException broken) {
            problems.add(broken);
        }
        Set<String> own = new LinkedHashSet<>();
        readMethods(path, item, own);
        if (resolved.node() != item.node()) {
            readMethods(path, resolved, own);
        }
    }

    private void readMethods(String path, Place item, Set<String> done) {
        PathItem owner =
                new PathItem(
                        path, item, variables(path), dialect.parameters(item.child("parameters")));
        item.forEachMember(
                (method, place) -> {
                    if (METHODS.contains(method) && done.add(method)) {
                        if (place.node().isObject()) {
                            operations.add(model(owner, place));
                        } else {
                            problems.add(Kind.UNUSABLE_OPERATION, place, "is no object");
                        }
                    }
                });
    }

    private OperationModel model(PathItem owner, Place operation) {
        return new OperationModel(
                operation.token().toUpperCase(Locale.ROOT),
                owner.path,
                operation,
                parameters(owner, operation),
                dialect.body(owner.place, operation).orElse(null),
                dialect.answers(operation),
                dialect.server(owner.place, operation).orElse(null));
    }

    private List<Parameter> parameters(PathItem owner, Place operation) {
        Map<String, Parameter> all = new LinkedHashMap<>();
        owner.parameters.forEach(it -> all.put(key(it.location(), it.name()), it));
        dialect.parameters(operation.child("parameters"))
                .forEach(it -> all.put(key(it.location(), it.name()), it));
        Set<String> variables = owner.variables;
        all.values()
                .removeIf(
                        it ->
                                it.location() == ParameterLocation.PATH
                                        && !variables.contains(it.name())
                                        && reportStray(operation, it));
        for (String variable : variables) {
            String key = key(ParameterLocation.PATH, variable);
            boolean inQuery =
                    PathTemplate.queryVariables(owner.path).contains(variable)
                            && all.containsKey(key(ParameterLocation.QUERY, variable));
            if (!all.containsKey(key) && !inQuery) {
                all.put(key, madeUp(operation, variable));
            }
        }
        return List.copyOf(all.values());
    }

    private static String key(ParameterLocation location, String name) {
        // HTTP does not tell header names apart by case.
        return location == ParameterLocation.HEADER
                ? "header " + name.toLowerCase(Locale.ROOT)
                : location.wireName() + " " + name;
    }

    private static Set<String> variables(String path) {
        if (path.indexOf('{') < 0) {
            return Set.of();
        }
        Set<String> names = new LinkedHashSet<>(PathTemplate.pathVariables(path));
        names.addAll(PathTemplate.queryVariables(path));
        return names;
    }

    private boolean reportStray(Place operation, Parameter parameter) {
        problems.add(
                Kind.UNUSABLE_PARAMETER,
                operation.child("parameters"),
                "the path has no {" + parameter.name() + "}; the parameter is left out");
        return true;
    }

    private Parameter madeUp(Place operation, String variable) {
        problems.add(
                Kind.UNUSABLE_PARAMETER,
                operation,
                "nothing is said about {" + variable + "} of the path; it is taken for a string");
        return new Parameter(
                variable,
                ParameterLocation.PATH,
                true,
                ValueFormat.of(ParameterStyle.SIMPLE),
                JsonNodeFactory.instance.objectNode().put("type", "string"),
                MissingNode.getInstance());
    }
}
