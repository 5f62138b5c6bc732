package dev.alkdev.operations.websocket;

import org.eclipse.jetty.websocket.core.exception.UpgradeException;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Why a connection could not be made.
 *
 * @param refused whether the server refused this client, rather than being unreachable
 */
record ConnectFailure(String reason, boolean refused) {

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
            return new ConnectFailure("the server did not answer in time", false);
        }
        String message = cause.getMessage();
        if (cause instanceof ConnectException) {
            return new ConnectFailure(
                    "cannot connect" + (message == null ? "" : ": " + message), false);
        }
        if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
            return new ConnectFailure("cannot connect: the host is unknown", false);
        }
        String name = cause.getClass().getSimpleName();
        return new ConnectFailure(message == null ? name : name + ": " + message, false);
    }

    static ConnectFailure of(Connection.End end) {
        return new ConnectFailure(
                CloseCode.describe(end.code(), end.reason()), end.code() == CloseCode.POLICY);
    }
}
