package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

class PluginsTest {
    @TempDir Path folder;

    /** A provider whose class cannot even be used. */
    public static final class Broken implements SourceProvider {
        public Broken() {
            throw new IllegalStateException("no licence");
        }

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public OperationSource create(String namespace, JsonNode options) {
            throw new IllegalStateException();
        }
    }

    /** A provider with a name that another one has. */
    public static final class Second implements SourceProvider {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public OperationSource create(String namespace, JsonNode options) {
            throw new IllegalStateException();
        }
    }

    @Test
    void aBrokenProviderHidesNoOthers() throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(SourceProvider.class.getName()),
                String.join(
                        "\n",
                        "no.such.Provider",
                        Broken.class.getName(),
                        TestProvider.class.getName(),
                        Second.class.getName()));
        URL[] path = {folder.toUri().toURL()};
        try (CapturedLog log = new CapturedLog();
                URLClassLoader jars = new OwnServices(path)) {
            Plugins plugins = new Plugins(jars);

            assertThat(plugins.provider("test")).isInstanceOf(TestProvider.class);
            assertThat(log.of(Plugins.class.getName()))
                    .containsExactly(
                            "no.such.Provider of "
                                    + folder
                                    + " cannot be used: ServiceConfigurationError: "
                                    + SourceProvider.class.getName()
                                    + ": Provider no.such.Provider not found",
                            Broken.class.getName()
                                    + " of "
                                    + folder
                                    + " cannot be used: IllegalStateException: no licence",
                            "Ignoring "
                                    + Second.class.getName()
                                    + ": "
                                    + TestProvider.class.getName()
                                    + " already provides test");
            assertThatThrownBy(() -> plugins.provider("broken"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there is no provider broken on the class path; there are [test]");
        }
    }

    private Path jar(String name, String provider) throws IOException {
        Path jars = Files.createDirectories(folder.resolve("plugins"));
        Path jar = jars.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/" + SourceProvider.class.getName()));
            out.write(provider.getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
        }
        return jar;
    }

    @Test
    void aBrokenJarIsNamedByTheCheckAndKeepsNoOtherOut() throws Exception {
        Path half = jar("half.jar", "com.acme.Half");
        byte[] whole = Files.readAllBytes(half);
        Files.write(half, Arrays.copyOf(whole, whole.length / 2));
        Path missing = jar("missing.jar", "com.acme.Missing");
        Path config = Files.writeString(folder.resolve("hub.yaml"), "plugins: plugins\n");

        assertThat(HubConfig.read(config).plugins()).isEqualTo(folder.resolve("plugins"));
        assertThatThrownBy(() -> HubCheck.of(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("hub.yaml:1:10: the jar " + half + " cannot be read")
                .hasMessageContaining("com.acme.Missing of " + missing + " cannot be used");
    }

    @Test
    void aProviderThatReturnsNothingIsNamedByTheCheck() throws Exception {
        Path config =
                Files.writeString(
                        folder.resolve("hub.yaml"),
                        "sources: [{name: a, type: provider, provider: test,"
                                + " options: {nothing: true}}]\n");

        assertThatThrownBy(() -> HubCheck.of(config))
                .hasMessageContaining("the provider test: it returned no source");
        try (Hub hub = HubFixtures.started(HubFixtures.config(Files.readString(config)))) {
            assertThat(hub.sources().getFirst().status().lastError())
                    .isEqualTo("the provider returned no source");
        }
    }

    /** Has the classes of the tests, but lists no services except its own. */
    private static final class OwnServices extends URLClassLoader {
        OwnServices(URL[] path) {
            super(path, PluginsTest.class.getClassLoader());
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return findResources(name);
        }
    }
}
