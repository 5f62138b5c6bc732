package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.openapi.HttpServiceConfig;
import dev.alkdev.operations.openapi.ImportOptions;
import dev.alkdev.operations.openapi.OpenApiSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.locks.ReentrantLock;

/** Makes sources from their configs. Threads may share it. */
final class SourceFactory {
    private static final Logger LOG = LoggerFactory.getLogger(SourceFactory.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final PeerTerms peers;
    private @Nullable ProviderList providers;

    /**
     * A factory.
     *
     * @param peers on which terms there are links to peers
     */
    SourceFactory(PeerTerms peers) {
        this.peers = peers;
    }

    HubSource create(SourceConfig config) {
        return switch (config) {
            case PeerSourceConfig peer -> new PeerSource(peer, peers);
            case OpenApiSourceConfig api ->
                    new StagedSource(
                            api.name(),
                            new Api(api),
                            new LocalBindings(
                                    LocalForm.ofScopes(api),
                                    null,
                                    api.rules().normalize(),
                                    SourceOrigin.of(api)));
            case ProviderSourceConfig provided ->
                    new StagedSource(
                            provided.name(),
                            () -> provided(provided),
                            new LocalBindings(
                                    LocalForm.of(provided),
                                    provided.timeout(),
                                    provided.rules().normalize(),
                                    SourceOrigin.of(provided)));
        };
    }

    private OperationSource provided(ProviderSourceConfig config) {
        return providers().require(config.provider()).create(config.namespace(), config.options());
    }

    /** Looked for once, and only if a source needs one. */
    private ProviderList providers() {
        lock.lock();
        try {
            ProviderList known = providers;
            if (known == null) {
                known = ProviderList.ofClassPath();
                providers = known;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** An API, which reads its document again instead of being made anew. */
    private record Api(OpenApiSourceConfig config) implements StagedSource.Inner {
        @Override
        public OperationSource make() {
            return OpenApiSource.of(config.document(), service());
        }

        @Override
        public boolean reread(OperationSource source) {
            if (!(source instanceof OpenApiSource api)) {
                return false;
            }
            try {
                var changes = api.reload();
                LOG.debug("Read {} again: {}", config.name(), changes);
            } catch (RuntimeException e) {
                // Its status tells, and it is tried again.
                LOG.debug("Could not read {} again", config.name(), e);
            }
            return true;
        }

        private HttpServiceConfig service() {
            HttpServiceConfig.Builder builder =
                    HttpServiceConfig.builder(config.namespace())
                            .credential(config.auth())
                            .retry(config.retry())
                            .imports(imports());
            if (config.baseUrl() != null) {
                builder.baseUrl(config.baseUrl().toString());
            }
            config.calls().apply(builder);
            config.headers().forEach((name, value) -> builder.header(name, value.value()));
            if (config.timeout() != null) {
                builder.timeout(config.timeout());
            }
            return builder.build();
        }

        private ImportOptions imports() {
            return ImportOptions.builder()
                    .relaxedInput(config.relaxedInput())
                    .maxOperations(config.maxOperations())
                    .bodyTypes(config.calls().bodyTypes())
                    .filter(operation -> config.filters().accepts(config.namespace(), operation))
                    .rename(operation -> config.rules().renamed(operation.name()))
                    .unused(all -> config.rules().unused(config.namespace(), all))
                    .build();
        }
    }
}
