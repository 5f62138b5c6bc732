package dev.alkdev.operations.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.Set;

/** Sends requests and follows redirects as far as they are allowed. Threads may share it. */
public final class HttpTransport {
    private static final int UNAUTHORIZED = 401;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final HttpSender sender;
    private final Redirects redirects;
    private final int maxRedirects;

    /**
     * A transport.
     *
     * @param maxRedirects how many redirects of one request are followed
     */
    public HttpTransport(HttpSender sender, Redirects redirects, int maxRedirects) {
        this.sender = sender;
        this.redirects = redirects;
        this.maxRedirects = maxRedirects;
    }

    /**
     * Sends a request; once more with another credential if the first is refused and there is
     * another. A redirect that is not to be followed is the response.
     *
     * @throws IOException if there are more redirects than allowed, or the exchange fails
     */
    public Reply send(Outgoing first, TimeLimit limit) throws IOException, InterruptedException {
        Reply reply = sendOnce(first, limit);
        if (reply.status() != UNAUTHORIZED) {
            return reply;
        }
        Optional<Outgoing> renewed = limit.during(first::renewed);
        if (renewed.isEmpty()) {
            return reply;
        }
        reply.close();
        return sendOnce(renewed.get(), limit);
    }

    private Reply sendOnce(Outgoing first, TimeLimit limit)
            throws IOException, InterruptedException {
        Outgoing request = first;
        for (int followed = 0; ; followed++) {
            HttpRequest sent = request.toRequest();
            HttpResponse<InputStream> response = limit.during(() -> sender.send(sent));
            Optional<Outgoing> next = next(request, response);
            if (next.isEmpty()) {
                return Reply.of(response);
            }
            TimeLimit.closeQuietly(response.body());
            if (followed == maxRedirects) {
                throw new TooManyRedirectsException(maxRedirects);
            }
            request = next.get();
        }
    }

    private Optional<Outgoing> next(Outgoing request, HttpResponse<InputStream> response) {
        int status = response.statusCode();
        if (redirects == Redirects.NEVER || !REDIRECTS.contains(status)) {
            return Optional.empty();
        }
        Optional<URI> target =
                response.headers().firstValue("location").flatMap(it -> resolve(request.uri(), it));
        if (target.isEmpty() || !Origin.isWeb(target.get())) {
            return Optional.empty();
        }
        URI uri = target.get();
        if (Origin.of(uri).equals(Origin.of(request.uri()))) {
            return Optional.of(request.redirected(status, uri));
        }
        boolean downgrade =
                request.uri().getScheme().equalsIgnoreCase("https")
                        && !uri.getScheme().equalsIgnoreCase("https");
        boolean carriesBody = request.redirected(status, uri).hasBody();
        return redirects == Redirects.ANYWHERE && !downgrade && !carriesBody
                ? Optional.of(request.redirectedAway(status, uri))
                : Optional.empty();
    }

    private static Optional<URI> resolve(URI base, String location) {
        try {
            // Some servers leave spaces and letters beyond ASCII as they are, as browsers allow.
            return Optional.of(base.resolve(PercentEncoding.location(location)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** More redirects than are followed. */
    static final class TooManyRedirectsException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooManyRedirectsException(int followed) {
            super("more than " + followed + " redirects");
        }
    }
}
