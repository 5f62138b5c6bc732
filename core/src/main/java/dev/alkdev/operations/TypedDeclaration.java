package dev.alkdev.operations;

import dev.alkdev.operations.schema.Schema;

import org.jspecify.annotations.Nullable;

/** The steps that typed operations of every kind have in common. For one thread. */
public abstract sealed class TypedDeclaration<D extends TypedDeclaration<D>>
        permits Operation.Declaration, StreamOperation.Declaration {
    private final OperationSpecBuilder spec;
    private final TypedForm<?, ?> form;
    private @Nullable NormalizeMode normalizeMode;
    private @Nullable Caller authority;
    private boolean normalizesInput;

    TypedDeclaration(OperationSpecBuilder spec, TypedForm<?, ?> form) {
        this.spec = spec.input(form.inputSchema().closed()).output(form.outputSchema());
        this.form = form;
    }

    abstract D self();

    OperationBinding bind(Handler handler) {
        OperationBinding bound = OperationBinding.of(spec.build(), handler);
        bound = normalizeMode == null ? bound : bound.normalizing(normalizeMode);
        bound = authority == null ? bound : bound.runsAs(authority);
        return normalizesInput ? bound.normalizingInput() : bound;
    }

    /** What the operation does, for people and for agents that choose by it. */
    public D describedAs(String description) {
        spec.describedAs(description);
        return self();
    }

    public D title(String title) {
        spec.title(title);
        return self();
    }

    /** The version; {@code 1.0.0} unless given. */
    public D version(String version) {
        spec.version(version);
        return self();
    }

    public D tags(String... tags) {
        spec.tags(tags);
        return self();
    }

    /**
     * Accepts input with members that the Java type does not have, and ignores them. Without this
     * step they are refused, since most of them are typing errors.
     */
    public D acceptingUnknownMembers() {
        spec.input(form.inputSchema());
        return self();
    }

    /** Checks inputs by this schema instead of that of the Java type. */
    public D input(Schema schema) {
        spec.input(schema);
        return self();
    }

    /** Requires all of these scopes of a caller. */
    public D requires(String... scopes) {
        spec.requires(scopes);
        return self();
    }

    /** What a caller needs; nothing unless given. */
    public D access(AccessControl accessControl) {
        spec.access(accessControl);
        return self();
    }

    /** Declares a failure. */
    public D fails(ErrorSpec error) {
        spec.fails(error);
        return self();
    }

    /** Declares a failure whose details are of a Java type. */
    public D fails(String code, String description, Class<?> details) {
        return fails(ErrorSpec.of(code, description).withSchema(Schema.of(details)));
    }

    /** Declares a failure with the status that a REST gateway answers with. */
    public D fails(String code, int httpStatus, String description) {
        return fails(ErrorSpec.of(code, description).withHttpStatus(httpStatus));
    }

    /** As {@link #fails(String, int, String)}, with details of a Java type. */
    public D fails(String code, int httpStatus, String description, Class<?> details) {
        return fails(
                ErrorSpec.of(code, description)
                        .withHttpStatus(httpStatus)
                        .withSchema(Schema.of(details)));
    }

    /** What is done to results; the registry's default unless given. */
    public D normalizing(NormalizeMode mode) {
        this.normalizeMode = mode;
        return self();
    }

    /** Normalizes inputs before they are checked: see {@link CallBuilder#normalizingInput}. */
    public D normalizingInput() {
        this.normalizesInput = true;
        return self();
    }

    /** Makes nested calls in this name, whoever calls: see {@link OperationBinding#runsAs}. */
    public D runsAs(Caller authority) {
        this.authority = authority;
        return self();
    }
}
