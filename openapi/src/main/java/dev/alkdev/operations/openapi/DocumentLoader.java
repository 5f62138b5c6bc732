package dev.alkdev.operations.openapi;

import dev.alkdev.operations.base.TimeSource;
import dev.alkdev.operations.web.BoundedBody;
import dev.alkdev.operations.web.CredentialSupplier;
import dev.alkdev.operations.web.HttpTransport;
import dev.alkdev.operations.web.Origin;
import dev.alkdev.operations.web.Outgoing;
import dev.alkdev.operations.web.Reply;
import dev.alkdev.operations.web.TimeLimit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the bytes of a document and of those it refers to, within limits. */
final class DocumentLoader {
    /** Names files of file systems whose own URIs have no folders to resolve against. */
    private static final String PATH_SCHEME = "path";

    private final DocumentSource source;
    private final ImportOptions options;
    private final HttpTransport transport;
    private final TimeSource time;

    /**
     * A document as it was found.
     *
     * @param uri where, links resolved; empty if unknown
     * @param condition the header, name and value, by which it is asked for again unless it is the
     *     same; empty if there is none
     */
    record Fetched(DocumentText text, String uri, List<String> condition) {}

    DocumentLoader(DocumentSource source, HttpServiceOptions service) {
        this.source = source;
        this.options = service.imports;
        this.transport = service.transport;
        this.time = service.time;
    }

    /**
     * Reads the document.
     *
     * @throws DocumentException if it cannot be read
     */
    Fetched load() {
        return loadUnlessSame(List.of()).orElseThrow();
    }

    /**
     * Reads the document again; empty if the server answers that it has not changed.
     *
     * @param condition that of the last answer; empty to read it in any case
     */
    Optional<Fetched> loadUnlessSame(List<String> condition) {
        try {
            return switch (source) {
                case DocumentSource.Text text ->
                        Optional.of(new Fetched(DocumentText.of(text.text()), "", List.of()));
                case DocumentSource.File file -> Optional.of(read(file.path()));
                case DocumentSource.Url url -> fetch(url, url.url(), condition);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DocumentException("interrupted while reading " + source.description(), e);
        } catch (IOException e) {
            throw new DocumentException(
                    "cannot read " + source.description() + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    /** A document at an absolute URI that the main one refers to. */
    Fetched loadOther(URI uri) throws IOException, InterruptedException {
        if (Origin.isWeb(uri)) {
            DocumentSource.Url plain = DocumentSource.url(uri);
            boolean sameOrigin =
                    source instanceof DocumentSource.Url main
                            && Origin.of(main.url()).equals(Origin.of(uri));
            DocumentSource.Url url = sameOrigin ? (DocumentSource.Url) source : plain;
            return fetch(url, uri, List.of()).orElseThrow();
        }
        return read(path(uri));
    }

    /** The URI a reference leads to, with symbolic links resolved. */
    URI realTarget(URI uri) throws IOException {
        return Origin.isWeb(uri) ? uri.normalize() : uri(path(uri).toRealPath());
    }

    private Path path(URI uri) throws IOException {
        if ("file".equalsIgnoreCase(uri.getScheme())) {
            return Path.of(uri);
        }
        if (PATH_SCHEME.equals(uri.getScheme()) && source instanceof DocumentSource.File main) {
            FileSystem files = main.path().getFileSystem();
            return files.getPath(uri.getPath());
        }
        throw new IOException("documents are read from http, https and files only");
    }

    private static URI uri(Path path) throws IOException {
        if (path.getFileSystem().equals(FileSystems.getDefault())) {
            return path.toUri();
        }
        try {
            return new URI(PATH_SCHEME, null, path.toString(), null);
        } catch (URISyntaxException e) {
            throw new IOException("a path that is not a URI: " + path, e);
        }
    }

    private Fetched read(Path path) throws IOException {
        Path real = path.toRealPath();
        try (InputStream body = Files.newInputStream(real)) {
            byte[] bytes = BoundedBody.read(body, options.maxDocumentBytes, Files.size(real));
            return new Fetched(DocumentText.of(bytes), uri(real).toString(), List.of());
        }
    }

    private Optional<Fetched> fetch(DocumentSource.Url source, URI uri, List<String> condition)
            throws IOException, InterruptedException {
        Outgoing request = new Outgoing("GET", uri, headers(source, condition), null);
        CredentialSupplier credentials = source.credentials();
        if (credentials != null) {
            request = request.authorized(credentials, "");
        }
        try (TimeLimit limit = TimeLimit.of(time, options.documentTimeout);
                Reply reply = transport.send(request, limit)) {
            limit.guard(reply.body());
            if (reply.status() == 304 && !condition.isEmpty()) {
                return Optional.empty();
            }
            if (reply.status() != 200) {
                throw new IOException(reply.statusText());
            }
            byte[] bytes = reply.bytes(options.maxDocumentBytes);
            List<String> next =
                    condition("If-None-Match", reply, "etag")
                            .or(() -> condition("If-Modified-Since", reply, "last-modified"))
                            .orElse(List.of());
            return Optional.of(new Fetched(DocumentText.of(bytes), uri.toString(), next));
        }
    }

    private static Optional<List<String>> condition(String name, Reply reply, String from) {
        return reply.headers().value(from).map(value -> List.of(name, value));
    }

    private static List<String> headers(DocumentSource.Url source, List<String> condition) {
        List<String> headers = new ArrayList<>();
        headers.addAll(List.of("Accept", "application/json, application/yaml, */*;q=0.5"));
        headers.addAll(List.of("Accept-Encoding", "gzip, deflate"));
        source.headers().forEach((name, value) -> headers.addAll(List.of(name, value)));
        headers.addAll(condition);
        return headers;
    }
}
