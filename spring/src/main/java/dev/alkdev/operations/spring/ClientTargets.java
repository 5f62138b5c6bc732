package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.protocol.Peer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.annotation.AnnotationUtils;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Binds client interfaces, with one link for each hub. Threads share it. */
final class ClientTargets implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(ClientTargets.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final OperationRegistry registry;
    private final Map<String, OperationsProperties.Client> clients;
    private final Map<OperationsProperties.Client, Peer> hubs = new ConcurrentHashMap<>();

    ClientTargets(OperationRegistry registry, Map<String, OperationsProperties.Client> clients) {
        this.registry = registry;
        this.clients = clients;
    }

    <T> T bind(Class<T> type) {
        OperationsClient marking =
                Objects.requireNonNull(
                        AnnotationUtils.findAnnotation(type, OperationsClient.class));
        OperationsProperties.Client client = clients.get(marking.value());
        return client == null
                ? Clients.bind(type, registry)
                : Clients.bind(type, hubs.computeIfAbsent(client, ClientTargets::connect));
    }

    private static Peer connect(OperationsProperties.Client client) {
        String token = client.token();
        Supplier<String> tokens = token == null ? null : () -> token;
        Peer hub = Clients.connect(client.uri(), tokens, TIMEOUT);
        if (!hub.isUp()) {
            LOG.warn("The hub at {} cannot be reached; retrying", client.uri());
        }
        return hub;
    }

    @Override
    public void destroy() {
        hubs.values().forEach(Peer::close);
    }
}
