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
import java.util.regex.Pattern;

/** Finds the operations of a document. For one thread. */
final class OperationReader {
    /** The member of a path item that holds operations of other methods. */
    static final String ADDITIONAL = "additionalOperations";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

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
        Place paths = root.child("paths");
        if (!paths.node().isMissingNode() && !paths.node().isObject()) {
            problems.add(
                    Kind.UNUSABLE_OPERATION,
                    paths,
                    "is no object; there are no operations to import");
        }
        paths.forEachMember(
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
                (member, place) -> {
                    if (dialect.methods().contains(member)) {
                        if (done.add(member)) {
                            add(owner, place, member.toUpperCase(Locale.ROOT));
                        }
                    } else if (!dialect.isKnown(member) && !member.startsWith("x-")) {
                        problems.add(
                                Kind.UNSUPPORTED,
                                place,
                                "is neither a method nor anything else known here; it is left"
                                        + " out");
                    }
                });
        if (dialect.isKnown(ADDITIONAL)) {
            item.child(ADDITIONAL)
                    .forEachMember(
                            (method, place) -> {
                                if (done.add(method)) {
                                    addOther(owner, place, method);
                                }
                            });
        }
    }

    /** A method that has no member of its own; its name counts as it is written. */
    private void addOther(PathItem owner, Place operation, String method) {
        if (method.equals("CONNECT") || !TOKEN.matcher(method).matches()) {
            problems.add(
                    Kind.UNUSABLE_OPERATION,
                    operation,
                    "\"" + method + "\" is no method that a request can have");
        } else {
            add(owner, operation, method);
        }
    }

    private void add(PathItem owner, Place operation, String method) {
        if (operation.node().isObject()) {
            operations.add(model(owner, operation, method));
        } else {
            problems.add(Kind.UNUSABLE_OPERATION, operation, "is no object");
        }
    }

    private OperationModel model(PathItem owner, Place operation, String method) {
        return new OperationModel(
                method,
                owner.path,
                operation,
                parameters(owner, operation),
                dialect.body(owner.place, operation).orElse(null),
                dialect.answers(operation),
                dialect.servers(owner.place, operation));
    }

    private List<Parameter> parameters(PathItem owner, Place operation) {
        Map<String, Parameter> all = new LinkedHashMap<>();
        owner.parameters.forEach(it -> all.put(it.key(), it));
        dialect.parameters(operation.child("parameters")).forEach(it -> all.put(it.key(), it));
        Set<String> variables = owner.variables;
        all.values()
                .removeIf(
                        it ->
                                it.location() == ParameterLocation.PATH
                                        && !variables.contains(it.name())
                                        && reportStray(operation, it));
        for (String variable : variables) {
            String key = ParameterLocation.PATH.key(variable);
            boolean declared =
                    all.containsKey(key)
                            || (all.containsKey(ParameterLocation.QUERY.key(variable))
                                    && PathTemplate.queryVariables(owner.path).contains(variable));
            if (!declared) {
                all.put(key, madeUp(operation, variable));
            }
        }
        return List.copyOf(all.values());
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
                "there is no declaration of {"
                        + variable
                        + "} of the path; it is taken for a string");
        return new Parameter(
                variable,
                ParameterLocation.PATH,
                true,
                ValueFormat.of(ParameterStyle.SIMPLE),
                JsonNodeFactory.instance.objectNode().put("type", "string"),
                null,
                MissingNode.getInstance());
    }
}
