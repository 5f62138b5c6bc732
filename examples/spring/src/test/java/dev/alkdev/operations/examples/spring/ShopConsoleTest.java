package dev.alkdev.operations.examples.spring;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.HttpCredentials;

import dev.alkdev.operations.testkit.HeadlessChromium;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The console of the application in a browser, whose users are those of Spring Security. */
@Timeout(300)
class ShopConsoleTest {
    @AutoClose private static HeadlessChromium chromium;
    @AutoClose private static StockApi stock;
    @AutoClose private static ConfigurableApplicationContext application;

    @BeforeAll
    static void start() {
        chromium = HeadlessChromium.open();
        stock = new StockApi();
        application =
                SpringApplication.run(
                        ShopApplication.class,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--server.servlet.context-path=/shop",
                        "--stock.url=" + stock.url());
    }

    private static BrowserContext as(String user) {
        BrowserContext context =
                chromium.browser()
                        .newContext(
                                new Browser.NewContextOptions()
                                        .setHttpCredentials(
                                                new HttpCredentials(user, user + "-secret")));
        context.setDefaultTimeout(HeadlessChromium.TIMEOUT);
        return context;
    }

    private static Page open(BrowserContext context, List<String> troubles, String place) {
        Page page = context.newPage();
        page.onPageError(troubles::add);
        page.onConsoleMessage(
                message -> {
                    if (message.text().contains("Content Security Policy")) {
                        troubles.add(message.text());
                    }
                });
        String port = application.getEnvironment().getProperty("local.server.port");
        page.navigate("http://127.0.0.1:" + port + "/shop/operations-console" + place);
        return page;
    }

    @Test
    void aUserFindsAndRunsWhatTheyMay() {
        List<String> troubles = new CopyOnWriteArrayList<>();
        try (BrowserContext ann = as("ann")) {
            Page page = open(ann, troubles, "");
            assertThat(page.locator("#results").getByText("orders.place")).isVisible();
            assertThat(page.locator("#results").getByText("stock.level")).isVisible();
            assertThat(page.locator("header")).containsText("ann");
            assertThat(page.getByText("Sign out")).hasCount(0);

            page.locator("#results").getByText("orders.place").click();
            page.locator(".workbench").waitFor();
            page.getByLabel("part").first().fill("bolt");
            page.getByLabel("pieces").first().fill("5");
            page.keyboard().press("Control+Enter");
            assertThat(page.getByLabel("Output", exact())).containsText("ann");

            page = open(ann, troubles, "/#/activity");
            assertThat(page.locator("#content")).containsText("orders.place");
            page = open(ann, troubles, "/#/sources");
            assertThat(page.getByLabel("All sources")).containsText("stock");
        }
        try (BrowserContext bob = as("bob")) {
            Page page = open(bob, troubles, "/");
            assertThat(page.locator("#results").getByText("orders.get")).isVisible();
            assertThat(page.locator("#results").getByText("orders.place")).hasCount(0);
        }
        assertThat(troubles).isEmpty();
    }

    private static Page.GetByLabelOptions exact() {
        return new Page.GetByLabelOptions().setExact(true);
    }
}
