package dev.alkdev.operations.redis;

/**
 * A request of another participant that we answer.
 *
 * @param origin who sent it
 * @param requests the stream that held the request
 * @param entry where in the stream
 * @param holdsSlot whether it counts towards the limit of concurrent calls
 */
record TakenRequest(Origin origin, String requests, String entry, boolean holdsSlot) {
    /** A caller and its id of the request: ids are unique for each caller only. */
    record Origin(String caller, String requestId) {}

    String caller() {
        return origin.caller;
    }
}
