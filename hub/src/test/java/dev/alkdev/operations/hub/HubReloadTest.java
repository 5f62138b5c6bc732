package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.Handler;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class HubReloadTest {
    @TempDir Path folder;

    private HubConfig read(String yaml) throws Exception {
        return HubConfig.read(
                Files.writeString(folder.resolve("hub.yaml"), "listen: 127.0.0.1:0\n" + yaml));
    }

    @Test
    void aWrongFileLeavesEverythingAsItWas() throws Exception {
        try (Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE));
                HubClient client = HubClient.of(hub)) {
            HubConfig before = hub.config();

            assertThatThrownBy(() -> hub.reload(read("soruces: []\n")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            folder.resolve("hub.yaml")
                                    + ":2:1: unknown key 'soruces'; did you mean 'sources'?");

            assertThat(hub.config()).isSameAs(before);
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whatIsTheSameInAFileIsLeftAlone() throws Exception {
        try (TestApi api = TestApi.start();
                Hub far =
                        HubFixtures.started(
                                "sources:\n  - {name: x, type: provider, provider: test}\n");
                Hub hub = HubFixtures.started(read(allKinds(api, far, "")))) {
            await().until(() -> hub.registry().find("x.echo").isPresent());
            Handler provided = hub.registry().handler("test.echo").orElseThrow();
            Handler rest = hub.registry().handler("weather.getWeather").orElseThrow();
            Handler peer = hub.registry().handler("x.echo").orElseThrow();

            hub.reload(
                    read(allKinds(api, far, "  - {name: new, type: provider, provider: test}\n")));

            await().until(() -> hub.registry().find("new.echo").isPresent());
            assertThat(hub.registry().handler("test.echo")).containsSame(provided);
            assertThat(hub.registry().handler("weather.getWeather")).containsSame(rest);
            assertThat(hub.registry().handler("x.echo")).containsSame(peer);
        }
    }

    private static String allKinds(TestApi api, Hub far, String more) {
        return HubFixtures.TEST_SOURCE
                + api.source("weather")
                + "  - {name: far, type: peer, url: \"%s\"}\n".formatted(HubFixtures.linkUri(far))
                + more;
    }

    @Test
    void whatNeedsANewStartIsSaidAndStays() throws Exception {
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE));
                HubClient client = HubClient.of(hub)) {
            int port = hub.uri().getPort();

            hub.reload(
                    HubConfig.parse(
                            """
                            listen: 127.0.0.1:1
                            engine: redis://127.0.0.1:1
                            limits: {bodyBytes: 1KiB, concurrency: 7}
                            """
                                    + HubFixtures.TEST_SOURCE,
                            folder,
                            name -> null));

            assertThat(log.of("dev.alkdev.operations.hub.Hub"))
                    .containsExactly(
                            "hub listens at " + hub.uri(),
                            "These changes need a restart: [listen, engine," + " limits.bodyBytes]",
                            "Config reloaded");
            assertThat(hub.uri().getPort()).isEqualTo(port);
            assertThat(hub.config().engine()).isEqualTo(new EngineConfig.InProcess());
            assertThat(hub.config().limits().concurrency()).isEqualTo(7);
            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theSameConfigChangesNothing() throws Exception {
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE))) {
            hub.reload(read(HubFixtures.TEST_SOURCE));

            assertThat(log.of("dev.alkdev.operations.hub.Hub"))
                    .containsExactly("hub listens at " + hub.uri());
        }
    }

    @Test
    void aDocumentIsReadAgainAsOftenAsItsSourceSays() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub =
                        HubFixtures.started(
                                read(
                                        "sources:\n"
                                                + api.source("weather")
                                                + "    reload: 100ms\n"));
                HubClient client = HubClient.of(hub)) {
            assertThat(hub.registry().find("weather.getWeather")).isPresent();

            api.rename("readWeather");

            await().until(() -> hub.registry().find("weather.readWeather").isPresent());
            await().until(() -> hub.registry().find("weather.getWeather").isEmpty());
            assertThat(client.call("weather.readWeather", "{\"town\": \"Ulm\"}").body())
                    .isEqualTo("{\"path\":\"/weather/Ulm\"}");
        }
    }

    @Test
    void theLastTokensAreNotTakenAway() throws Exception {
        String tokens = "tokens:\n" + HubFixtures.token("ann", "ann-token");
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE + tokens));
                HubClient client = HubClient.of(hub)) {
            assertThatThrownBy(() -> hub.reload(read(HubFixtures.TEST_SOURCE), "hub.yaml"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "hub.yaml:1:1: no tokens or issuers are left, which would disable"
                                    + " authentication; if that is intended, restart the hub");

            assertThat(client.call("test.echo", "{}").statusCode()).isEqualTo(401);
            assertThat(client.with("ann-token").call("test.echo", "{}").statusCode())
                    .isEqualTo(200);
            assertThat(log.of("dev.alkdev.operations.hub.Hub"))
                    .anyMatch(
                            line ->
                                    line.startsWith(
                                            "Config reload rejected, the old config stays in"
                                                    + " effect"));
        }
    }

    @Test
    void anEmptyFileIsRefused() throws Exception {
        try (Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE))) {
            assertThatThrownBy(() -> hub.reload(HubConfig.defaults(), "hub.yaml"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "hub.yaml:1:1: the file is empty; if that is intended, restart the"
                                    + " hub");

            assertThat(hub.config().sources()).hasSize(1);
            assertThat(hub.registry().find("test.echo")).isPresent();
        }
    }

    @Test
    void aFileWithNothingButAnAddressIsRefused() throws Exception {
        try (Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE))) {
            assertThatThrownBy(() -> hub.reload(read("# nothing\n"), "hub.yaml"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "hub.yaml:1:1: the file has nothing but listen; if that is intended,"
                                    + " restart the hub");

            assertThat(hub.registry().find("test.echo")).isPresent();
        }
    }

    @Test
    void aClosedHubIsNotReloaded() throws Exception {
        Hub hub = HubFixtures.started(read(HubFixtures.TEST_SOURCE));
        hub.close();

        hub.reload(read(""));

        assertThat(hub.sources()).isEmpty();
        assertThat(hub.config().sources()).hasSize(1);
    }
}
