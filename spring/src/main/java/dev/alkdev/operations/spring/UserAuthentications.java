package dev.alkdev.operations.spring;

import dev.alkdev.operations.Identity;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The authentication behind each identity that Spring Security confirmed, for as long as a request,
 * a stream or a link holds the identity. Equal identities may have different authentications, such
 * as tokens with other claims, so that an entry belongs to the instance. Threads share it.
 */
final class UserAuthentications {
    private final Map<Key, Authentication> users = new ConcurrentHashMap<>();
    private final ReferenceQueue<Identity> unused = new ReferenceQueue<>();

    void add(Identity identity, Authentication user) {
        for (Reference<?> key = unused.poll(); key != null; key = unused.poll()) {
            users.remove(key);
        }
        users.put(new Key(identity, unused), user);
    }

    Optional<Authentication> find(Identity identity) {
        return Optional.ofNullable(users.get(new Key(identity, null)));
    }

    int size() {
        return users.size();
    }

    private static final class Key extends WeakReference<Identity> {
        private final int hash;

        Key(Identity identity, @Nullable ReferenceQueue<Identity> queue) {
            super(identity, queue);
            hash = System.identityHashCode(identity);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Key key && get() != null && refersTo(key.get()));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
