package dev.alkdev.operations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.ResponseEnvelope;
import dev.alkdev.operations.Subscription;
import dev.alkdev.operations.openapi.RecordingServer.Received;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;
import dev.alkdev.operations.schema.SchemaError;
import dev.alkdev.operations.web.MediaType;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Real documents: every operation has its type and parameters, every schema compiles, and a call of
 * each reaches a server as the document says.
 */
class OpenApiVectorsTest {
    private static RecordingServer server = RecordingServer.start();

    private final Map<String, OperationBinding> bindings = new LinkedHashMap<>();
    private final Carried carried = new Carried();
    private final OperationRegistry registry =
            OperationRegistry.builder().normalizing(NormalizeMode.NONE).build();

    @BeforeAll
    static void start() {
        assertThat(server.url()).isNotEmpty();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Shows as skipped where the folder is absent, which the dynamic tests cannot. */
    @Test
    void thereAreDocumentsToRead() {
        assertThat(VectorFolder.read(VectorFolder.path("openapi").resolve("manifest.json")))
                .isNotEmpty();
    }

    @TestFactory
    List<DynamicTest> everyOperationOfEveryDocumentCanBeCalled() {
        Path folder = VectorFolder.path("openapi");
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode document : VectorFolder.read(folder.resolve("manifest.json"))) {
            String name = document.get("name").asString();
            tests.add(
                    DynamicTest.dynamicTest(
                            name, () -> new OpenApiVectorsTest().check(folder, name)));
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    private void check(Path folder, String name) {
        HttpServiceOptions config = HttpServiceOptions.builder("api").baseUrl(server.url()).build();
        ImportedApi api = OpenApi.fromFile(folder.resolve(name), config);
        api.registerIn(registry);
        for (OperationBinding binding : api.operations()) {
            bindings.put(binding.spec().name(), binding);
        }
        String base = name.substring(0, name.lastIndexOf('.'));
        JsonNode expected = VectorFolder.read(folder.resolve("operations").resolve(base + ".json"));
        List<String> failures = new ArrayList<>();
        int passed = 0;
        for (JsonNode operation : expected) {
            int before = failures.size();
            checkOperation(operation, failures);
            passed += failures.size() == before ? 1 : 0;
        }
        VectorFolder.print("openapi/" + name, passed, expected.size());
        Schema.of(carried.whole());
        assertThat(failures).isEmpty();
        assertThat(OpenApi.inspect(DocumentSource.file(folder.resolve(name))).problems())
                .noneMatch(it -> it.kind() == DocumentProblem.Kind.UNUSABLE_SCHEMA);
    }

    private void checkOperation(JsonNode expected, List<String> failures) {
        List<OperationBinding> found =
                bindings.values().stream().filter(it -> isOf(it.spec(), expected)).toList();
        String id = expected.get("method").asString() + " " + expected.get("path").asString();
        if (found.isEmpty()) {
            failures.add(id + " is missing");
            return;
        }
        String types = types(found);
        if (!types.equals(expectedTypes(expected))) {
            failures.add(id + " is " + types + " instead of " + expectedTypes(expected));
        }
        for (OperationBinding binding : found) {
            String failure;
            try {
                failure = call(binding, expected);
            } catch (RuntimeException e) {
                failure = e.toString();
            }
            if (!failure.isEmpty()) {
                failures.add(id + " " + binding.spec().name() + ": " + failure);
            }
        }
    }

    private static boolean isOf(OperationSpec spec, JsonNode expected) {
        JsonNode meta = spec.meta().orElseThrow();
        String id = expected.get("operationId").asString("");
        return meta.get("method").equals(expected.get("method"))
                && meta.get("path").equals(expected.get("path"))
                && meta.path("operationId").asString("").equals(id);
    }

    private static String types(List<OperationBinding> found) {
        return String.join(
                ", ",
                found.stream().map(it -> it.spec().type() + suffix(it.spec().name())).toList());
    }

    private static String suffix(String name) {
        return name.endsWith("_stream") ? "_stream" : name.endsWith("_response") ? "_response" : "";
    }

    /** HEAD reads as GET does, whatever the vectors say; JSON beside events makes two. */
    private static String expectedTypes(JsonNode expected) {
        String method = expected.get("method").asString();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        String single = reads ? "QUERY" : "MUTATION";
        if (!expected.get("type").asString().equals("SUBSCRIPTION")) {
            return single;
        }
        if (expected.path("sseAndJson").asBoolean(false)) {
            return single + ", SUBSCRIPTION_stream";
        }
        boolean other = expected.toString().contains("application/octet-stream");
        return "SUBSCRIPTION" + (other ? ", " + single + "_response" : "");
    }

    private String call(OperationBinding binding, JsonNode expected) {
        OperationSpec spec = binding.spec();
        JsonNode schema = spec.inputSchema().toJson();
        carried.add(schema);
        carried.add(spec.outputSchema().toJson());
        spec.errors().forEach(error -> carried.add(error.schema().toJson()));
        List<InputShape.Slot> slots = shape(binding).slots();
        ObjectNode input = sample(schema, slots);
        List<SchemaError> errors = spec.inputSchema().errors(input);
        if (!errors.isEmpty()) {
            return "the sample does not fit: " + errors.getFirst() + " in " + input;
        }
        if (spec.type() == OperationType.SUBSCRIPTION) {
            try (Subscription<JsonNode> events = registry.subscribe(spec.id(), input)) {
                assertThat(events.next().data()).isEqualTo(Json.parse("{}"));
            }
        } else {
            ResponseEnvelope<JsonNode> answer = registry.execute(spec.id(), input);
            assertThat(answer.meta().source()).isEqualTo("http");
        }
        return new ReceivedCheck(server.next(), expected, shape(binding), input).failure();
    }

    private static InputShape shape(OperationBinding binding) {
        return switch (binding.handler()) {
            case HttpOperation single -> single.caller.plan().shape;
            case SseOperation stream -> stream.caller.plan().shape;
            default -> throw new AssertionError("a handler of another kind");
        };
    }

    private static ObjectNode sample(JsonNode schema, List<InputShape.Slot> slots) {
        SampleValues samples = new SampleValues(schema);
        ObjectNode input = samples.value(schema, 0).asObject();
        for (InputShape.Slot slot : slots) {
            JsonNode property = schema.path("properties").path(slot.key());
            input.set(slot.key(), samples.value(property, 1));
        }
        return input;
    }

    /** All schemas of a document as they travel, in one: their definitions have one name each. */
    private static final class Carried {
        private final ObjectNode whole = JsonNodeFactory.instance.objectNode();
        private final ObjectNode definitions = whole.putObject("$defs");
        private final ArrayNode roots = whole.putArray("anyOf");

        void add(JsonNode schema) {
            ObjectNode root = JsonNodeFactory.instance.objectNode();
            root.setAll(schema.asObject());
            JsonNode used = root.remove("$defs");
            if (used != null) {
                definitions.setAll(used.asObject());
            }
            roots.add(root);
        }

        JsonNode whole() {
            return roots.isEmpty() ? JsonNodeFactory.instance.objectNode() : whole;
        }
    }

    /** One request that arrived beside what the document says about it. */
    private record ReceivedCheck(
            Received received, JsonNode expected, InputShape shape, JsonNode input) {

        private String failure() {
            List<String> wrong = new ArrayList<>();
            if (!received.method().equals(expected.get("method").asString())) {
                wrong.add("method " + received.method());
            }
            checkPath(wrong);
            checkNames(wrong);
            checkBody(wrong);
            return String.join("; ", wrong);
        }

        private void checkPath(List<String> wrong) {
            String template = expected.get("path").asString();
            String plain = template.split("\\?", 2)[0];
            List<String> names = new ArrayList<>();
            Matcher matcher = Pattern.compile("\\{([^}]+)}|[^{]+").matcher(plain);
            StringBuilder regex = new StringBuilder();
            while (matcher.find()) {
                if (matcher.group(1) != null) {
                    names.add(matcher.group(1));
                }
                regex.append(matcher.group(1) == null ? Pattern.quote(matcher.group()) : "([^/]+)");
            }
            Matcher path = Pattern.compile(regex.toString()).matcher(received.path());
            if (!path.matches()) {
                wrong.add("path " + received.path());
                return;
            }
            for (int i = 0; i < names.size(); i++) {
                String text = URLDecoder.decode(path.group(i + 1), StandardCharsets.UTF_8);
                JsonNode value = input.path(key("path", names.get(i)));
                if (!value.isContainer() && !ValueText.scalar(value).equals(text)) {
                    wrong.add("path parameter " + names.get(i) + " is " + text);
                }
            }
        }

        private String key(String location, String name) {
            return shape.slots().stream()
                    .filter(it -> it.parameter().name().equals(name))
                    .filter(it -> it.parameter().location().wireName.equals(location))
                    .map(InputShape.Slot::key)
                    .findFirst()
                    .orElse("");
        }

        private void checkNames(List<String> wrong) {
            for (String location : List.of("path", "query", "header", "cookie")) {
                List<String> names = new ArrayList<>();
                expected.get(location + "Params").forEach(it -> names.add(it.asString()));
                List<String> own =
                        shape.slots().stream()
                                .map(InputShape.Slot::parameter)
                                .filter(it -> it.location().wireName.equals(location))
                                .map(Parameter::name)
                                .toList();
                if (!own.stream().sorted().toList().equals(names.stream().sorted().toList())) {
                    wrong.add(location + " parameters " + own + " instead of " + names);
                }
                names.forEach(name -> checkArrived(location, name, wrong));
            }
        }

        private void checkArrived(String location, String name, List<String> wrong) {
            JsonNode value = input.path(key(location, name));
            boolean arrived =
                    switch (location) {
                        case "query" -> inQuery(name, value);
                        case "header" ->
                                received.headers().containsKey(name.toLowerCase(Locale.ROOT));
                        case "cookie" -> received.header("cookie").contains(name + "=");
                        default -> true;
                    };
            if (!arrived) {
                wrong.add(location + " parameter " + name + " did not arrive: " + value);
            }
        }

        private boolean inQuery(String name, JsonNode value) {
            if (!hasScalar(value)) {
                return true;
            }
            for (String pair : received.query().split("&", -1)) {
                String key = URLDecoder.decode(pair.split("=", 2)[0], StandardCharsets.UTF_8);
                boolean member = value.isObject() && value.has(key);
                if (key.equals(name) || key.startsWith(name + "[") || member) {
                    return true;
                }
            }
            return false;
        }

        private static boolean hasScalar(JsonNode value) {
            if (!value.isContainer()) {
                return !value.isNull();
            }
            for (JsonNode each : value) {
                if (hasScalar(each)) {
                    return true;
                }
            }
            return false;
        }

        private void checkBody(List<String> wrong) {
            String type = MediaType.parse(received.header("content-type")).name();
            List<String> types = new ArrayList<>();
            expected.get("bodyTypes").forEach(it -> types.add(it.asString()));
            boolean any = types.contains("*/*");
            if (received.latin1().isEmpty()) {
                if (expected.path("bodyRequired").asBoolean(false)) {
                    wrong.add("the body is missing");
                }
            } else if (!types.contains(type) && !(any && type.equals("application/json"))) {
                wrong.add("body of type " + type + " instead of " + types);
            } else if (MediaType.parse(type).isJson()) {
                checkJson(wrong);
            }
        }

        private void checkJson(List<String> wrong) {
            JsonNode body = Json.parse(received.text());
            ObjectNode rest = input.deepCopy().asObject();
            shape.slots().forEach(slot -> rest.remove(slot.key()));
            JsonNode sent = shape.merged() == null ? rest.path("body") : rest;
            boolean streaming = body.has("stream") && !sent.has("stream");
            if (!streaming && !body.equals(sent)) {
                wrong.add("body " + body + " instead of " + sent);
            }
        }
    }
}
