package dev.alkdev.operations.console;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Serves the page of the console and its files. It holds no data and asks for no credentials: what
 * the page shows comes from a {@link ConsoleApi} at {@code console/api/*} below it, and from a REST
 * gateway. Threads may share it.
 *
 * <pre>{@code
 * ServletHolder console = new ServletHolder(ConsoleServlet.atRoot());
 * context.addServlet(console, "");
 * context.addServlet(console, "/console/assets/*");
 * }</pre>
 */
public final class ConsoleServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** Nothing from elsewhere, nothing inline, in no frame, and no text that becomes markup. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
                    + " media-src data: blob:; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    /** Loaded by the first request, so that a hub that nobody looks at starts without them. */
    private static final class Loaded {
        static final ConsoleFiles FILES = ConsoleFiles.load();
    }

    /** Without a slash at the end; empty for the root. */
    private final String mount;

    private ConsoleServlet(String mount) {
        this.mount = mount;
    }

    /** To be mapped to {@code ""} (the root alone) and {@code /console/assets/*}. */
    public static ConsoleServlet atRoot() {
        return new ConsoleServlet("");
    }

    /**
     * To be mapped to everything below a path.
     *
     * @param path as {@code /tools}, for the mapping {@code /tools/*}
     */
    public static ConsoleServlet below(String path) {
        return new ConsoleServlet(path);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setHeader("X-Content-Type-Options", "nosniff");
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            response.setHeader("Allow", "GET, HEAD");
            refuse(response, 405, "Method Not Allowed");
            return;
        }
        String path = path(request);
        if (path.isEmpty() && !mount.isEmpty()) {
            // What the page asks for is below it, and so relative to the slash.
            response.setStatus(302);
            response.setHeader("Location", mount.substring(mount.lastIndexOf('/') + 1) + "/");
            return;
        }
        String name = path.length() < 2 ? ConsoleFiles.PAGE : path.substring(1);
        ConsoleFile file = Loaded.FILES.find(name);
        if (file == null) {
            refuse(response, 404, "Not Found");
            return;
        }
        if (name.equals(ConsoleFiles.PAGE)) {
            securePage(response);
        } else {
            response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
        }
        send(request, response, file);
    }

    /** Below where it is mounted. */
    private String path(HttpServletRequest request) {
        String path =
                request.getServletPath() + Objects.requireNonNullElse(request.getPathInfo(), "");
        return path.substring(mount.length());
    }

    private static void securePage(HttpServletResponse response) {
        response.setHeader("Cache-Control", "no-cache");
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("X-Frame-Options", "DENY");
    }

    private static void send(
            HttpServletRequest request, HttpServletResponse response, ConsoleFile file)
            throws IOException {
        Encoding encoding =
                file.best(Objects.requireNonNullElse(request.getHeader("Accept-Encoding"), ""));
        String tag = file.tag(encoding);
        response.setHeader("ETag", tag);
        response.setHeader("Vary", "Accept-Encoding");
        if (matches(request.getHeader("If-None-Match"), tag)) {
            response.setStatus(304);
            return;
        }
        if (encoding != Encoding.IDENTITY) {
            response.setHeader("Content-Encoding", encoding.token());
        }
        response.setContentType(file.type());
        byte[] body = file.body(encoding);
        response.setContentLength(body.length);
        if (request.getMethod().equals("GET")) {
            response.getOutputStream().write(body);
        }
    }

    private static boolean matches(@Nullable String wanted, String tag) {
        return wanted != null && (wanted.equals("*") || wanted.contains(tag));
    }

    private static void refuse(HttpServletResponse response, int status, String title)
            throws IOException {
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/problem+json");
        String body = "{\"title\":\"" + title + "\",\"status\":" + status + "}";
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
