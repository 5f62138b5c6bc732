package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.base.Mutex;
import dev.alkdev.operations.base.Registration;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.jar.JarFile;

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
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final Mutex lock = new Mutex();
    private @Nullable SortedMap<String, SourceProvider> providers;

    Plugins(ClassLoader loader) {
        this(loader, List.of());
    }

    private Plugins(ClassLoader loader, List<String> unreadable) {
        this.loader = loader;
        unreadable.forEach(this::problem);
        List<Class<? extends Record>> kinds = kinds();
        boolean standard = kinds.equals(StandardKinds.KINDS);
        this.records = standard ? StandardKinds.RECORDS : new ConfigRecords(kinds);
    }

    /** What cannot be used of the plug-ins and the class path, each with its jar. */
    List<String> problems() {
        providers();
        return List.copyOf(problems);
    }

    private void problem(String message) {
        problems.add(message);
        LOG.warn("{}", message);
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
                path -> path.equals(NOWHERE) ? new Plugins(parent()) : load(path));
    }

    private static ClassLoader parent() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Plugins.class.getClassLoader() : context;
    }

    private static Plugins load(Path folder) {
        Set<Path> jars = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
            found.forEach(jars::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the jars of " + folder, e);
        }
        LOG.info("Loading {} jars of {}", jars.size(), folder);
        List<String> unreadable = new ArrayList<>();
        for (Path jar : List.copyOf(jars)) {
            try (JarFile readable = new JarFile(jar.toFile())) {
                LOG.debug("{} has {} entries", jar, readable.size());
            } catch (IOException e) {
                jars.remove(jar);
                unreadable.add("the jar " + jar + " cannot be read: " + e.getMessage());
            }
        }
        URL[] path = jars.stream().map(Plugins::url).toArray(URL[]::new);
        return new Plugins(new URLClassLoader("plugins", path, parent()), unreadable);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The hub's own kinds first; one that is broken is logged and left out. */
    private List<Class<? extends Record>> kinds() {
        List<Class<? extends Record>> kinds = new ArrayList<>(StandardKinds.KINDS);
        for (HubExtension extension : services(HubExtension.class)) {
            try {
                List<Class<? extends Record>> added = extension.kinds();
                added.forEach(Plugins::checkDeclared);
                kinds.addAll(added);
            } catch (Throwable e) {
                Guarded.throwIfFatal(e);
                problem(
                        "the kinds of %s in %s cannot be used: %s"
                                .formatted(
                                        extension.getClass().getName(),
                                        PluginJars.of(extension.getClass()),
                                        PluginJars.reason(e)));
            }
        }
        return kinds;
    }

    /** The services that a loader finds; one that is broken is logged and left out. */
    private <S> List<S> services(Class<S> type) {
        List<S> found = new ArrayList<>();
        Iterator<S> services = ServiceLoader.load(type, loader).iterator();
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
                problem(PluginJars.problem(type, loader, e));
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
        SortedMap<String, SourceProvider> known = providers();
        SourceProvider found = known.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no provider %s on the class path; there are %s"
                            .formatted(name, known.keySet()));
        }
        return found;
    }

    /** The providers by name, found when they are first needed. */
    private SortedMap<String, SourceProvider> providers() {
        try (Registration held = lock.hold()) {
            SortedMap<String, SourceProvider> known = providers;
            if (known == null) {
                known = new TreeMap<>();
                for (SourceProvider provider : services(SourceProvider.class)) {
                    add(provider, known);
                }
                providers = known;
            }
            return known;
        }
    }

    private void add(SourceProvider provider, SortedMap<String, SourceProvider> known) {
        String type = provider.getClass().getName();
        try {
            SourceProvider first = known.putIfAbsent(provider.name(), provider);
            if (first != null) {
                LOG.warn(
                        "Ignoring {}: {} already provides {}",
                        type,
                        first.getClass().getName(),
                        provider.name());
            }
        } catch (Throwable e) {
            Guarded.throwIfFatal(e);
            problem(
                    "the provider %s in %s cannot be used: %s"
                            .formatted(
                                    type,
                                    PluginJars.of(provider.getClass()),
                                    PluginJars.reason(e)));
        }
    }
}
