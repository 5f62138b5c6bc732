package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceProvider;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The providers of sources on a class path, by their names. Threads may share it. */
final class ProviderList {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderList.class);

    private final TreeMap<String, SourceProvider> known = new TreeMap<>();

    /** Those that a loader finds. One that is broken is logged and left out, as is a second one. */
    ProviderList(ServiceLoader<SourceProvider> loader) {
        Plugins.services(loader).forEach(this::addSafely);
    }

    private void addSafely(SourceProvider provider) {
        try {
            add(provider);
        } catch (Throwable e) {
            ForeignCode.throwIfFatal(e);
            LOG.warn("A provider of sources cannot be used", e);
        }
    }

    private void add(SourceProvider provider) {
        SourceProvider first = known.putIfAbsent(provider.name(), provider);
        if (first != null) {
            LOG.warn(
                    "{} is not used: {} is called {} as well",
                    provider.getClass().getName(),
                    first.getClass().getName(),
                    provider.name());
        }
    }

    /**
     * The provider of this name.
     *
     * @throws IllegalArgumentException saying which ones there are, if it is none of them
     */
    SourceProvider require(String name) {
        return Optional.ofNullable(known.get(name))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "there is no provider "
                                                + name
                                                + " on the class path; there are "
                                                + known.keySet()));
    }
}
