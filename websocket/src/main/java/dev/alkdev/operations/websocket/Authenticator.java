package dev.alkdev.operations.websocket;

import dev.alkdev.operations.Caller;

/** Decides who may open a link. It may block. Threads share it. */
@FunctionalInterface
public interface Authenticator {

    /** Judges a request; anything thrown refuses it with status 500. */
    Admission admit(UpgradeAttempt attempt);

    /** Admits everybody as anonymous. */
    static Authenticator anonymous() {
        return attempt -> Admission.as(Caller.anonymous());
    }
}
