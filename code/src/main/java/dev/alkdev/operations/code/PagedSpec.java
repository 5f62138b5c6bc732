package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.schema.JsonType;
import dev.alkdev.operations.schema.SchemaView;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An operation that has pages for certain: the document declares a {@code Link} header, or cursor
 * and next cursor have names that go together, and the page has one list.
 *
 * @param cursor the member of the input that takes the cursor; empty for a {@code Link} header
 * @param next where the page has the next one; empty for a {@code Link} header
 * @param items where the page has its items; empty if it is the list
 */
record PagedSpec(String cursor, String next, String items, SchemaView item) {
    /** Where a page has the cursor that this member of the input takes. */
    private static final Map<String, List<String>> NEXT =
            Map.of(
                    "cursor",
                    List.of("nextCursor", "next_cursor", "response_metadata/next_cursor"),
                    "pageToken",
                    List.of("nextPageToken"),
                    "page_token",
                    List.of("next_page_token"),
                    "continue",
                    List.of("metadata/continue"));

    /** The pages of an operation; empty if it is not certain that it has some. */
    static Optional<PagedSpec> of(OperationSpec spec) {
        if (spec.type() != OperationType.QUERY) {
            return Optional.empty();
        }
        SchemaView input = spec.inputSchema().view();
        SchemaView output = spec.outputSchema().view();
        boolean linked =
                spec.meta()
                        .map(meta -> meta.path("paging").asString("").equals("link"))
                        .orElse(false);
        if (linked && isList(output) && input.properties().containsKey("page")) {
            return Optional.of(new PagedSpec("", "", "", output.items()));
        }
        List<String> lists =
                output.properties().keySet().stream()
                        .filter(name -> isList(output.property(name)))
                        .toList();
        return NEXT.entrySet().stream()
                .filter(each -> isText(input, each.getKey()))
                .filter(each -> !input.required().contains(each.getKey()))
                .flatMap(
                        each ->
                                each.getValue().stream()
                                        .filter(path -> isText(output, path))
                                        .map(path -> List.of(each.getKey(), path)))
                .filter(pair -> lists.size() == 1)
                .map(
                        pair ->
                                new PagedSpec(
                                        pair.getFirst(),
                                        pair.getLast(),
                                        lists.getFirst(),
                                        output.property(lists.getFirst()).items()))
                .findFirst();
    }

    private static boolean isList(SchemaView view) {
        return view.types().equals(Set.of(JsonType.ARRAY));
    }

    private static boolean isText(SchemaView view, String path) {
        SchemaView here = view;
        for (String name : path.split("/", -1)) {
            SchemaView member = here.properties().get(name);
            if (member == null) {
                return false;
            }
            here = member;
        }
        return here.types().contains(JsonType.STRING);
    }

    /** Whether the client sees to this member of the input. */
    boolean isCursor(String member) {
        return member.equals(cursor);
    }

    String annotation() {
        return cursor.isEmpty()
                ? "@Paged"
                : "@Paged(cursor = "
                        + JavaText.literal(cursor)
                        + ", next = "
                        + JavaText.literal(next)
                        + ", items = "
                        + JavaText.literal(items)
                        + ")";
    }
}
