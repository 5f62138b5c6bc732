package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.hub.Hub;
import dev.alkdev.operations.hub.HubConfig;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** A source type, a gateway and a kind of token of somebody else's jar. */
class PluginTest {
    private static final String SOURCE =
            """
            package shop;

            import dev.alkdev.operations.*;
            import dev.alkdev.operations.config.*;
            import dev.alkdev.operations.base.Glob;
            import dev.alkdev.operations.hub.*;
            import dev.alkdev.operations.http.AuthenticationException;
            import jakarta.servlet.http.*;
            import java.io.IOException;
            import java.util.List;
            import java.util.Optional;
            import java.util.function.Function;

            public final class ShopExtension implements HubExtension {
                @Override
                public List<Class<? extends Record>> kinds() {
                    return List.of(
                            ShopSourceConfig.class, BellGatewayConfig.class, WordTokenConfig.class);
                }

                @Kind(value = "bell", text = "who rings")
                public record BellGatewayConfig(
                        @Key(value = "The path.", standard = "/bell") String path)
                        implements GatewayConfig {
                    @Override
                    public HubGateway open(HubParts parts, WebMounts web) {
                        web.servlet(path, new Bell(parts));
                        return new HubGateway() {};
                    }
                }

                private static final class Bell extends HttpServlet {
                    private final HubParts parts;

                    Bell(HubParts parts) {
                        this.parts = parts;
                    }

                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        try {
                            Caller caller = parts.browserAuthenticator().authenticate(request);
                            response.getWriter().print(caller.name());
                        } catch (AuthenticationException e) {
                            response.setStatus(401);
                        }
                    }
                }

                @Kind(value = "word", text = "a word that only friends know")
                public record WordTokenConfig(
                        @Key("Whose it is.") String id, @Key("The word.") Secret secret)
                        implements TokenConfig {
                    @Override
                    public Function<ShownToken, Optional<Identity>> open() {
                        return token ->
                                token.text().equals(secret.value())
                                        ? Optional.of(Identity.of(id))
                                        : Optional.empty();
                    }

                    @Override
                    public boolean grants(Identity identity) {
                        return identity.id().equals(id);
                    }

                    @Override
                    public List<Glob> offers() {
                        return List.of();
                    }

                    @Override
                    public boolean trustIdentities() {
                        return false;
                    }
                }

                @Kind(value = "shop", text = "the shop")
                public record ShopSourceConfig(
                        @Key("What the source is called.") String name,
                        @Flat SourceRulesConfig rules,
                        @Key("Whom to greet.") @Form(title = "a name", example = "Ann") String greets)
                        implements SourceConfig {
                    @Override
                    public HubSource open(HubParts parts) {
                        return parts.source(this, () -> new ShopSource(namespace(), greets));
                    }
                }

                private static final class ShopSource implements OperationSource {
                    private final String namespace;
                    private final String greets;
                    private OperationSource.Publisher published;

                    ShopSource(String namespace, String greets) {
                        this.namespace = namespace;
                        this.greets = greets;
                    }

                    @Override
                    public String name() {
                        return namespace;
                    }

                    @Override
                    public void start(OperationSource.Publisher publisher) {
                        published = publisher;
                        published.update(
                                List.of(
                                        OperationBinding.of(
                                                OperationSpec.query(namespace + ".hello").build(),
                                                (input, context) -> "Hello, " + greets)));
                    }

                    @Override
                    public OperationSource.Status status() {
                        return published == null
                                ? new OperationSource.Status(OperationSource.Status.State.NEW, 0, null)
                                : new OperationSource.Status(OperationSource.Status.State.READY, 1, null);
                    }

                    @Override
                    public void close() {
                        if (published != null) {
                            published.withdraw();
                        }
                    }
                }
            }
            """;

    @TempDir Path folder;

