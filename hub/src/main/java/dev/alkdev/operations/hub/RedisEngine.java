package dev.alkdev.operations.hub;

import dev.alkdev.operations.Caller;
import dev.alkdev.operations.OperationOrigin;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.SourceStatus;
import dev.alkdev.operations.SourceStatus.State;
import dev.alkdev.operations.http.SourceEntry;
import dev.alkdev.operations.protocol.HandlerOptions;
import dev.alkdev.operations.protocol.ImportRules;
import dev.alkdev.operations.protocol.Link;
import dev.alkdev.operations.protocol.Peer;
import dev.alkdev.operations.redis.RedisLink;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Joins a hub with all others that use the same Redis: each offers its operations to the others and
 * calls theirs. Threads may share it.
 */
final class RedisEngine {
    /** As what it is listed among the sources. */
    static final String NAME = "engine";

    private static final Logger LOG = LoggerFactory.getLogger(RedisEngine.class);
    private static final String NOT_OFFERED =
            "nothing is offered to the other hubs, because this hub asks for tokens and they may"
                    + " not; set engine.offer to true to let them call its operations";

    private final Supplier<HubConfig> config;
    private final Link link;
    private final Peer others;
    private volatile boolean told;

    private RedisEngine(Supplier<HubConfig> config, Link link, Peer others) {
        this.config = config;
        this.link = link;
        this.others = others;
    }

    /** Joins; if Redis cannot be reached, it goes on trying. */
    static RedisEngine join(
            EngineConfig.Redis redis,
            Supplier<HubConfig> config,
            OperationRegistry registry,
            HandlerOptions options) {
        RedisLink.Builder builder =
                RedisLink.to(redis.url().toString())
                        .prefix(redis.prefix())
                        .expiry(redis.waits().expiry())
                        .grace(redis.waits().grace());
        if (redis.sharing().trustIdentities()) {
            // Whoever calls is checked by name, here and there; so everything may be listed.
            builder.trustingIdentities().self(Caller.trusted());
        }
        RedisLink link = builder.build();
        link.offer(redis.sharing().offers(!config.get().tokens().isEmpty()));
        ImportRules rules =
                ImportRules.none()
                        .withGrace(redis.waits().grace())
                        .withOrigin(OperationOrigin.named(NAME));
        RedisEngine engine = join(config, link, Peer.over(link, registry, options), rules);
        engine.tokensChanged();
        return engine;
    }

    /** Joins over a link; what the others have may follow later. */
    static RedisEngine join(Supplier<HubConfig> config, Link link, Peer others, ImportRules rules) {
        others.keepImporting(rules);
        return new RedisEngine(config, link, others);
    }

    /** Tokens have come or gone: offers our operations, or stops that. */
    void tokensChanged() {
        if (link instanceof RedisLink redis
                && config.get().engine() instanceof EngineConfig.Redis shared) {
            redis.offer(shared.sharing().offers(!config.get().tokens().isEmpty()));
        }
        if (isKeptBack() && !told) {
            LOG.info("{}: {}", link.name(), NOT_OFFERED);
        }
        told = isKeptBack();
    }

    /** Whether nothing is offered without anybody having said so. */
    private boolean isKeptBack() {
        HubConfig now = config.get();
        return now.engine() instanceof EngineConfig.Redis redis
                && redis.sharing().offer() == EngineConfig.Offer.WITHOUT_TOKENS
                && !now.tokens().isEmpty();
    }

    SourceEntry entry() {
        int operations = others.importedIds().size();
        String problem = problem();
        return new SourceEntry(
                NAME,
                "redis",
                problem == null
                        ? new SourceStatus(State.READY, operations, notes(), others.notImported())
                        : new SourceStatus(State.FAILED, operations, problem));
    }

    private @Nullable String problem() {
        return link.isUp()
                ? others.importProblem().orElse(null)
                : link.name() + " cannot be reached";
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
        if (isKeptBack() && !config.get().sources().isEmpty()) {
            notes.add(NOT_OFFERED);
        }
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    /** Leaves new calls to the others, and returns when they can know of it. */
    void retire() {
        link.retire();
    }

    /** Leaves after the answers are sent: a call is over a little before its caller knows. */
    void close(Deadline deadline) {
        LastAnswers.await(others.handler()::activeCount, deadline);
        others.close();
    }
}
