package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/**
 * Collects the parts of a typed operation; the handler is the last. For one thread.
 *
 * @param <H> its handler
 * @param <R> the operation with that handler
 */
public final class TypedDeclaration<H, R> {
    private final OperationSpecBuilder spec;
    private final Schema input;
    private final Function<H, Handler> untyped;
    private final Function<OperationBinding, R> bound;
    private @Nullable NormalizeMode normalizeMode;
    private @Nullable Caller authority;
    private boolean normalizesInput;
    private boolean computes;

    TypedDeclaration(
            OperationSpecBuilder spec,
            TypedForm<?, ?> form,
            Function<H, Handler> untyped,
            Function<OperationBinding, R> bound) {
        this.input = form.input.schema();
        this.spec = spec.input(input.closed()).output(form.output.schema());
        this.untyped = untyped;
        this.bound = bound;
    }

    /** Finishes with what runs when it is called or opened. */
    public R handledBy(H handler) {
        return bound.apply(
                new OperationBinding(
                        spec.build(),
                        untyped.apply(handler),
                        normalizeMode,
                        authority,
                        null,
                        null,
                        null,
                        normalizesInput,
                        computes));
    }

    /** What the operation does, for people and for agents that choose by it. */
    public TypedDeclaration<H, R> describedAs(String description) {
        spec.describedAs(description);
        return this;
    }

    public TypedDeclaration<H, R> title(String title) {
        spec.title(title);
        return this;
    }

    /** The version; {@code 1.0.0} unless given. */
    public TypedDeclaration<H, R> version(String version) {
        spec.version(version);
        return this;
    }

    public TypedDeclaration<H, R> tags(String... tags) {
        spec.tags(tags);
        return this;
    }

    /**
     * Accepts input with members that the Java type does not have, and ignores them. Without this
     * step they are refused, since most of them are typing errors.
     */
    public TypedDeclaration<H, R> acceptingUnknownMembers() {
        spec.input(input);
        return this;
    }

    /** Checks inputs by this schema instead of that of the Java type. */
    public TypedDeclaration<H, R> input(Schema schema) {
        spec.input(schema);
        return this;
    }

    /** Requires all of these scopes of a caller. */
    public TypedDeclaration<H, R> requires(String... scopes) {
        spec.requires(scopes);
        return this;
    }

    /** What a caller needs; nothing unless given. */
    public TypedDeclaration<H, R> access(AccessControl accessControl) {
        spec.access(accessControl);
        return this;
    }

    /** Declares a failure. */
    public TypedDeclaration<H, R> fails(ErrorSpec error) {
        spec.fails(error);
        return this;
    }

    /** Declares a failure whose details are of a Java type. */
    public TypedDeclaration<H, R> fails(String code, String description, Class<?> details) {
        return fails(ErrorSpec.of(code, description).withSchema(Schema.of(details)));
    }

    /** Declares a failure with the status that a REST gateway answers with. */
    public TypedDeclaration<H, R> fails(String code, int httpStatus, String description) {
        return fails(ErrorSpec.of(code, description).withHttpStatus(httpStatus));
    }

    /** As {@link #fails(String, int, String)}, with details of a Java type. */
    public TypedDeclaration<H, R> fails(
            String code, int httpStatus, String description, Class<?> details) {
        return fails(
                ErrorSpec.of(code, description)
                        .withHttpStatus(httpStatus)
                        .withSchema(Schema.of(details)));
    }

    /** What is done to results; the registry's default unless given. */
    public TypedDeclaration<H, R> normalizing(NormalizeMode mode) {
        this.normalizeMode = mode;
        return this;
    }

    /** Normalizes inputs before they are checked: see {@link CallBuilder#normalizingInput}. */
    public TypedDeclaration<H, R> normalizingInput() {
        this.normalizesInput = true;
        return this;
    }

    /** Runs the handler on a platform thread: see {@link OperationBinding#computing}. */
    public TypedDeclaration<H, R> computing() {
        this.computes = true;
        return this;
    }

    /** Makes nested calls in this name, whoever calls: see {@link OperationBinding#runsAs}. */
    public TypedDeclaration<H, R> runsAs(Caller authority) {
        this.authority = authority;
        return this;
    }
}
