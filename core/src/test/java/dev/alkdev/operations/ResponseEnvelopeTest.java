package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;
import static dev.alkdev.operations.Golden.reread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ResponseEnvelopeTest {
    @ParameterizedTest
    @ValueSource(strings = {"local", "nothing", "http", "http-event", "mcp", "mcp-error"})
    void everyKindIsReadAndWrittenAsInItsGoldenFile(String kind) {
        JsonNode golden = Golden.read("envelope-" + kind);

        assertThat(reread(ResponseEnvelope.fromJson(golden).toJson())).isEqualTo(golden);
        assertThat(ResponseEnvelope.isEnvelopeJson(golden)).isTrue();
        assertThat(ResponseEnvelope.SCHEMA.errors(golden)).isEmpty();
        assertThat(ResponseMeta.SCHEMA.errors(golden.get("meta"))).isEmpty();
        assertThat(reread(ResponseMeta.fromJson(golden.get("meta")).toJson()))
                .isEqualTo(golden.get("meta"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "nothing", "http", "http-event", "mcp", "mcp-error"})
    void unknownFieldsAreIgnored(String kind) {
        JsonNode golden = Golden.read("envelope-" + kind);
        ObjectNode later = (ObjectNode) golden.deepCopy();
        later.put("introducedLater", 1);
        ((ObjectNode) later.get("meta")).put("introducedLater", 1);

        assertThat(reread(ResponseEnvelope.fromJson(later).toJson())).isEqualTo(golden);
    }

    @Nested
    class Factories {
        @Test
        void aLocalEnvelopeSaysWhichOperationAndWhen() {
            long before = System.currentTimeMillis();
            ResponseEnvelope<String> envelope = ResponseEnvelope.local("hi", "greet.hello");

            LocalMeta meta = (LocalMeta) envelope.meta();
            assertThat(meta.operationId()).isEqualTo("greet.hello");
            assertThat(meta.timestamp()).isBetween(before, System.currentTimeMillis());
            assertThat(envelope.unwrap()).isEqualTo("hi");
            assertThat(envelope.isError()).isFalse();
        }

        @Test
        void anHttpEnvelopeTakesTheContentTypeFromTheHeaders() {
            HttpMeta meta = new HttpMeta(200, Headers.of(Map.of("Content-Type", "text/plain")));

            assertThat(ResponseEnvelope.http("hi", meta).toJson())
                    .isEqualTo(
                            json(
                                    "{'data':'hi','meta':{'source':'http','statusCode':200,'headers':"
                                        + "{'content-type':'text/plain'},'contentType':'text/plain'}}"));
        }

        @Test
        void anMcpEnvelopeKeepsStructuredContentOfAnyKind() {
            McpMeta nothing = new McpMeta(false, List.of(), NullNode.getInstance(), null);
            McpMeta absent = new McpMeta(true, List.of(ContentBlock.text("no")));

            assertThat(ResponseEnvelope.mcp(1, nothing).toJson())
                    .isEqualTo(
                            json(
                                    "{'data':1,'meta':{'source':'mcp','isError':false,'content':[],"
                                            + "'structuredContent':null}}"));
            assertThat(ResponseEnvelope.mcp(1, absent).toJson())
                    .isEqualTo(
                            json(
                                    "{'data':1,'meta':{'source':'mcp','isError':true,'content':"
                                            + "[{'type':'text','text':'no'}]}}"));
            assertThat(ResponseEnvelope.mcp(1, absent).isError()).isTrue();
            ResponseMeta read = ResponseMeta.fromJson(nothing.toJson());
            assertThat(read).isEqualTo(nothing);
        }

        @Test
        void nothingIsWrittenAsNull() {
            ResponseEnvelope<Optional<String>> envelope =
                    new ResponseEnvelope<>(
                            Optional.empty(), new LocalMeta("billing.delete", 1767225600000L));

            assertThat(reread(envelope.toJson())).isEqualTo(Golden.read("envelope-nothing"));
        }

        @Test
        void anyJavaValueIsWrittenAsJackson() {
            ResponseEnvelope<Object> envelope =
                    new ResponseEnvelope<>(
                            Map.of("number", "A-17"), new LocalMeta("billing.find", 1));

            assertThat(envelope.toJson().get("data")).isEqualTo(json("{'number':'A-17'}"));
        }
    }

    @Nested
    class Detection {
        @Test
        void theJavaTypeIsAnEnvelope() {
            assertThat(ResponseEnvelope.isEnvelope(ResponseEnvelope.local(1, "a.b"))).isTrue();
            assertThat(ResponseEnvelope.isEnvelope(null)).isFalse();
            assertThat(ResponseEnvelope.isEnvelope("text")).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[]",
                    "{}",
                    "{'data':1}",
                    "{'data':1,'meta':null}",
                    "{'data':1,'meta':{}}",
                    "{'data':1,'meta':{'source':'ftp'}}",
                    "{'data':1,'meta':{'source':5}}",
                    "{'data':1,'meta':{'source':'local'}}",
                    "{'data':1,'meta':{'source':'local','operationId':'a.b'}}",
                    "{'data':1,'meta':{'source':'local','operationId':'a.b','timestamp':'now'}}",
                    "{'meta':{'source':'local','operationId':'a.b','timestamp':1}}",
                    "{'data':1,'meta':{'source':'http','statusCode':200,'contentType':''}}",
                    "{'data':1,'meta':{'source':'http','statusCode':200,'headers':{}}}",
                    "{'data':1,'meta':{'source':'mcp','isError':false}}",
                    "{'data':1,'meta':{'source':'mcp','content':[]}}",
                    "{'data':1,'meta':{'source':'local','operationId':'a.b','timestamp':1.5}}",
                    "{'data':1,'meta':{'source':'http','statusCode':200,'contentType':'',"
                            + "'headers':{'a':1}}}"
                })
        void jsonThatLacksASourceOrItsFieldsIsNone(String text) {
            assertThat(ResponseEnvelope.isEnvelopeJson(json(text))).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    [] | it should be an object but is []
                    {'meta':{'source':'local'}} | /meta/operationId is missing
                    {'data':1} | /meta is missing
                    {'data':1,'meta':{'source':'ftp'}} | /meta/source should be local, http or mcp but is "ftp"
                    {'data':1,'meta':{'source':'local','operationId':'a.b'}} | /meta/timestamp is missing
                    {'data':1,'meta':{'source':'http','statusCode':'x','headers':{},'contentType':''}} | /meta/statusCode should be an integer but is "x"
                    {'data':1,'meta':{'source':'http','statusCode':1,'headers':{'a/b':1},'contentType':''}} | /meta/headers/a~1b should be a string but is 1
                    {'data':1,'meta':{'source':'mcp','isError':'no','content':[]}} | /meta/isError should be true or false but is "no"
                    {'data':1,'meta':{'source':'mcp','isError':true}} | /meta/content is missing
                    """)
    void whatIsWrongIsNamedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> ResponseEnvelope.fromJson(json(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("response envelope: " + message);
    }

    @Nested
    class HeaderRules {
        @Test
        void namesAreLowerCaseAndRepeatedOnesJoined() {
            Map<String, List<String>> given = new LinkedHashMap<>();
            given.put("Vary", List.of("accept", "origin"));
            given.put("VARY", List.of("cookie"));

            Headers headers = new Headers(given);

            assertThat(headers.toJson()).isEqualTo(json("{'vary':'accept, origin, cookie'}"));
            assertThat(headers.value("VaRy")).contains("accept, origin, cookie");
            assertThat(headers.value("etag")).isEmpty();
        }

        @Test
        void everyCookieIsKept() {
            Headers headers = new Headers(Map.of("Set-Cookie", List.of("a=1, 2", "b=2")));

            assertThat(headers.all("set-cookie")).containsExactly("a=1, 2", "b=2");
            assertThat(headers.toJson()).isEqualTo(json("{'set-cookie':['a=1, 2','b=2']}"));
            assertThat(Headers.none().toJson()).isEqualTo(json("{}"));
        }
    }

    @Nested
    class Content {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'type':'hologram','data':'x'}",
                    "{'type':'text'}",
                    "{'type':'image','data':5,'mimeType':'image/png'}",
                    "{'text':'no type'}",
                    "'just text'"
                })
        void aBlockThatIsNotKnownBecomesATextWithItsJson(String text) {
            JsonNode block = json(text);

            assertThat(ContentBlock.fromJson(block)).isEqualTo(ContentBlock.text(block.toString()));
        }

        @Test
        void aBlockIsReadAsItsKind() {
            assertThat(
                            ContentBlock.fromJson(
                                    json("{'type':'image','data':'aGk=','mimeType':'image/png'}")))
                    .isEqualTo(new ContentBlock.Image("aGk=", "image/png"));
            assertThat(
                            ContentBlock.fromJson(
                                    json("{'type':'resource_link','uri':'file:///b','name':'b'}")))
                    .isEqualTo(new ContentBlock.ResourceLink("file:///b", "b"));
            assertThat(
                            Optional.ofNullable(
                                    ContentBlock.fromJson(
                                                    json(
                                                            "{'type':'text','text':'x','annotations':{'priority':1}}"))
                                            .annotations()))
                    .contains(new ContentBlock.Annotations(List.of(), 1.0, null));
        }
    }
}
