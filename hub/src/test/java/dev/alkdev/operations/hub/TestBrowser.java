package dev.alkdev.operations.hub;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Goes where it is sent, keeps cookies, and fills in the forms of oidc-provider. */
final class TestBrowser implements AutoCloseable {
    private static final Pattern FORM =
            Pattern.compile(
                    "action=\"([^\"]+)\".*?name=\"prompt\" value=\"(\\w+)\"", Pattern.DOTALL);
    private static final int MOST_STEPS = 20;

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http = HttpClient.newBuilder().cookieHandler(cookies).build();

    /** One request; redirects are not followed. */
    HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return http.send(request(uri).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
    }

    /** Where one request is sent on to. */
    URI next(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> response = get(uri);
        return uri.resolve(response.headers().firstValue("Location").orElseThrow());
    }

    /** Signs in as somebody, up to where the issuer sends the browser back. */
    URI signIn(URI login, String name) throws IOException, InterruptedException {
        URI here = login;
        for (int step = 0; step < MOST_STEPS; step++) {
            if (here.getPath().endsWith("/callback")) {
                return here;
            }
            HttpResponse<String> response = get(here);
            Matcher form = FORM.matcher(response.body());
            if (form.find()) {
                response = fillIn(here.resolve(form.group(1)), form.group(2), name);
            }
            here = here.resolve(response.headers().firstValue("Location").orElseThrow());
        }
        throw new AssertionError("it went nowhere");
    }

    private HttpResponse<String> fillIn(URI action, String prompt, String name)
            throws IOException, InterruptedException {
        return http.send(
                request(action)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(
                                BodyPublishers.ofString(
                                        "prompt=" + prompt + "&login=" + name + "&password=any"))
                        .build(),
                BodyHandlers.ofString());
    }

    /** The cookie whose name begins so, as it is sent; empty if there is none. */
    String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(each -> each.getName().startsWith(name))
                .map(each -> each.getName() + "=" + each.getValue())
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
