package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.OperationSource.Status.State;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.protocol.PeerImportOptions;
import dev.alkdev.operations.redis.RedisLink;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Joins a hub with all others that use the same Redis: each offers its operations to the others and
 * calls theirs. Threads may share it.
 */
final class RedisEngine implements HubEngine {
    /** As what it is listed among the sources. */
    static final String NAME = "engine";

    private static final Logger LOG = LoggerFactory.getLogger(RedisEngine.class);
    private static final int SHOWN_ID = 8;
    private static final int NAMED = 5;
    private static final String NOT_OFFERED =
            "no operations are offered to other hubs: this hub requires tokens, they may not; set"
                    + " engine.offer to true to allow their calls";

    private final RedisEngineConfig config;
    private final Supplier<HubConfig> hub;
    private final Link link;
    private final Peer others;
    private volatile boolean told;

    /** Joins over a link; what the others have may follow later. */
    RedisEngine(RedisEngineConfig config, Supplier<HubConfig> hub, Link link, Peer others) {
        this.config = config;
        this.hub = hub;
        this.link = link;
        this.others = others;
        others.keepImporting(
                PeerImportOptions.none()
                        .withGrace(config.grace())
                        .withOrigin(OperationBinding.Origin.named(NAME)));
    }

    /** Joins; if Redis cannot be reached, it retries with back-off. */
    static RedisEngine join(RedisEngineConfig config, HubParts parts) {
        RedisLink.Builder builder =
                RedisLink.to(config.url().toString())
                        .prefix(config.prefix())
                        .expiry(config.expiry())
                        .grace(config.grace())
                        .memory(parts.registry().byteBudget());
        if (config.trustIdentities()) {
            // Whoever calls is checked by name, here and there; so everything may be listed.
            builder.trustingIdentities().self(Caller.trusted());
        }
        RedisLink link = builder.build();
        link.offer(config.offers(parts.config().isAuthenticated()));
        Peer others = Peer.over(link, parts.registry(), parts.answering().withGateway("redis"));
        RedisEngine engine = new RedisEngine(config, parts::config, link, others);
        engine.tokensChanged();
        return engine;
    }

    /** Tokens were added or removed: offers our operations, or stops that. */
    @Override
    public void tokensChanged() {
        if (link instanceof RedisLink redis) {
            redis.offer(config.offers(hub.get().isAuthenticated()));
        }
        if (isKeptBack() && !told) {
            LOG.info("{}: {}", link.name(), NOT_OFFERED);
        }
        told = isKeptBack();
    }

    /** Whether nothing is offered because the config leaves it open. */
    private boolean isKeptBack() {
        return config.offer() == null && hub.get().isAuthenticated();
    }

    @Override
    public SourceEntry entry() {
        int operations = others.importedIds().size();
        String problem = problem();
        return new SourceEntry(
                NAME,
                "redis",
                problem == null
                        ? new OperationSource.Status(
                                State.READY, operations, notes(), others.notImported())
                        : new OperationSource.Status(State.FAILED, operations, problem));
    }

    @Override
    public List<Member> peers() {
        if (!(link instanceof RedisLink redis)) {
            return List.of();
        }
        List<Member> peers = new ArrayList<>();
        // Ids are random: the beginning tells workers apart.
        redis.workers()
                .forEach(
                        (id, offered) ->
                                peers.add(
                                        new Member(
                                                id.substring(0, Math.min(SHOWN_ID, id.length())),
                                                offered)));
        return peers;
    }

    private @Nullable String problem() {
        if (!link.isUp()) {
            return link.name() + " cannot be reached";
        }
        return others.importProblem().orElseGet(this::missingWorkers);
    }

    private @Nullable String missingWorkers() {
        Set<String> ids = link instanceof RedisLink redis ? redis.withoutWorker() : Set.of();
        if (ids.isEmpty()) {
            return null;
        }
        String some = ids.stream().sorted().limit(NAMED).collect(Collectors.joining(", "));
        return "no worker is left for "
                + ids.size()
                + " operations: "
                + some
                + (ids.size() > NAMED ? ", …" : "");
    }

    /** What does not cross although all works, and why. */
    private @Nullable String notes() {
        List<String> notes = new ArrayList<>();
        if (link instanceof RedisLink redis && !redis.hidden().isEmpty()) {
            notes.add(
                    redis.hidden().size()
                            + " operations of the other hubs require scopes and are not imported;"
                            + " set engine.trustIdentities to true on all hubs");
        }
        if (isKeptBack() && !hub.get().sources().isEmpty()) {
            notes.add(NOT_OFFERED);
        }
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    @Override
    public void retire() {
        link.retire();
    }

    @Override
    public int activeCount() {
        return others.handler().activeCount();
    }

    @Override
    public void close() {
        others.close();
    }
}
