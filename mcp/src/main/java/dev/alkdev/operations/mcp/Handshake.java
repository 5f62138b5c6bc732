package dev.alkdev.operations.mcp;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.mcp.ClientSession.Limits;
import dev.alkdev.operations.mcp.ClientSession.Sent;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Optional;

/** Opens the wire to a server and finds out what it speaks. For one thread. */
final class Handshake {
    private static final Logger LOG = LoggerFactory.getLogger(Handshake.class);
    private static final String DISCOVER = "server/discover";
    private static final Duration STEP = Duration.ofMillis(100);

    private final McpServerOptions config;
    private final ClientSession session;
    private final boolean passesOn;

    /**
     * @param passesOn whether questions of the server can be passed on to callers
     */
    Handshake(McpServerOptions config, ClientSession session, boolean passesOn) {
        this.config = config;
        this.session = session;
        this.passesOn = passesOn;
    }

    /**
     * Connects.
     *
     * @param known what the server was found to speak before; {@link McpEra#AUTO} if nothing
     * @throws CallException if that fails
     */
    ServerDescription run(McpEra known) throws InterruptedException {
        McpEra era = config.era == McpEra.AUTO ? known : config.era;
        return switch (config.target) {
            case McpTarget.Command command -> {
                StdioWire wire = StdioWire.start(command, session, config.idleTimeout);
                session.use(wire);
                yield start(era, wire);
            }
            case McpTarget.Web web -> {
                if (web.oldSse()) {
                    yield oldSse(web);
                }
                session.use(new HttpWire(web, session));
                yield connect(era, web);
            }
        };
    }

    private ServerDescription start(McpEra era, StdioWire wire) throws InterruptedException {
        return switch (era) {
            case MODERN -> discovered(discover(config.startTimeout));
            case LEGACY -> initialize();
            case AUTO -> probe(wire);
        };
    }

    /**
     * Asks a process for what it is, and if it does not answer soon begins the handshake of before
     * beside it. A process may take long to start, and some never answer what they do not know.
     */
    private ServerDescription probe(StdioWire wire) throws InterruptedException {
        Sent discovery = discovery();
        PendingRequest probe = session.begin(discovery, discovery.call());
        try {
            JsonNode found = awaitProbe(probe, wire);
            if (isModern(found)) {
                return discovered(found);
            }
        } catch (McpException e) {
            checkSpeaksLegacy(e);
        } catch (CallException e) {
            if (!e.code().equals(ErrorCode.TIMEOUT)) {
                throw e;
            }
            LOG.debug("{} does not answer {}", config, DISCOVER);
        }
        try {
            return initialize();
        } catch (McpException e) {
            if (probe.isDone()) {
                JsonNode late = probe.await(STEP, null);
                if (isModern(late)) {
                    return discovered(late);
                }
            }
            throw e;
        } finally {
            session.finish(probe);
        }
    }

    /** The limit begins with the first sign of life, and a little later without one. */
    private JsonNode awaitProbe(PendingRequest probe, StdioWire wire) throws InterruptedException {
        long begun = System.nanoTime();
        long limit = config.probeTimeout.toNanos();
        long end = begun + Math.min(3 * limit, config.startTimeout.toNanos());
        boolean heard = false;
        while (true) {
            long now = System.nanoTime();
            if (!heard && wire.isHeard()) {
                heard = true;
                end = Math.min(end, now + limit);
            }
            try {
                return probe.await(null, Math.min(end, now + STEP.toNanos()));
            } catch (CallException e) {
                if (!e.code().equals(ErrorCode.TIMEOUT) || System.nanoTime() >= end) {
                    throw e;
                }
            }
        }
    }

    private ServerDescription connect(McpEra era, McpTarget.Web web) throws InterruptedException {
        if (era == McpEra.MODERN) {
            return discovered(discover(config.startTimeout));
        }
        if (era == McpEra.AUTO) {
            Optional<JsonNode> found = probe();
            if (found.isPresent()) {
                return discovered(found.get());
            }
        }
        try {
            return initialize();
        } catch (HttpStatusException e) {
            if (!e.mayBeOther()) {
                throw e;
            }
            LOG.debug("{} answered {}; trying the transport of 2024-11-05", config, e.getMessage());
            session.wire().close();
            try {
                return oldSse(web);
            } catch (CallException older) {
                LOG.debug("{} has no such stream", config, older);
                throw e;
            }
        }
    }

