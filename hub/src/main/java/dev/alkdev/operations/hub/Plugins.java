package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Kind;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What the jars of a folder add to a hub. They are loaded once in a process: records of the same
 * config are equal after a reload, and a changed jar needs a restart. Threads may share it.
 */
final class Plugins {
    private static final Logger LOG = LoggerFactory.getLogger(Plugins.class);
    private static final Map<Path, Plugins> LOADED = new ConcurrentHashMap<>();

    private static final String VARIABLE = "OPERATIONS_PLUGINS";

    /** A class path that is broken through and through is not searched for ever. */
    private static final int MOST_FAILURES = 100;

    /** The class path alone. */
    private static final Path NOWHERE = Path.of("");

    /** The records of a config with them. */
    final ConfigRecords records;

    private final ClassLoader loader;

    Plugins(ClassLoader loader) {
        this.loader = loader;
        List<Class<? extends Record>> kinds = kinds(loader);
        boolean standard = kinds.equals(StandardKinds.KINDS);
        this.records = standard ? StandardKinds.RECORDS : new ConfigRecords(kinds);
    }

    /**
     * Finds the folder of a hub's own jars: the one that the config or the environment names, else
     * the usual one; null for none.
     */
    static @Nullable Path folder(
            ConfigValue config, Path base, Function<String, @Nullable String> environment) {
        ConfigValue given = config.get("plugins");
        String variable = environment.apply(VARIABLE);
        String named = variable == null ? "" : variable;
        boolean isGiven = given.text().isPresent();
        Path usual = named.isEmpty() ? base.resolve("plugins") : Path.of(named);
        Path jars = isGiven ? given.path() : usual;
        if (jars != null && Files.isDirectory(jars)) {
            return jars;
        }
        if (isGiven) {
            given.refuse("there is no folder " + given.shown());
        } else if (!named.isEmpty()) {
            config.refuse(VARIABLE + " should be a folder, but is none");
        }
        return null;
    }

    /**
     * Those of a folder, and those of the class path.
     *
     * @param folder null for those of the class path alone
     */
    static Plugins in(@Nullable Path folder) {
        return LOADED.computeIfAbsent(
                folder == null ? NOWHERE : folder.toAbsolutePath().normalize(),
                path -> new Plugins(path.equals(NOWHERE) ? parent() : load(path)));
    }

    private static ClassLoader parent() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Plugins.class.getClassLoader() : context;
    }

    private static ClassLoader load(Path folder) {
        Set<Path> jars = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
            found.forEach(jars::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the jars of " + folder, e);
        }
        LOG.info("Loading {} jars of {}", jars.size(), folder);
        return new URLClassLoader(
                "plugins", jars.stream().map(Plugins::url).toArray(URL[]::new), parent());
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The hub's own kinds first; one that is broken is logged and left out. */
    private static List<Class<? extends Record>> kinds(ClassLoader loader) {
        List<Class<? extends Record>> kinds = new ArrayList<>(StandardKinds.KINDS);
        for (HubExtension extension : services(ServiceLoader.load(HubExtension.class, loader))) {
            try {
                List<Class<? extends Record>> added = extension.kinds();
                added.forEach(Plugins::checkDeclared);
                kinds.addAll(added);
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                LOG.warn("The kinds of {} cannot be used", extension.getClass().getName(), e);
            }
        }
        return kinds;
    }

    /** The services that a loader finds; one that is broken is logged and left out. */
    private static <S> List<S> services(ServiceLoader<S> loader) {
        List<S> found = new ArrayList<>();
        Iterator<S> services = loader.iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                if (!services.hasNext()) {
                    break;
                }
                found.add(services.next());
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                failures++;
                LOG.warn("A jar of the class path or of the plugins cannot be used", e);
            }
        }
        return found;
    }

    private static void checkDeclared(Class<? extends Record> kind) {
        if (!kind.isAnnotationPresent(Kind.class)) {
            throw new IllegalArgumentException(kind.getName() + " needs @Kind");
        }
        new ConfigRecords(StandardKinds.KINDS).check(kind);
    }

    /**
     * The provider of sources of this name. One that is broken is logged and left out, as is the
     * second of a name.
     *
     * @throws IllegalArgumentException saying which ones there are, if it is none of them
     */
    SourceProvider provider(String name) {
        SortedMap<String, SourceProvider> known = new TreeMap<>();
        for (SourceProvider provider : services(ServiceLoader.load(SourceProvider.class, loader))) {
            try {
                SourceProvider first = known.putIfAbsent(provider.name(), provider);
                if (first != null) {
                    LOG.warn(
                            "Ignoring {}: {} already provides {}",
                            provider.getClass().getName(),
                            first.getClass().getName(),
                            provider.name());
                }
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                LOG.warn("A provider of sources cannot be used", e);
            }
        }
        SourceProvider found = known.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no provider %s on the class path; there are %s"
                            .formatted(name, known.keySet()));
        }
        return found;
    }
}
