package dev.alkdev.operations.redis;

/**
 * The names of the keys. All hold the same hash tag, so that a Redis Cluster keeps them in one
 * slot, where scripts and reads of several streams work.
 */
record Keys(String prefix) {

    /** Sorted set: ids of participants by the time, on Redis' clock, until which they live. */
    String members() {
        return key("members");
    }

    /** Hash: id of a participant to the hash of what it offers. */
    String offers() {
        return key("offers");
    }

    /** Counts the changes of the two above. */
    String version() {
        return key("version");
    }

    /** Stream: announces that the version has changed. */
    String news() {
        return key("news");
    }

    /** String: the specs of an offering. */
    String offering(String hash) {
        return key("offering:" + hash);
    }

    /** Stream: requests for the workers of this offering. */
    String requests(String hash) {
        return key("requests:" + hash);
    }

    /** Stream: what is meant for one participant alone. */
    String inbox(String id) {
        return inboxes() + id;
    }

    String inboxes() {
        return key("inbox:");
    }

    private String key(String name) {
        return "{" + prefix + "}:" + name;
    }
}