    /** Empty if the server is one of before. */
    private Optional<JsonNode> probe() throws InterruptedException {
        try {
            JsonNode found = discover(config.probeTimeout);
            return isModern(found) ? Optional.of(found) : Optional.empty();
        } catch (McpException e) {
            checkSpeaksLegacy(e);
        } catch (HttpStatusException e) {
            if (!e.mayBeOther()) {
                throw e;
            }
        } catch (CallException e) {
            if (e.code().equals(ErrorCode.UNAVAILABLE)) {
                throw e;
            }
            LOG.debug("{} does not answer {}", config, DISCOVER, e);
        }
        return Optional.empty();
    }

    private ServerDescription oldSse(McpTarget.Web web) throws InterruptedException {
        session.use(OldSseWire.open(web, session, config.startTimeout));
        return initialize();
    }

    private static boolean isModern(JsonNode found) {
        for (JsonNode version : found.path("supportedVersions")) {
            if (McpVersion.of(version.asString("")).filter(McpVersion::isModern).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** An error that only servers since 2026-07-28 know is no reason to fall back. */
    private void checkSpeaksLegacy(McpException error) {
        boolean modern =
                error.code() <= McpErrorCode.HEADER_MISMATCH
                        && error.code() >= McpErrorCode.UNSUPPORTED_PROTOCOL_VERSION;
        if (!modern) {
            return;
        }
        JsonNode data = error.data();
        if (error.code() == McpErrorCode.UNSUPPORTED_PROTOCOL_VERSION && data != null) {
            for (JsonNode version : data.path("supported")) {
                if (McpVersion.of(version.asString("")).isPresent()) {
                    return;
                }
            }
            throw unknownVersion(data.path("supported").toString());
        }
        throw error;
    }

    private Sent discovery() {
        session.agree(McpVersion.NEWEST);
        return Sent.of(DISCOVER, JsonNodeFactory.instance.objectNode());
    }

    /** Asks once more if the server refuses the version and yet lists it as supported. */
    private JsonNode discover(Duration limit) throws InterruptedException {
        Limits limits = new Limits(null, limit);
        try {
            return request(discovery(), limits);
        } catch (McpException e) {
            if (e.code() != McpErrorCode.UNSUPPORTED_PROTOCOL_VERSION
                    || !names(e.data(), McpVersion.NEWEST)) {
                throw e;
            }
            return request(discovery(), limits);
        }
    }

    private JsonNode request(Sent sent, Limits limits) throws InterruptedException {
        return session.request(sent, sent.call(), limits);
    }

    private static boolean names(@Nullable JsonNode data, McpVersion version) {
        return data != null
                && data.path("supported")
                        .valueStream()
                        .anyMatch(supported -> version.text().equals(supported.asString("")));
    }

    private ServerDescription discovered(JsonNode result) {
        if (!isModern(result)) {
            throw unknownVersion(result.path("supportedVersions").toString());
        }
        session.agree(McpVersion.NEWEST);
        return ServerDescription.ofDiscover(McpVersion.NEWEST, result);
    }

    /** The handshake of before 2026-07-28, also when a server has forgotten the one before. */
    ServerDescription initialize() throws InterruptedException {
        Wire wire = session.wire();
        wire.restart();
        session.propose(McpVersion.NEWEST_LEGACY);
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.put("protocolVersion", McpVersion.NEWEST_LEGACY.text());
        params.set("capabilities", ClientCapabilities.ofConnection(config, passesOn));
        params.set("clientInfo", RequestMeta.info(config));
        JsonNode result =
                request(Sent.of("initialize", params), new Limits(null, config.startTimeout));
        String answered = result.path("protocolVersion").asString("");
        McpVersion version =
                McpVersion.of(answered)
                        .filter(known -> !known.isModern())
                        .orElseThrow(() -> unknownVersion(answered));
        session.agree(version);
        session.tell(new RpcMessage.Notification("notifications/initialized", null));
        wire.listen();
        return ServerDescription.ofInitialize(version, result);
    }

    private static CallException unknownVersion(@Nullable String versions) {
        return new CallException(
                ErrorCode.EXECUTION_ERROR,
                "unsupported protocol version of the MCP server: "
                        + versions
                        + "; supported are "
                        + String.join(", ", McpVersion.texts()));
    }
}
