package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SameSiteAttribute;
import com.microsoft.playwright.options.WaitForSelectorState;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.testkit.OidcProvider;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Signing in by a real OpenID Connect issuer, which is another site than the hub. */
class OidcSignInTest {
    @AutoClose private static OidcProvider issuer;
    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;
    private static Axe axe;

    /** The issuer is 127.0.0.1, which is another site for a browser. */
    private static URI address;

    @BeforeAll
    static void start() throws IOException {
        chromium = Chromium.open();
        axe = new Axe();
        issuer = OidcProvider.start();
        hub =
                ConsoleHub.of(
                        """
                        auth:
                          oidc:
                            - name: acme
                              title: Acme
                              issuer: "%s"
                              clientId: %s
                              clientSecret: "%s"
                              scopes: [openid, groups]
                              grants: {groups: {staff: ["books:read"]}}
                              namePrefix: "acme:"
                            - {name: away, title: Away, issuer: "http://127.0.0.1:9", clientId: hub, namePrefix: "away:"}
                        """
                                .formatted(
                                        issuer.issuer(),
                                        OidcProvider.CONSOLE,
                                        OidcProvider.SECRET));
        hub.registry()
                .register(
                        OperationSpec.query("books.read").requires("books:read").build(),
                        (input, context) -> "a book");
        hub.registry()
                .register(
                        OperationSpec.mutation("books.burn").requires("books:burn").build(),
                        (input, context) -> null);
        hub.start();
        address = URI.create("http://localhost:" + hub.uri().getPort());
    }

    private static Visit visit(Look look) {
        return chromium.visit(look).knowing(issuer.issuer()).open(address, "#/");
    }

    private static void begin(Visit visit) {
        visit.page().getByText("Sign in with Acme").click();
        visit.page().locator("input[name=login]").waitFor();
    }

    /** On the pages of the issuer. */
    private static void signIn(Visit visit, String name) {
        begin(visit);
        visit.page().locator("input[name=login]").fill(name);
        visit.page().locator("input[name=password]").fill("any");
        visit.page().locator("button[type=submit]").click();
        visit.page().locator("input[name=prompt][value=consent]").waitFor(attached());
    }

    private static Locator.WaitForOptions attached() {
        return new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED);
    }

    private static void consent(Visit visit) {
        visit.page().locator("button[type=submit]").click();
        assertThat(visit.rows().first()).isVisible();
    }

    private static void refuse(Visit visit) {
        visit.page().getByText("Cancel").click();
    }

    private static void isRefusedWith(Visit visit, String reason) {
        assertThat(visit.page().getByRole(AriaRole.ALERT)).hasText(reason);
        assertThat(visit.page().getByText("Sign in with Acme")).isVisible();
        assertThat(visit.page().url()).startsWith(address.toString());
    }

    @Test
    void whoSignsInSeesTheirNameAndWhatTheirClaimsAllow() {
        try (Visit visit = visit(Look.WIDE_LIGHT)) {
            assertThat(visit.page().locator("h1")).hasCount(1);
            assertThat(axe.violations(visit.page())).isEmpty();
            signIn(visit, "ann");
            consent(visit);

            assertThat(visit.button("acme:ann · Sign out")).isVisible();
            assertThat(visit.rows().getByText("books.read")).isVisible();
            assertThat(visit.rows().getByText("books.burn")).hasCount(0);
            visit.page().navigate(address + "/#/op/books.read");
            visit.page().locator(".workbench").waitFor();
            visit.run();
            assertThat(visit.output()).containsText("a book");
        }
        try (Visit visit = visit(Look.SMALL_DARK)) {
            signIn(visit, "bob");
            consent(visit);
            assertThat(visit.button("acme:bob · Sign out")).isVisible();
            assertThat(visit.rows().getByText("shop.articles")).isVisible();
            assertThat(visit.rows().getByText("books.read")).hasCount(0);
            visit.isNotWiderThanTheWindow();
        }
    }

    @Test
    void theSessionIsACookieThatNoScriptReadsAndThePageHasAPolicy() {
        try (Visit visit = visit(Look.WIDE_DARK)) {
            signIn(visit, "ann");
            consent(visit);

            assertThat(visit.context().cookies(address.toString()))
                    .singleElement()
                    .satisfies(
                            cookie -> {
                                assertThat(cookie.name)
                                        .isEqualTo("operations-console-" + address.getPort());
                                assertThat(cookie.httpOnly).isTrue();
                                assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
                            });
            assertThat(visit.page().evaluate("document.cookie")).isEqualTo("");
            assertThat(visit.page().url()).doesNotContain("code=").doesNotContain("state=");
            assertThat(visit.context().request().get(address + "/").headers())
                    .hasEntrySatisfying(
                            "content-security-policy",
                            policy ->
                                    assertThat(policy)
                                            .contains("default-src 'none'", "form-action 'none'"));
        }
    }

    @Test
    void signingOutEndsTheSessionAndTheStreamsOfOtherTabsAtOnce() {
        try (Visit visit = visit(Look.WIDE_LIGHT)) {
            signIn(visit, "ann");
            consent(visit);
            Page tab = visit.context().newPage();
            tab.navigate(address + "/#/op/ticks.watch");
            tab.locator(".workbench").waitFor();
            tab.keyboard().press("Control+Enter");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> hub.registry().openSubscriptions() == 1);

            visit.button("acme:ann · Sign out").click();

            assertThat(visit.page().getByText("Sign in with Acme")).isVisible();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> hub.registry().openSubscriptions() == 0);
            tab.reload();
            assertThat(tab.getByText("Sign in with Acme")).isVisible();
            assertThat(visit.context().cookies(address.toString())).isEmpty();
        }
    }

    @Test
    void whoRefusesAtTheIssuerIsToldSo() {
        try (Visit visit = visit(Look.SMALL_DARK)) {
            begin(visit);
            refuse(visit);
            isRefusedWith(visit, "Acme refused the sign-in: access denied");
            assertThat(axe.violations(visit.page())).isEmpty();
            visit.isNotWiderThanTheWindow();

            signIn(visit, "ann");
            refuse(visit);
            isRefusedWith(visit, "Acme refused the sign-in: access denied");
            assertThat(visit.context().cookies(address.toString())).isEmpty();
        }
    }

    @Test
    void anIssuerThatCannotBeReachedIsNamed() {
        try (Visit visit = visit(Look.WIDE_LIGHT)) {
            visit.page().getByText("Sign in with Away").click();
            isRefusedWith(visit, "Away cannot be reached; try again later");
        }
    }
}
