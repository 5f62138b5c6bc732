package dev.alkdev.operations.openapi;

import dev.alkdev.operations.openapi.DocumentProblem.Kind;
import dev.alkdev.operations.web.HeaderText;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the operations of a document. What differs between the versions of OpenAPI is read by those
 * who extend it. For one thread.
 */
abstract sealed class OperationReader permits OpenApi3, Swagger2 {
    /** The member of a path item that holds operations of other methods. */
    static final String ADDITIONAL = "additionalOperations";

    /** Servers refuse longer ones, and each problem and operation repeats it. */
    private static final int LONGEST_PATH = 8_000;

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    final Problems problems;
    private final Set<String> methods;
    private final Set<String> others;
    private final List<OperationModel> operations = new ArrayList<>();

    /** What the operations of one path share. */
    private record PathItem(
            String path, PathTemplate template, Place place, List<Parameter> parameters) {}

    /**
     * A reader.
     *
     * @param methods the members of a path item that are operations, named by their method in lower
     *     case
     * @param others what a path item may have beside them
     */
    OperationReader(Problems problems, Set<String> methods, Set<String> others) {
        this.problems = problems;
        this.methods = methods;
        this.others = others;
    }

    /** A parameter, unless it belongs to the body or cannot be used, which is reported. */
    abstract Optional<Parameter> parameter(Place place);

    abstract Optional<RequestBody> body(Place pathItem, Place operation);

    abstract Answer answer(Place operation, String status, Place place);

    /** The servers of an operation, of which the first usable one is used; at least one. */
    abstract List<Server> servers(Place pathItem, Place operation);

    List<OperationModel> read(Place root) {
        LeftOut.report(root.child("webhooks"), "webhooks are requests to the client", problems);
        Place paths = root.child("paths");
        if (!paths.node().isMissingNode() && !paths.node().isObject()) {
            problems.add(
                    Kind.UNUSABLE_OPERATION,
                    paths,
                    "is not an object; there are no operations to import");
        }
        boolean restricted = LeftOut.restricts(root, Set.of(), problems);
        if (LeftOut.restricts(paths, Set.of(), problems) || restricted) {
            return List.of();
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
        if (path.length() > LONGEST_PATH) {
            problems.add(
                    Kind.UNUSABLE_OPERATION,
                    item.parent() == null ? item : item.parent(),
                    "a path has more than " + LONGEST_PATH + " characters; it is left out");
            return;
        }
        Set<String> own = new LinkedHashSet<>();
        if (!item.node().isObject()) {
            problems.add(Kind.UNUSABLE_OPERATION, item, "a path item is an object; it is left out");
            return;
        }
        List<Place> steps = new ArrayList<>();
        Place resolved = item.resolved(problems, steps::add).orElse(null);
        boolean restricted = false;
        for (Place step : steps) {
            restricted |= LeftOut.restricts(step, Set.of(), problems);
        }
        if (restricted) {
            return;
        }
        readMethods(path, item, own);
        if (resolved == null) {
            problems.add(Kind.UNUSABLE_OPERATION, item, "the operations of its $ref are left out");
        } else if (resolved.node() != item.node()) {
            readMethods(path, resolved, own);
        }
    }

    private void readMethods(String path, Place item, Set<String> done) {
        PathItem owner =
                new PathItem(
                        path, new PathTemplate(path), item, parameters(item.child("parameters")));
        item.forEachMember(
                (member, place) -> {
                    if (methods.contains(member)) {
                        if (done.add(member)) {
                            add(owner, place, member.toUpperCase(Locale.ROOT));
                        }
                    } else if (!others.contains(member) && !member.startsWith("x-")) {
                        // What is no object is no operation either.
                        problems.add(
                                place.node().isObject()
                                        ? Kind.UNUSABLE_OPERATION
                                        : Kind.UNSUPPORTED,
                                place,
                                "is not a known method or member of a path item; it is left out");
                    }
                });
        if (others.contains(ADDITIONAL)) {
            item.child(ADDITIONAL)
                    .forEachMember(
                            (method, place) -> {
                                if (done.add(method)) {
                                    addOther(owner, place, method);
                                }
                            });
        }
    }

    /** A method that has no member of its own; its name is taken as it is written. */
    private void addOther(PathItem owner, Place operation, String method) {
        if (method.equals("CONNECT") || !TOKEN.matcher(method).matches()) {
            problems.add(
                    Kind.UNUSABLE_OPERATION,
                    operation,
                    "\"" + method + "\" is not a method that a request can have");
        } else {
            add(owner, operation, method);
        }
    }

    private void add(PathItem owner, Place operation, String method) {
        if (operation.node().isObject()) {
            LeftOut.report(
                    operation.child("callbacks"), "callbacks are requests to the client", problems);
            if (!LeftOut.restricts(operation, HubDocument.EXTENSIONS, problems)) {
                operations.add(model(owner, operation, method));
            }
        } else {
            problems.add(Kind.UNUSABLE_OPERATION, operation, "is not an object");
        }
    }

    private OperationModel model(PathItem owner, Place operation, String method) {
        return new OperationModel(
                method,
                owner.path,
                operation,
                parameters(owner, operation),
                body(owner.place, operation).orElse(null),
                answers(operation),
                servers(owner.place, operation));
    }

    private List<Answer> answers(Place operation) {
        List<Answer> answers = new ArrayList<>();
        operation
                .child("responses")
                .forEachMember(
                        (status, place) -> {
                            if (!status.startsWith("x-")) {
                                place.resolved(problems)
                                        .map(it -> answer(operation, status, it))
                                        .ifPresent(answers::add);
                            }
                        });
        ImportSize size = operation.document().documents().size;
        answers.forEach(answer -> size.add(answer.contents().size()));
        return answers;
    }

    private List<Parameter> parameters(Place list) {
        List<Parameter> parameters = new ArrayList<>();
        for (Place item : list.items()) {
            item.resolved(problems).flatMap(this::parameter).ifPresent(parameters::add);
        }
        return parameters;
    }

    private List<Parameter> parameters(PathItem owner, Place operation) {
        Map<String, Parameter> all = new LinkedHashMap<>();
        owner.parameters.forEach(it -> all.put(it.key(), it));
        parameters(operation.child("parameters")).forEach(it -> all.put(it.key(), it));
        LeftOut.reportQueries(operation, all.values(), problems);
        Set<String> variables = owner.template.variables();
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
                                    && owner.template.hasInQuery(variable));
            if (!declared) {
                all.put(key, madeUp(operation, variable));
            }
        }
        operation.document().documents().size.add(all.size());
        return List.copyOf(all.values());
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
                ValueFormat.of(ParameterStyle.SIMPLE, false),
                JsonNodeFactory.instance.objectNode().put("type", "string"),
                null,
                MissingNode.getInstance());
    }

    /** Where a parameter is; null if it cannot be used, which is reported. */
    final @Nullable ParameterLocation location(Place parameter, Set<ParameterLocation> known) {
        String name = parameter.text("name");
        ParameterLocation location = ParameterLocation.find(parameter.text("in"));
        if (name == null || location == null || !known.contains(location)) {
            problems.add(Kind.UNUSABLE_PARAMETER, parameter, "needs a name and a known \"in\"");
            return null;
        }
        if (location == ParameterLocation.HEADER && HeaderText.isReserved(name)) {
            problems.add(Kind.UNUSABLE_PARAMETER, parameter, name + " is set by the HTTP client");
        }
        return location;
    }
}
