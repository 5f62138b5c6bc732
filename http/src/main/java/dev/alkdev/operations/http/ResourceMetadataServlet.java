package dev.alkdev.operations.http;

import dev.alkdev.operations.schema.Json;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Serves the metadata of a protected resource (RFC 9728) to everybody, browsers included. */
final class ResourceMetadataServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<Optional<ProtectedResource>> current;

    ResourceMetadataServlet(Supplier<Optional<ProtectedResource>> current) {
        this.current = current;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String below = request.getPathInfo() == null ? "" : request.getPathInfo();
        Optional<ObjectNode> document =
                current.get().flatMap(resource -> resource.document(request, below));
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Cache-Control", "no-store");
        // It holds nothing but what everybody may know, and has no effects.
        response.setHeader("Access-Control-Allow-Origin", "*");
        if (document.isPresent()) {
            send(response, Exchange.JSON, document.get());
            return;
        }
        Problem problem = Refusal.notFound("there is no protected resource here").problem();
        response.setStatus(problem.status());
        send(response, Problem.MEDIA_TYPE, problem.toJson(request.getRequestURI(), ""));
    }

    private static void send(HttpServletResponse response, String type, JsonNode json)
            throws IOException {
        byte[] body = Json.write(json);
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    @Override
    protected void doOptions(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Allow", "GET, HEAD, OPTIONS");
        response.setHeader("Access-Control-Allow-Origin", "*");
        response.setHeader("Access-Control-Allow-Methods", "GET, HEAD");
        // Clients of MCP send the version of their protocol with each request.
        response.setHeader("Access-Control-Allow-Headers", "Accept, MCP-Protocol-Version");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }
}
