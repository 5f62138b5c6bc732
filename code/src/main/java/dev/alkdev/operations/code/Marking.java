package dev.alkdev.operations.code;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.OperationType;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** The content of the annotation of a method, whichever of the three it is. */
record Marking(
        OperationType type,
        String name,
        String title,
        String description,
        AccessControl access,
        List<String> tags) {

    /** The markings of a method: one if it is an operation, none if it is not. */
    static List<Marking> of(Method method) {
        List<Marking> found = new ArrayList<>();
        Query query = method.getAnnotation(Query.class);
        if (query != null) {
            found.add(
                    new Marking(
                            OperationType.QUERY,
                            name(query.value(), method),
                            query.title(),
                            described(query.description(), method),
                            access(query.scopes(), query.anyScope(), query.resource()),
                            List.of(query.tags())));
        }
        Mutation mutation = method.getAnnotation(Mutation.class);
        if (mutation != null) {
            found.add(
                    new Marking(
                            OperationType.MUTATION,
                            name(mutation.value(), method),
                            mutation.title(),
                            described(mutation.description(), method),
                            access(mutation.scopes(), mutation.anyScope(), mutation.resource()),
                            List.of(mutation.tags())));
        }
        Subscription stream = method.getAnnotation(Subscription.class);
        if (stream != null) {
            found.add(
                    new Marking(
                            OperationType.SUBSCRIPTION,
                            name(stream.value(), method),
                            stream.title(),
                            described(stream.description(), method),
                            access(stream.scopes(), stream.anyScope(), stream.resource()),
                            List.of(stream.tags())));
        }
        return found;
    }

    private static String described(String given, Method method) {
        return given.isEmpty() ? Descriptions.of(method) : given;
    }

    private static String name(String given, Method method) {
        return given.isEmpty() ? method.getName() : given;
    }

    private static AccessControl access(String[] scopes, String[] anyScope, String resource) {
        AccessControl access =
                scopes.length == 0 ? AccessControl.none() : AccessControl.requires(scopes);
        if (anyScope.length > 0) {
            access = access.withAnyOf(anyScope);
        }
        if (resource.isEmpty()) {
            return access;
        }
        int colon = resource.lastIndexOf(':');
        if (colon < 1 || colon == resource.length() - 1) {
            throw new IllegalArgumentException(
                    "resource should be \"type:action\" but is \"" + resource + "\"");
        }
        return access.withResource(resource.substring(0, colon), resource.substring(colon + 1));
    }
}
