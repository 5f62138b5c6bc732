package dev.alkdev.operations.websocket;

import org.jspecify.annotations.Nullable;

import java.io.Serial;

/** The server answered a handshake with another status than 101. */
final class RefusedUpgrade extends Exception {
    static final int SWITCHING_PROTOCOLS = 101;

    @Serial private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable String challenge;

    RefusedUpgrade(int status, @Nullable String challenge) {
        super("the server refused the upgrade with status " + status);
        this.status = status;
        this.challenge = challenge;
    }

    ConnectFailure toFailure() {
        String reason = String.valueOf(getMessage());
        String full = challenge == null ? reason : reason + ", it requires " + challenge;
        boolean ofCredentials = status == 401 || status == 403;
        return ofCredentials ? ConnectFailure.refused(full) : ConnectFailure.unreachable(full);
    }
}