    /** Compiles the source into a jar in the folder of plugins beside the config. */
    @BeforeEach
    void makeJar() throws IOException {
        Path source = Files.createDirectories(folder.resolve("src/shop"));
        Files.writeString(source.resolve("ShopExtension.java"), SOURCE);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                OutputStream.nullOutputStream(),
                                null,
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.resolve("ShopExtension.java").toString());
        assertThat(failed).isZero();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("dev.alkdev.operations.hub.HubExtension"), "shop.ShopExtension\n");
        Path jar = Files.createDirectories(folder.resolve("plugins")).resolve("shop.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
        }
    }

    private String config(String text) throws IOException {
        return Files.writeString(folder.resolve("hub.yaml"), text).toString();
    }

    @Test
    void isCalledLikeAnyOther() throws IOException {
        String file = config("sources: [{name: corner, type: shop, greets: Ann}]\n");
        TestConsole check = new TestConsole();
        TestConsole call = new TestConsole();
        TestConsole list = new TestConsole();

        assertThat(check.run("check", file)).isEqualTo(ExitCode.OK);
        assertThat(call.run("call", "--config", file, "corner.hello")).isEqualTo(ExitCode.OK);
        assertThat(list.run("list", "--config", file)).isEqualTo(ExitCode.OK);

        assertThat(call.out()).contains("Hello, Ann");
        assertThat(list.out()).contains("corner.hello");
    }

    @Test
    void hasKeysOfItsOwnThatAreChecked() throws IOException {
        String file =
                config(
                        """
                        sources:
                          - {name: a, type: shop, greet: Ann}
                          - {name: b, type: shpo}
                        """);
        TestConsole console = new TestConsole();

        assertThat(console.run("check", file)).isEqualTo(ExitCode.INVALID);

        assertThat(console.lines())
                .isEqualTo(
                        List.of(
                                file + ":2:5: 'greets' is missing; it should be a name, as in Ann",
                                file + ":2:27: unknown key 'greet'; did you mean 'greets'?",
                                file
                                        + ":3:21: type should be one of openapi, mcp, peer,"
                                        + " provider, scan and shop, but is \"shpo\"; did you mean"
                                        + " shop?"));
    }

    @Test
    void isInTheSchemaForEditors() throws IOException {
        String file = config("");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", "--schema", file)).isEqualTo(ExitCode.OK);

        assertThat(console.out()).contains("Whom to greet.");
    }

    @Test
    void isInTheSchemaAlsoIfTheConfigNamesTheFolder() throws IOException {
        Files.move(folder.resolve("plugins"), folder.resolve("jars"));
        String file = config("plugins: jars\n");
        TestConsole console = new TestConsole();

        assertThat(console.run("check", "--schema", file)).isEqualTo(ExitCode.OK);

        assertThat(console.out()).contains("Whom to greet.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--schema"})
    void aFolderThatTheConfigNamesMustExist(String option) throws IOException {
        String file = config("plugins: nowhere\n");
        TestConsole console = new TestConsole();
        String[] command =
                option.isEmpty()
                        ? new String[] {"check", file}
                        : new String[] {"check", option, file};

        assertThat(console.run(command)).isEqualTo(ExitCode.INVALID);

        String problem = file + ":1:10: there is no folder \"nowhere\"\n";
        assertThat(option.isEmpty() ? console.out() : console.err()).isEqualTo(problem);
    }

    @Test
    void aGatewayServesCallersWithATokenOfItsJar() throws Exception {
        String file =
                config(
                        """
                        listen: 127.0.0.1:0
                        gateways: [rest, {type: bell, path: /door}]
                        tokens: [{type: word, id: ann, secret: sesame}]
                        """);
        try (Hub hub = Hub.of(HubConfig.read(Path.of(file)))) {
            hub.start();

            assertThat(ring(hub, "sesame").body()).isEqualTo("ann");
            assertThat(ring(hub, "guess").statusCode()).isEqualTo(401);
        }
    }

    private static HttpResponse<String> ring(Hub hub, String token) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(hub.uri().resolve("/door"))
                        .header("Authorization", "Bearer " + token)
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
