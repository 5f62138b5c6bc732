package dev.alkdev.operations.openapi;

import dev.alkdev.operations.web.Origin;

import java.net.URI;

/** The rules for a URL that the paths of operations are appended to. */
final class BaseUrl {
    private BaseUrl() {}

    /**
     * The URL without a slash at the end.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static String of(String url) {
        return of(URI.create(url));
    }

    static String of(URI url) {
        if (!Origin.isHttp(url)) {
            throw new IllegalArgumentException(
                    "a base URL begins with http or https, not as " + url);
        }
        if (url.getHost() == null) {
            throw new IllegalArgumentException(
                    "the base URL "
                            + url
                            + " has no valid host name: letters, digits, \"-\" and \".\" are"
                            + " allowed");
        }
        if (url.getRawQuery() != null
                || url.getRawFragment() != null
                || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "a base URL has no query, fragment or user information: "
                            + Origin.of(url)
                            + url.getRawPath());
        }
        String text = url.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
