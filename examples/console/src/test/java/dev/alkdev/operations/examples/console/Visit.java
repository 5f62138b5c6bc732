package dev.alkdev.operations.examples.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Somebody who looks at a console. When it ends, nothing may have gone wrong in the page, and
 * nothing may have been asked of another host. For one thread.
 */
final class Visit implements AutoCloseable {
    private final BrowserContext context;
    private final Page page;
    private final List<String> troubles = new ArrayList<>();
    private final Set<String> hosts = new HashSet<>();
    private String issuer = "";

    private Visit(BrowserContext context) {
        this.context = context;
        this.page = context.newPage();
        page.onPageError(error -> troubles.add("error in the page: " + error));
        page.onDialog(
                dialog -> {
                    troubles.add("dialog: " + dialog.message());
                    dialog.dismiss();
                });
        page.onConsoleMessage(
                message -> {
                    if (message.text().contains("Content Security Policy")
                            || message.text().contains("Trusted")) {
                        troubles.add("refused by the policy: " + message.text());
                    }
                });
        page.onRequest(
                request -> {
                    String url = request.url();
                    if (!url.startsWith("data:")
                            && !url.startsWith("blob:")
                            && hosts.stream().noneMatch(url::startsWith)
                            && !isOfIssuer(url)) {
                        troubles.add("asked elsewhere: " + url);
                    }
                });
    }

    /** What an issuer's pages ask for is not ours to judge. */
    private boolean isOfIssuer(String url) {
        return !issuer.isEmpty() && (url.startsWith(issuer) || page.url().startsWith(issuer));
    }

    /** Lets the page go to an issuer, whose pages get nothing from the internet. */
    Visit knowing(String issuer) {
        this.issuer = issuer;
        context.route(url -> url.startsWith("https:"), Route::abort);
        return this;
    }

    static Visit in(Browser browser, Look look) {
        BrowserContext context =
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setViewportSize(look.width, look.height)
                                .setColorScheme(look.colours)
                                .setPermissions(List.of("clipboard-read", "clipboard-write")));
        context.setDefaultTimeout(Chromium.TIMEOUT);
        return new Visit(context);
    }

    Page page() {
        return page;
    }

    BrowserContext context() {
        return context;
    }

    /** Opens a place of the console, such as {@code #/sources}. */
    Visit open(URI hub, String place) {
        hosts.add(hub.toString());
        page.navigate(hub + "/" + place);
        page.waitForLoadState(LoadState.DOMCONTENTLOADED);
        page.locator("#content").waitFor();
        return this;
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(starting(name, "")));
    }

    Locator tab(String name) {
        return page.getByRole(
                AriaRole.TAB, new Page.GetByRoleOptions().setName(starting(name, "")));
    }

    Locator field(String label) {
        return page.getByLabel(starting(label, "(\\*| |$)"));
    }

    /** For the regular expressions of JavaScript, which do not know {@code \\Q}. */
    private static Pattern starting(String text, String end) {
        return Pattern.compile("^" + text.replaceAll("[.*+?^${}()|\\[\\]\\\\]", "\\\\$0") + end);
    }

    Locator output() {
        return page.getByLabel("Output", new Page.GetByLabelOptions().setExact(true));
    }

    Locator rows() {
        return page.locator("#results [role=option]");
    }

    void press(String keys) {
        page.keyboard().press(keys);
    }

    void type(String text) {
        page.keyboard().type(text);
    }

    /** Runs what is shown by the keyboard and waits for its result. */
    void run() {
        press("Control+Enter");
        assertThat(output().locator(".badge").first()).isVisible();
        assertThat(output()).hasAttribute("aria-busy", "false");
    }

    /** The whole page is in the window's width. */
    void isNotWiderThanTheWindow() {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as("no scrolling to the side at %s", page.url())
                .isEqualTo(true);
    }

    @Override
    public void close() {
        context.close();
        assertThat(troubles).isEmpty();
    }
}
