package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.testkit.CapturedLog;

import org.junit.jupiter.api.Test;

import java.net.http.HttpResponse;

/** An API as a source of a hub that runs, with everything its config can say. */
class HubOpenApiTest {
    private static String config(TestApi api) {
        return """
        tokens:
        %s%ssources:
          - name: weather
            type: openapi
            namespace: sky
            document:
              url: %s?key=document-key
              headers: {X-Document: document-header}
            headers: {X-Tenant: tenant-header}
            auth:
              apiKey: {in: query, name: pass, value: api-key}
            filters: {include: ["get*"]}
            renames: {getWeather: forecast}
            scopes: [sky:read]
        """
                .formatted(
                        HubFixtures.token("ann", "ann-token", "sky:read"),
                        HubFixtures.token("bob", "bob-token"),
                        api.documentUrl());
    }

    private static final String[] SECRETS = {
        "document-key", "document-header", "tenant-header", "api-key"
    };

    @Test
    void itIsServedByTheRulesOfItsConfig() throws Exception {
        try (CapturedLog log = new CapturedLog();
                TestApi api = TestApi.start();
                Hub hub = HubFixtures.started(config(api));
                HubClient ann = HubClient.of(hub).with("ann-token");
                HubClient bob = HubClient.of(hub).with("bob-token")) {
            assertThat(ann.call("sky.forecast", "{\"town\": \"Ulm\"}").body())
                    .isEqualTo("{\"path\":\"/weather/Ulm\"}");
            assertThat(bob.call("sky.forecast", "{\"town\": \"Ulm\"}").statusCode()).isEqualTo(403);
            assertThat(ann.call("sky.getWeather", "{\"town\": \"Ulm\"}").statusCode())
                    .isEqualTo(404);

            assertThat(api.requests()).hasSize(2);
            assertThat(api.requests().getFirst())
                    .startsWith("GET /openapi.json?key=document-key ")
                    .contains("x-document=[document-header]")
                    .doesNotContain("tenant-header", "api-key", "ann-token");
            assertThat(api.requests().getLast())
                    .startsWith("GET /weather/Ulm?pass=api-key ")
                    .contains("x-tenant=[tenant-header]")
                    .doesNotContain("document-header", "ann-token");

            assertThat(ann.get("/health/ready").body()).contains("weather").doesNotContain(SECRETS);
            assertThat(ann.get("/operations").body())
                    .contains("sky.forecast")
                    .doesNotContain(SECRETS);
            assertThat(log.text()).contains("weather has 1 operations").doesNotContain(SECRETS);
        }
    }

    @Test
    void itsErrorsKeepTheirCodeAndStatusWithoutCookiesAndNamesOfServers() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub = HubFixtures.started("sources:\n" + api.source("sky"));
                HubClient client = HubClient.of(hub)) {
            HttpResponse<String> missing = client.call("sky.getWeather", "{\"town\": \"nowhere\"}");

            assertThat(missing.statusCode()).isEqualTo(404);
            assertThat(missing.body())
                    .contains("\"code\":\"HTTP_404\"", "HTTP 404: Not Found")
                    .doesNotContain("session=abc", "host7");
        }
    }

    @Test
    void itsParametersCanBeGivenByTheConfig() throws Exception {
        try (TestApi api = TestApi.start();
                Hub hub =
                        HubFixtures.started(
                                "sources:\n"
                                        + api.source("sky")
                                        + "    parameters: {town: Ulm}\n"
                                        + "    withheldHeaders: []\n");
                HubClient client = HubClient.of(hub)) {
            assertThat(client.call("sky.getWeather", "{}").body())
                    .isEqualTo("{\"path\":\"/weather/Ulm\"}");
            assertThat(client.call("sky.getWeather", "{\"town\": \"Bonn\"}").statusCode())
                    .isEqualTo(422);
        }
    }

    @Test
    void whatOfItsFiltersAndRenamesFitsNothingIsTold() throws Exception {
        String unused =
                "no operation fits the filter {id: getWether}; no operation is called \"forcast\""
                        + " to be renamed";
        try (CapturedLog log = new CapturedLog();
                TestApi api = TestApi.start();
                Hub hub =
                        HubFixtures.started(
                                "sources:\n"
                                        + api.source("sky")
                                        + "    filters: {include: [getWeather, getWether]}\n"
                                        + "    renames: {forcast: forecast}\n")) {
            assertThat(hub.registry().find("sky.getWeather")).isPresent();
            assertThat(hub.sources().getFirst().status())
                    .isEqualTo(
                            new OperationSource.Status(
                                    OperationSource.Status.State.READY, 1, unused));
            assertThat(log.of("dev.alkdev.operations.openapi.OpenApiSource"))
                    .containsExactly("Settings of sky match nothing in its document: " + unused);
        }
    }

    @Test
    void itsSecretsAreNotToldWhenItCannotBeReached() throws Exception {
        TestApi gone = TestApi.start();
        String config = config(gone);
        gone.close();
        try (CapturedLog log = new CapturedLog();
                Hub hub = HubFixtures.started(config);
                HubClient ann = HubClient.of(hub).with("ann-token")) {
            assertThat(ann.get("/health/ready").body())
                    .contains("degraded", "weather")
                    .doesNotContain(SECRETS);
            assertThat(ann.get("/operations").body()).doesNotContain(SECRETS);
            assertThat(log.text()).contains("The source weather failed").doesNotContain(SECRETS);
        }
    }
}
