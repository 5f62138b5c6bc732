package dev.alkdev.operations.websocket;

import org.eclipse.jetty.websocket.core.exception.UpgradeException;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Why a link is down.
 *
 * @param state the link's state with the reason
 * @param refused whether the server refused the credentials of this client
 */
record ConnectFailure(String state, String reason, boolean refused) {

    private static ConnectFailure down(String reason, boolean refused) {
        return new ConnectFailure("is down: " + reason, reason, refused);
    }

    static ConnectFailure unreachable(String reason) {
        return down(reason, false);
    }

    static ConnectFailure notOpen() {
        return new ConnectFailure("is not open yet", "it is not open yet", false);
    }

    static ConnectFailure closed() {
        return new ConnectFailure("was closed", "it was closed", false);
    }

    static ConnectFailure refused(String reason) {
        return down(reason, true);
    }

    static ConnectFailure of(Throwable problem) {
        Throwable cause = problem;
        while ((cause instanceof ExecutionException || cause instanceof UpgradeException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof RefusedUpgrade refused) {
            return refused.toFailure();
        }
        if (cause instanceof TimeoutException) {
            return unreachable("the server did not answer in time");
        }
        String message = cause.getMessage();
        if (cause instanceof ConnectException) {
            return unreachable("cannot connect" + (message == null ? "" : ": " + message));
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return unreachable("cannot connect: the host is unknown");
        }
        String name = cause.getClass().getSimpleName();
        return unreachable(message == null ? name : name + ": " + message);
    }

    /** A policy close (1008) ends this connection only: the next token may be accepted. */
    static ConnectFailure of(Connection.End end) {
        return unreachable(CloseCode.describe(end.code(), end.reason()));
    }
}
