package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.config.TokenHash;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SignInTest {
    private static final String TOKEN = "op_a-token-that-nobody-guesses-0123456789";

    @AutoClose private static ConsoleHub hub;
    @AutoClose private static Chromium chromium;
    private static Axe axe;

    @BeforeAll
    static void start() {
        chromium = Chromium.open();
        axe = new Axe();
        hub =
                ConsoleHub.of(
                        """
                        tokens:
                          - {id: ann, hash: "%s", scopes: ["books:read"]}
                        """
                                .formatted(TokenHash.of(TOKEN).text()));
        hub.registry()
                .register(
                        OperationSpec.query("books.read").requires("books:read").build(),
                        (input, context) -> "a book");
        hub.registry()
                .register(
                        OperationSpec.mutation("books.burn").requires("books:burn").build(),
                        (input, context) -> null);
        hub.start();
    }

    private static void signIn(Visit visit, String token) {
        Locator box = visit.page().getByLabel("Token");
        assertThat(box).isFocused();
        box.fill(token);
        visit.press("Enter");
    }

    @Test
    void withATokenOneSeesWhatOneMayUseAndNothingElse() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/")) {
            assertThat(axe.violations(visit.page())).isEmpty();
            signIn(visit, TOKEN);
            assertThat(visit.rows().getByText("books.read")).isVisible();
            assertThat(visit.rows().getByText("books.burn")).hasCount(0);
            visit.page().navigate(hub.uri() + "/#/op/books.read");
            visit.page().locator(".workbench").waitFor();
            visit.run();
            assertThat(visit.output()).containsText("a book");
            visit.tab("Copy as code").click();
            assertThat(visit.page().locator(".details")).containsText("Bearer $TOKEN");
            visit.page().navigate(hub.uri() + "/#/op/books.burn");
            assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("no operation");
        }
    }

    @Test
    void theTokenIsKeptNowhereInTheBrowser() {
        try (Visit visit = chromium.visit(Look.SMALL_DARK).open(hub.uri(), "#/")) {
            visit.isNotWiderThanTheWindow();
            signIn(visit, TOKEN);
            assertThat(visit.rows().first()).isVisible();
            String kept =
                    visit.page()
                            .evaluate(
                                    "JSON.stringify([location.href, {...localStorage},"
                                            + " {...sessionStorage}, document.cookie,"
                                            + " document.documentElement.outerHTML])")
                            .toString();
            assertThat(kept).doesNotContain(TOKEN);
            assertThat(visit.context().cookies())
                    .singleElement()
                    .satisfies(
                            cookie -> {
                                assertThat(cookie.httpOnly).isTrue();
                                assertThat(cookie.value).doesNotContain(TOKEN);
                            });
        }
    }

    @Test
    void aWrongTokenIsRefusedWithTheReason() {
        try (Visit visit = chromium.visit(Look.WIDE_DARK).open(hub.uri(), "#/")) {
            signIn(visit, "op_wrong");
            assertThat(visit.page().getByRole(AriaRole.ALERT)).isVisible();
            assertThat(visit.page().getByLabel("Token")).hasValue("");
            assertThat(visit.page().getByLabel("Token")).isFocused();
        }
    }

    @Test
    void aStreamInAnotherWindowSaysThatTheSessionEnded() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/op/ticks.watch")) {
            signIn(visit, TOKEN);
            visit.page().locator(".workbench").waitFor();
            visit.press("Control+Enter");
            assertThat(visit.output().locator(".badge")).hasText("open");
            Page other = visit.context().newPage();
            other.navigate(hub.uri() + "/");
            other.getByText("ann · Sign out").click();
            assertThat(visit.page().locator(".sign-in .note"))
                    .hasText("Your session has ended. Sign in again to go on.");
            signIn(visit, TOKEN);
            assertThat(visit.output().locator(".badge").first()).hasText("failed");
            assertThat(visit.output().locator(".note"))
                    .hasText("ACCESS_DENIED the session has ended");
            visit.button("ann · Sign out").click();
            signIn(visit, TOKEN);
            assertThat(visit.output()).containsText("Items appear here as they come");
        }
    }

    @Test
    void signingOutEndsTheSession() {
        try (Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/")) {
            signIn(visit, TOKEN);
            assertThat(visit.rows().first()).isVisible();
            visit.page().reload();
            assertThat(visit.rows().first()).isVisible();
            visit.button("ann · Sign out").click();
            assertThat(visit.page().getByLabel("Token")).isVisible();
            visit.page().reload();
            assertThat(visit.page().getByLabel("Token")).isVisible();
        }
    }

    @Test
    void hubsOnOneHostDoNotSignEachOtherOut() {
        String config =
                "tokens:\n  - {id: bob, hash: \"%s\"}\n".formatted(TokenHash.of(TOKEN).text());
        try (ConsoleHub neighbour = ConsoleHub.started(config);
                Visit visit = chromium.visit(Look.WIDE_LIGHT).open(hub.uri(), "#/")) {
            signIn(visit, TOKEN);
            assertThat(visit.button("ann · Sign out")).isVisible();

            visit.open(neighbour.uri(), "#/");
            signIn(visit, TOKEN);
            assertThat(visit.button("bob · Sign out")).isVisible();
            visit.open(hub.uri(), "#/");
            assertThat(visit.button("ann · Sign out")).isVisible();
            visit.open(neighbour.uri(), "#/");
            visit.button("bob · Sign out").click();
            assertThat(visit.page().getByLabel("Token")).isVisible();

            visit.open(hub.uri(), "#/");
            assertThat(visit.button("ann · Sign out")).isVisible();
        }
    }
}
