package dev.alkdev.operations.web;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.LogCounter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Puts credentials into requests. */
final class Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);

    /** One line for the first failure, and a few later on: each call may fail. */
    private static final LogCounter MISSING = new LogCounter();

    private Credentials() {}

    /** What the supplier gives for this operation. */
    static Credential ask(CredentialSupplier supplier, String operation)
            throws InterruptedException {
        try {
            return supplier.credential(operation);
        } catch (InterruptedException | CallException e) {
            throw e;
        } catch (UnusableCredentialException e) {
            if (MISSING.due(operation) > 0) {
                LOG.warn("The credential for {} cannot be sent: {}", operation, e.getMessage());
            }
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR,
                    "the credential for the API cannot be sent: " + e.getMessage());
        } catch (Exception e) {
            // The message of somebody's secret store may hold anything: the kind has to do.
            if (MISSING.due(operation) > 0) {
                LOG.warn(
                        "Getting a credential for {} failed: {}",
                        operation,
                        e.getClass().getName());
            }
            throw new CallException(
                    ErrorCode.EXECUTION_ERROR, "no credential available for the call");
        }
    }

    static Outgoing add(Outgoing request, Credential credential) {
        return switch (credential) {
            case Credential.Bearer bearer -> authorization(request, "Bearer " + bearer.token());
            case Credential.Basic basic -> authorization(request, "Basic " + encoded(basic));
            case Credential.ApiKey key -> addKey(request, key);
            case Credential.Several several -> {
                Outgoing all = request;
                for (Credential each : several.credentials()) {
                    all = add(all, each);
                }
                yield all;
            }
        };
    }

    private static String encoded(Credential.Basic basic) {
        byte[] bytes = (basic.user() + ":" + basic.password()).getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static Outgoing authorization(Outgoing request, String value) {
        return request.withHeader("Authorization", value);
    }

    private static Outgoing addKey(Outgoing request, Credential.ApiKey key) {
        String name = PercentEncoding.component(key.name());
        String value = PercentEncoding.component(key.value());
        return switch (key.place()) {
            case HEADER -> request.withHeader(key.name(), key.value());
            case COOKIE -> {
                String before = request.header("Cookie");
                String cookie = name + "=" + value;
                yield request.withHeader(
                        "Cookie", before == null ? cookie : Cookies.merged(cookie, before));
            }
            case QUERY -> request.withQuery(name, value);
        };
    }
}
