package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;

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
                            "A jar of the class path or of the plugins cannot be used",
                            "A jar of the class path or of the plugins cannot be used",
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
