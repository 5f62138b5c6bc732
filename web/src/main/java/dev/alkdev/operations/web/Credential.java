package dev.alkdev.operations.web;

import java.util.List;

/** A credential for an API: a bearer token, a password or a key. Its text form tells nothing. */
public sealed interface Credential {

    static Credential none() {
        return new Several(List.of());
    }

    static Credential bearer(String token) {
        return new Bearer(token);
    }

    static Credential basic(String user, String password) {
        return new Basic(user, password);
    }

    static Credential apiKey(KeyPlace place, String name, String value) {
        return new ApiKey(place, name, value);
    }

    static Credential all(Credential... credentials) {
        return new Several(List.of(credentials));
    }

    /** Where an API key is sent. */
    enum KeyPlace {
        HEADER,
        QUERY,
        COOKIE
    }

    /** {@code Authorization: Bearer …}. */
    record Bearer(String token) implements Credential {
        /**
         * A token.
         *
         * @throws IllegalArgumentException if no header can carry it
         */
        public Bearer {
            UnusableCredentialException.check("the bearer token", token);
        }

        @Override
        public String toString() {
            return "Bearer[***]";
        }
    }

    /** {@code Authorization: Basic …}. */
    record Basic(String user, String password) implements Credential {
        @Override
        public String toString() {
            return "Basic[***]";
        }
    }

    /** A key under a name of the API's choice. */
    record ApiKey(KeyPlace place, String name, String value) implements Credential {
        /**
         * A key.
         *
         * @throws IllegalArgumentException if it is for a header, and no header can carry it
         */
        public ApiKey {
            if (place == KeyPlace.HEADER) {
                UnusableCredentialException.check("the API key " + name, value);
            }
        }

        @Override
        public String toString() {
            return "ApiKey[" + place + " " + name + " ***]";
        }
    }

    /** More than one at once, or none. */
    record Several(List<Credential> credentials) implements Credential {
        public Several {
            credentials = List.copyOf(credentials);
        }
    }
}
