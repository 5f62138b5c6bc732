package dev.alkdev.operations.console;

import dev.alkdev.operations.AccessControl;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;

/**
 * A user of the console, who sees what they may use. Where callers are told apart, the details of
 * others' calls, and what servers write, are for those with the scope {@value #INSPECT}. Immutable.
 *
 * @param open whether nobody is told apart, so that everybody sees all
 */
public record Viewer(Caller caller, OperationRegistry registry, boolean open) {
    /** The scope of those who see more than what is theirs. */
    public static final String INSPECT = "hub:inspect";

    private static final String INTERNAL = "services";

    /** Whether they see what is meant for those who run the server. */
    public boolean inspects() {
        return switch (caller) {
            case Caller.Authenticated(Identity identity) -> identity.scopes().contains(INSPECT);
            case Caller.Anonymous anonymous -> open;
            case Caller.Trusted trusted -> true;
        };
    }

    boolean mayUse(OperationSpec spec) {
        return !spec.namespace().equals(INTERNAL)
                && spec.permits(caller)
                && registry.isCallable(spec.id());
    }

    /** Whether they may use an operation as it is now. */
    public boolean mayUse(String operation) {
        return registry.find(operation).filter(spec -> spec.permits(caller)).isPresent();
    }

    /** Whether they see a call: their own, and those of what they may use. */
    boolean sees(RecordedCall call) {
        if (isOwn(call)) {
            return true;
        }
        AccessControl then = call.access();
        if (then == null) {
            return inspects();
        }
        // By the rules of now, or the last ones if it is gone.
        AccessControl now =
                registry.find(call.operation()).map(OperationSpec::accessControl).orElse(then);
        return caller.reaches(call.operation()) && now.permits(caller);
    }

    /** Whether they see what failed and with which input. */
    boolean seesDetails(RecordedCall call) {
        return isOwn(call) || inspects();
    }

    /** Where some callers have names, those without are not one person. */
    private boolean isOwn(RecordedCall call) {
        return call.isOf(caller) && (open || !(caller instanceof Caller.Anonymous));
    }
}
