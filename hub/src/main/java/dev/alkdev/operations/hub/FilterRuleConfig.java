package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.ShortForm;
import dev.alkdev.operations.openapi.ApiOperation;

import org.jspecify.annotations.Nullable;

import java.util.StringJoiner;

/**
 * Matches operations by conditions that must all hold; null is no condition. Immutable; threads may
 * share it.
 *
 * @param id matches the name before renames, or the id
 * @param method in upper case; of OpenAPI documents only
 * @param path of OpenAPI documents only
 */
@Form(title = "a glob for ids or an object of conditions", example = "find*", keys = 1)
public record FilterRuleConfig(
        @Key(
                        "The operation's name before renames, `namespace.name`, or the name of the"
                                + " tool at its MCP server; a glob.")
                @Form(title = "a glob for names or ids", example = "find*")
                @Nullable Glob id,
        @Key("One of the operation's tags.")
                @Form(title = "a tag", pattern = ".", example = "public")
                @Nullable String tag,
        @Key("The HTTP method, in upper case; `openapi` only.")
                @Form(
                        title = "an HTTP method",
                        choices = {
                            "GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"
                        },
                        example = "GET")
                @Nullable String method,
        @Key("The path in the document; a glob; `openapi` only.")
                @Form(title = "a glob for paths", pattern = "^(/|\\*)\\S*$", example = "/pets/**")
                @Nullable Glob path) {

    /** Matches by name or id alone. */
    @ShortForm
    public static FilterRuleConfig of(Glob id) {
        return new FilterRuleConfig(id, null, null, null);
    }

    boolean matches(String namespace, ApiOperation operation) {
        return matchesId(operation.name(), namespace + "." + operation.name())
                && (tag == null || operation.tags().contains(tag))
                && (method == null || method.equals(operation.method()))
                && (path == null || path.matches(operation.path()));
    }

    /**
     * Whether an operation without method and path matches.
     *
     * @param tool its name at an MCP server, which the id may match as well
     */
    boolean matches(OperationSpec operation, @Nullable String tool) {
        return (matchesId(operation.name(), operation.id())
                        || (id != null && tool != null && id.matchesName(tool)))
                && (tag == null || operation.tags().contains(tag))
                && method == null
                && path == null;
    }

    /** As a config has it. */
    @Override
    public String toString() {
        StringJoiner conditions = new StringJoiner(", ", "{", "}");
        add(conditions, "id", id);
        add(conditions, "tag", tag);
        add(conditions, "method", method);
        add(conditions, "path", path);
        return conditions.toString();
    }

    private static void add(StringJoiner conditions, String key, @Nullable Object value) {
        if (value != null) {
            conditions.add(key + ": " + value);
        }
    }

    private boolean matchesId(String name, String whole) {
        return id == null || id.matches(name) || id.matches(whole);
    }
}
