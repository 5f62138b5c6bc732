package dev.alkdev.operations.redis;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.protocol.CallEvent;
import dev.alkdev.operations.protocol.CallEventCodec;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.LinkListener;
import dev.alkdev.operations.protocol.Offering;

import io.lettuce.core.RedisException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A link to all others that use the same key prefix of one Redis. Whoever takes part offers the
 * operations of its registry and calls those of the others; a request reaches exactly one of the
 * workers that offer its operation. Threads may share it.
 *
 * <pre>{@code
 * RedisLink link = RedisLink.to("redis://localhost:6379").prefix("shop").build();
 * Peer others = Peer.over(link, registry);
 * }</pre>
 *
 * <p>If Redis is lost, the link goes down, fails what is pending, and comes up again by itself. If
 * a worker is lost, its queries are taken over by another, and its other calls fail with {@code
 * UNAVAILABLE}.
 */
public final class RedisLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

    private final RedisOptions settings;
    private final Others others;
    private final AtomicReference<@Nullable Thread> life = new AtomicReference<>();
    private final SessionLoop loop;
    private volatile boolean offered = true;

    private RedisLink(RedisOptions settings) {
        this.settings = settings;
        this.others = new Others(settings);
        this.loop = new SessionLoop(this, settings);
    }

    /**
     * Starts a link.
     *
     * @param url {@code redis://user:password@host:6379/0} for one server, {@code
     *     redis-sentinel://:password@host:26379,other:26379/0#name} for the master that sentinels
     *     name, {@code redis-cluster://user:password@host:6379,other:6379} for a Redis Cluster;
     *     {@code rediss} instead of {@code redis} for TLS
     * @throws IllegalArgumentException if it is no such URL
     */
    public static Builder to(String url) {
        return new Builder(RedisAddress.parse(url));
    }

    /**
     * The operations of the others that we may not use, by id: they are neither listed nor
     * imported. See {@link Builder#self}.
     */
    public Set<String> hidden() {
        readOfferings(session());
        return others.hidden();
    }

    /**
     * The operations that others have offered and no worker offers now, by id: calls of them fail
     * with {@code UNAVAILABLE}, or with {@code OPERATION_NOT_FOUND} after the grace.
     */
    public Set<String> withoutWorker() {
        return others.withoutWorker();
    }

    /** The ids of what each of the others offers now; nobody is there while the link is down. */
    public Map<String, Set<String>> workers() {
        Session now = session();
        readOfferings(now);
        return now == null ? Map.of() : now.roster().view().workers(now.id());
    }

    private void readOfferings(@Nullable Session now) {
        try {
            if (now == null) {
                others.startReading();
            } else {
                now.roster().readOfferings();
            }
        } catch (RedisException e) {
            LOG.debug("Could not read the offerings of others", e);
        }
    }

    /**
     * Turns the offering of our operations on (the default) or off: calls that were taken are
     * finished, new ones go to other workers. Returns when it is announced, or if the link is down.
     */
    public void offer(boolean offered) {
        this.offered = offered;
        Session now = session();
        if (now == null) {
            return;
        }
        now.offeringChanged();
        try {
            now.awaitAnnounced();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Others others() {
        return others;
    }

    Offering offering(LinkListener listener) {
        return new SwitchedOffering(listener.offering(), () -> offered);
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public Caller peer() {
        return settings.peer();
    }

    @Override
    public boolean trustsIdentities() {
        return settings.trustsIdentities();
    }

    /** {@inheritDoc} Returns after the first attempt to connect, whether it succeeded or not. */
    @Override
    public void open(LinkListener listener) {
        Thread thread =
                Thread.ofVirtual().name("operations-redis").unstarted(() -> loop.run(listener));
        if (!life.compareAndSet(null, thread)) {
            throw new IllegalStateException("the link is open already");
        }
        thread.start();
        try {
            loop.awaitAttempt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The session that is up; null while Redis cannot be used. */
    @Nullable Session session() {
        return loop.session();
    }

    void offeringChanged() {
        Session now = session();
        if (now != null) {
            now.offeringChanged();
        }
    }

    @Override
    public boolean isUp() {
        Session now = session();
        return now != null && !now.hasEnded();
    }

    @Override
    public void send(CallEvent event) {
        Session now = session();
        if (now == null) {
            throw new CallException(ErrorCode.UNAVAILABLE, "the link " + name() + " is down");
        }
        now.send(event);
    }

    /** {@inheritDoc} Returns when the others are notified, if they can be. */
    @Override
    public void retire() {
        offer(false);
    }

    @Override
    public void close() {
        loop.end();
        Thread thread = life.get();
        if (thread != null && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Collects the settings of a link. For one thread. */
    public static final class Builder {
        private static final int DEFAULT_CONCURRENCY = 256;
        private static final ByteBudget SHARED_MEMORY =
                ByteBudget.of(Runtime.getRuntime().maxMemory() / 4);

        private final RedisAddress address;
        private String prefix = "operations";
        private Caller peer = Caller.anonymous();
        private @Nullable Caller self;
        private boolean trustsIdentities;
        private Duration expiry = Duration.ofSeconds(5);
        private Duration grace = Duration.ofSeconds(30);
        private int concurrency = DEFAULT_CONCURRENCY;
        private int limit = CallEventCodec.DEFAULT_LIMIT;
        private @Nullable Path certificates;
        private ByteBudget memory = SHARED_MEMORY;

        private Builder(RedisAddress address) {
            this.address = address;
        }

        /** What the keys begin with: who uses the same takes part together. */
        public Builder prefix(String prefix) {
            if (prefix.isEmpty() || prefix.contains("{") || prefix.contains("}")) {
                throw new IllegalArgumentException(
                        "prefix should have characters, but no braces, but is \"" + prefix + "\"");
            }
            this.prefix = prefix;
            return this;
        }

        /** For whom the others' requests are run; {@link Caller#anonymous()} unless given. */
        public Builder peer(Caller peer) {
            this.peer = peer;
            return this;
        }

        /** As whom the others run our requests; the same as {@link #peer} unless given. */
        public Builder self(Caller self) {
            this.self = self;
            return this;
        }

        /** Takes the identity in a request for true. */
        public Builder trustingIdentities() {
            this.trustsIdentities = true;
            return this;
        }

        /**
         * The time without heartbeat after which a participant is regarded as dead; 5 s unless
         * given.
         */
        public Builder expiry(Duration expiry) {
            if (expiry.compareTo(Duration.ofMillis(200)) < 0) {
                throw new IllegalArgumentException(
                        "expiry should be at least 200 ms but is " + expiry);
            }
            this.expiry = expiry;
            return this;
        }

        /**
         * How long operations stay listed after all who offered them are gone; calls of them are
         * {@code UNAVAILABLE} then. 30 s unless given; zero for not at all.
         */
        public Builder grace(Duration grace) {
            if (grace.isNegative()) {
                throw new IllegalArgumentException("grace should not be negative but is " + grace);
            }
            this.grace = grace;
            return this;
        }

        /** How many calls are taken at once, subscriptions not counted; 256 unless given. */
        public Builder concurrency(int calls) {
            if (calls < 1) {
                throw new IllegalArgumentException(
                        "concurrency should be at least 1 but is " + calls);
            }
            this.concurrency = calls;
            return this;
        }

        /** How many characters an event may have; 4 Mi unless given. */
        public Builder limit(int characters) {
            this.limit = characters;
            return this;
        }

        /**
         * Bounds the memory of received events while they are parsed; a quarter of the heap, shared
         * by all links without a budget of their own, unless given.
         */
        public Builder memory(ByteBudget memory) {
            this.memory = memory;
            return this;
        }

        /** Trusts the certificates of a PEM file with {@code rediss://}, instead of the JDK's. */
        public Builder trustedCertificates(Path pem) {
            this.certificates = pem;
            return this;
        }

        public RedisLink build() {
            return new RedisLink(
                    new RedisOptions(
                            address,
                            new Keys(prefix),
                            peer,
                            self == null ? peer : self,
                            trustsIdentities,
                            expiry,
                            grace,
                            concurrency,
                            CallEventCodec.withLimit(limit),
                            certificates,
                            memory));
        }
    }
}
