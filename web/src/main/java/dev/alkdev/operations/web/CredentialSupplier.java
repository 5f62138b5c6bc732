package dev.alkdev.operations.web;

/**
 * Gives the credential for one request. It is asked each time, so that a token can be renewed or
 * withdrawn at any moment; what it gives is neither kept nor logged, and appears in no envelope and
 * no error. Threads may share it.
 */
@FunctionalInterface
public interface CredentialSupplier {
    /**
     * The credential for a call.
     *
     * @param operation the id of the operation; the empty text when a document is fetched
     * @throws Exception if there is none; the call fails
     */
    Credential credential(String operation) throws Exception;

    /**
     * Called when an API has refused a credential with status 401.
     *
     * @return whether {@link #credential} now gives another one; the request is then sent once more
     */
    default boolean renew(Credential refused) {
        return false;
    }
}
