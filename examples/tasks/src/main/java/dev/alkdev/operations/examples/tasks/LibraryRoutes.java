package dev.alkdev.operations.examples.tasks;

import dev.alkdev.operations.schema.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the library answers to which request. Threads may share it. */
final class LibraryRoutes {
    private static final Pattern BOOK = Pattern.compile("/books/([^/]+)(/loan|/return)?");
    private static final Pattern ISBN = Pattern.compile("[0-9]{13}");
    private static final int LARGEST_PAGE = 100;

    private final Library library;

    LibraryRoutes(Library library) {
        this.library = library;
    }

    /** A status and what goes with it. */
    record Reply(int status, JsonNode body) {}

    Reply answer(String method, URI uri, String body) {
        String path = uri.getPath();
        if (path.equals("/books")) {
            return switch (method) {
                case "GET" -> ok(200, page(query(uri)));
                case "POST" -> ok(201, library.add(book(body)));
                default -> throw notAllowed(method, path);
            };
        }
        Matcher book = BOOK.matcher(path);
        if (!book.matches()) {
            throw new LibraryProblem(404, "NO_SUCH_PATH", "There is no " + path);
        }
        return one(method, path, book);
    }

    private Reply one(String method, String path, Matcher book) {
        String isbn = book.group(1);
        String action = book.group(2);
        if (action == null && method.equals("GET")) {
            return ok(200, library.get(isbn));
        }
        if (action != null && method.equals("POST")) {
            LoanEvent.Kind kind =
                    action.equals("/loan") ? LoanEvent.Kind.borrowed : LoanEvent.Kind.returned;
            return ok(200, library.move(isbn, kind));
        }
        throw notAllowed(method, path);
    }

    private static Reply ok(int status, Object body) {
        return new Reply(status, Json.mapper().valueToTree(body));
    }

    private static LibraryProblem notAllowed(String method, String path) {
        return new LibraryProblem(405, "METHOD_NOT_ALLOWED", path + " knows no " + method);
    }

    private JsonNode page(Map<String, String> query) {
        int limit = number(query, "limit", 20, LARGEST_PAGE);
        int offset = number(query, "offset", 0, Integer.MAX_VALUE);
        List<Book> found = library.find(query.get("text"), flag(query, "available"));
        ObjectNode page = Json.mapper().createObjectNode().put("total", found.size());
        List<Book> part = found.stream().skip(offset).limit(limit).toList();
        page.set("books", Json.mapper().valueToTree(part));
        return page;
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> query = new HashMap<>();
        if (uri.getRawQuery() != null) {
            for (String part : uri.getRawQuery().split("&", 64)) {
                int equals = part.indexOf('=');
                if (equals > 0) {
                    query.put(
                            decode(part.substring(0, equals)), decode(part.substring(equals + 1)));
                }
            }
        }
        return query;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static int number(Map<String, String> query, String name, int fallback, int most) {
        String text = query.get(name);
        if (text == null) {
            return fallback;
        }
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) > most) {
            throw invalid(name + " should be a number up to " + most + " but is " + text);
        }
        return Integer.parseInt(text);
    }

    private static @Nullable Boolean flag(Map<String, String> query, String name) {
        String text = query.get(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw invalid(name + " should be true or false but is " + text);
        }
        return text == null ? null : Boolean.valueOf(text);
    }

    private static Book book(String body) {
        JsonNode json;
        try {
            json = Json.parse(body);
        } catch (IllegalArgumentException e) {
            throw invalid("the body is " + e.getMessage());
        }
        String isbn = json.path("isbn").asString("");
        if (!ISBN.matcher(isbn).matches()) {
            throw invalid("isbn should be 13 digits but is \"" + isbn + "\"");
        }
        return new Book(isbn, text(json, "title"), text(json, "author"), year(json), true);
    }

    private static String text(JsonNode json, String name) {
        String text = json.path(name).asString("");
        if (text.isBlank() || text.length() > 200) {
            throw invalid(name + " should have 1 to 200 characters");
        }
        return text;
    }

    private static int year(JsonNode json) {
        JsonNode year = json.path("year");
        if (!year.canConvertToInt()) {
            throw invalid("year should be a whole number");
        }
        return year.intValue();
    }

    private static LibraryProblem invalid(String message) {
        return new LibraryProblem(400, "INVALID", message);
    }
}
