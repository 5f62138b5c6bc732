package dev.alkdev.operations.cli;

import dev.alkdev.operations.Call;
import dev.alkdev.operations.CallBuilder;
import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Caller;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.http.OperationListing;
import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;
import dev.alkdev.operations.hub.TokenStore;
import dev.alkdev.operations.schema.Change;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The operations of a config, in this process. For one thread. */
final class LocalTarget implements Target {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Hub hub;
    private final Caller caller;

    /** The operations of a hub that was started in this process. */
    LocalTarget(Hub hub, Caller caller) {
        this.hub = hub;
        this.caller = caller;
    }

    /**
     * Starts the sources of a config and waits for them. What has not come in time a listing tells.
     *
     * @param token who asks; null for whoever has the config, who may do everything
     */
    static LocalTarget open(Path file, @Nullable String token, Console console, Duration patience) {
        HubConfig config = new HubFile(file).read();
        Caller caller = caller(config, token);
        Hub hub = Hub.of(config);
        try (Progress progress = Progress.start(console, "Starting the sources of " + file)) {
            hub.startSources();
            hub.awaitSources(patience);
            if (Thread.currentThread().isInterrupted()) {
                throw CommandFailure.interrupted();
            }
            return new LocalTarget(hub, caller);
        } catch (RuntimeException e) {
            hub.close();
            throw e;
        }
    }

    /** Who has a token; whoever has none has the config, and may do everything. */
    static Caller caller(HubConfig config, @Nullable String token) {
        if (token == null) {
            return Caller.trusted();
        }
        return TokenStore.of(config.tokens())
                .identify(token)
                .map(Caller::of)
                .orElseThrow(
                        () ->
                                new CallException(
                                        ErrorCode.ACCESS_DENIED, "the config has no such token"));
    }

    @Override
    public JsonNode listing(Map<String, String> query) {
        return new OperationListing(hub.registry(), hub::sources, hub.search())
                .get(HubAddress.query(query), caller);
    }

    @Override
    public Description describe(String id) {
        OperationSpec spec = hub.registry().spec(id);
        if (!spec.permits(caller)) {
            // As a hub answers: somebody who may not use it is not told that it is there.
            throw new CallException(ErrorCode.OPERATION_NOT_FOUND, "there is no operation " + id);
        }
        return new Description(spec, hub.registry().drift(id));
    }

    @Override
    public CallResult call(String id, JsonNode input, @Nullable Duration timeout) {
        List<Change> changes = new ArrayList<>();
        CallBuilder call = Call.builder().caller(caller).onNormalized(changes::add);
        if (timeout != null) {
            call.timeout(timeout);
        }
        try {
            return new CallResult(hub.registry().execute(call.to(id, input)), changes);
        } catch (CallException e) {
            throw unlessInterrupted(e);
        }
    }

    @Override
    public Items subscribe(String id, JsonNode input, @Nullable String after, boolean envelopes) {
        CallBuilder call = Call.builder().caller(caller);
        if (after != null) {
            call.lastEventId(after);
        }
        Subscription<JsonNode> items = hub.registry().subscribe(call.to(id, input));
        return reader -> read(items, envelopes, reader);
    }

    private static void read(
            Subscription<JsonNode> items, boolean envelopes, Predicate<JsonNode> reader) {
        try (items) {
            boolean wanted = true;
            while (wanted && items.hasNext()) {
                ResponseEnvelope<JsonNode> item = items.next();
                wanted = reader.test(envelopes ? item.toJson() : item.data());
            }
        } catch (CallException e) {
            throw unlessInterrupted(e);
        }
    }

    /** An operation may be aborted for reasons of its own. */
    private static RuntimeException unlessInterrupted(CallException failure) {
        boolean interrupted =
                failure.code().equals(ErrorCode.ABORTED) && Thread.currentThread().isInterrupted();
        return interrupted ? CommandFailure.interrupted() : failure;
    }

    @Override
    public void close() {
        hub.close();
    }
}
