package dev.alkdev.operations.redis;

/**
 * A request of another participant that we answer.
 *
 * @param caller its id
 * @param requests the stream that held the request
 * @param entry where in the stream
 * @param holdsSlot whether it counts towards the limit of concurrent calls
 */
record TakenRequest(String caller, String requests, String entry, boolean holdsSlot) {}
