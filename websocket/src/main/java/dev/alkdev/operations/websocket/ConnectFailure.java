package dev.alkdev.operations.websocket;

import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Why a connection could not be made.
 *
 * @param refused whether the server does not want this client, rather than being out of reach
 */
record ConnectFailure(String reason, boolean refused) {

    static ConnectFailure of(Throwable problem) {
        Throwable cause =
                problem instanceof ExecutionException && problem.getCause() != null
                        ? problem.getCause()
                        : problem;
        if (cause instanceof WebSocketHandshakeException handshake) {
            return ofResponse(handshake.getResponse());
        }
        if (cause instanceof TimeoutException) {
            return new ConnectFailure("the server did not answer in time", false);
        }
        String message = cause.getMessage();
        String name = cause.getClass().getSimpleName();
        return new ConnectFailure(message == null ? name : name + ": " + message, false);
    }

    private static ConnectFailure ofResponse(HttpResponse<?> response) {
        int status = response.statusCode();
        String reason = "the server refused the upgrade with status " + status;
        String challenge = response.headers().firstValue("www-authenticate").orElse("");
        return new ConnectFailure(
                challenge.isEmpty() ? reason : reason + ", it asks for " + challenge,
                status == 401 || status == 403);
    }

    static ConnectFailure of(Connection.End end) {
        return new ConnectFailure(
                CloseCode.describe(end.code(), end.reason()), end.code() == CloseCode.POLICY);
    }
}
