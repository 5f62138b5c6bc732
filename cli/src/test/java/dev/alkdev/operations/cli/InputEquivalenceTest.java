package dev.alkdev.operations.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.schema.Json;
import dev.alkdev.operations.schema.Schema;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The same input gives the same answer as query parameters, as arguments, and as JSON. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class InputEquivalenceTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private ExampleHub hub;
    private int count;

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    sealed interface Figure permits Circle, Square {}

    record Circle(double radius) implements Figure {}

    record Square(int side, List<String> labels) implements Figure {}

    @BeforeAll
    void start() {
        hub = ExampleHub.start();
    }

    @AfterAll
    void stop() {
        hub.close();
        http.shutdownNow();
    }

    @ParameterizedTest(name = "{1} of {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {'allOf':[{'properties':{'id':{'type':'integer'}},'required':['id']}]}                           | id=7             | {'id':7}
                    {'allOf':[{'properties':{'id':{'type':'integer'}},'required':['id']}]}                           | id=x             | {'id':'x'}
                    {'allOf':[{'properties':{'id':{}}},{'properties':{'id':{'type':'integer'}}}]}                    | id=7             | {'id':7}
                    {'$ref':'#/$defs/o','$defs':{'o':{'properties':{'id':{'type':'integer'}}}}}                      | id=7             | {'id':7}
                    {'$ref':'#o','$defs':{'o':{'$anchor':'o','properties':{'id':{'type':'integer'}}}}}               | id=7             | {'id':7}
                    {'oneOf':[{'properties':{'a':{'type':'integer'}},'required':['a']},{'required':['b']}]}          | a=7              | {'a':7}
                    {'oneOf':[{'properties':{'a':{'type':'number'}},'required':['a']},{'type':'string'}]}            | a=7.5            | {'a':7.5}
                    {'anyOf':[{'properties':{'a':{'type':'integer'}}},{'properties':{'a':{'type':'boolean'}}}]}      | a=true           | {'a':true}
                    {'anyOf':[{'properties':{'a':{'type':'integer'}}},{'properties':{'a':{'type':'string'}}}]}       | a=7              | {'a':'7'}
                    {'properties':{'a':{'type':'array','items':{'type':'integer'}}}}                                 | a=1 a=2          | {'a':[1,2]}
                    {'properties':{'a':{'type':'array','items':{'type':'integer'}}}}                                 | a=[1,2]          | {'a':[1,2]}
                    {'properties':{'a':{'type':'array','items':{'type':'string'}}}}                                  | a=1              | {'a':['1']}
                    {'properties':{'a':{'type':'array','items':{'type':'string'}}}}                                  | a=['x','y']      | {'a':['x','y']}
                    {'properties':{'a':{'type':'array','items':{'type':'array','items':{'type':'integer'}}}}}        | a=[1,2] a=[3]    | {'a':[[1,2],[3]]}
                    {'properties':{'a':{'type':'array','items':{'type':'array','items':{'type':'integer'}}}}}        | a=[[1,2],[3]]    | {'a':[[1,2],[3]]}
                    {'properties':{'a':{'type':'array','items':{'$ref':'#/$defs/n'}}},'$defs':{'n':{'enum':[1,2]}}}  | a=2              | {'a':[2]}
                    {'properties':{'a':{'type':['integer','null']}}}                                                 | a=null           | {'a':null}
                    {'properties':{'a':{'anyOf':[{'type':'null'},{'type':'integer'}]}}}                              | a=7              | {'a':7}
                    {'properties':{'a':{'anyOf':[{'type':'null'},{'type':'string'}]}}}                               | a=null           | {'a':'null'}
                    {'properties':{'a':{'type':['integer','string']}}}                                               | a=7              | {'a':'7'}
                    {'properties':{'a':{'enum':[1,2]}}}                                                              | a=2              | {'a':2}
                    {'properties':{'a':{'enum':[1,2]}}}                                                              | a=3              | {'a':3}
                    {'properties':{'a':{'enum':['auto',1]}}}                                                         | a=1              | {'a':1}
                    {'properties':{'a':{'anyOf':[{'type':'integer'},{'enum':['all']}]}}}                             | a=7              | {'a':7}
                    {'properties':{'a':{'anyOf':[{'type':'integer'},{'enum':['all']}]}}}                             | a=all            | {'a':'all'}
                    {'properties':{'a':{'$ref':'#/$defs/l'}},'$defs':{'l':{'items':{'$ref':'#/$defs/l'}}}}           | a=7              | {'a':['7']}
                    {'properties':{'a':{'const':true}}}                                                              | a=true           | {'a':true}
                    {'properties':{'a':{'type':'integer'}}}                                                          | a=7.0            | {'a':7.0}
                    {'properties':{'a':{'type':'integer'}}}                                                          | a=7.5            | {'a':'7.5'}
                    {'properties':{'a':{'type':'object'}}}                                                           | a={'b':[1]}      | {'a':{'b':[1]}}
                    {'properties':{'a':{'properties':{'b':{'type':'integer'}}}}}                                     | a={'b':1}        | {'a':{'b':1}}
                    {'additionalProperties':{'type':'boolean'}}                                                      | x=true           | {'x':true}
                    {'patternProperties':{'^n':{'type':'integer'}},'additionalProperties':{'type':'string'}}         | n1=1 m=1         | {'n1':1,'m':'1'}
                    {'properties':{'k':{}},'if':{'required':['k']},'then':{'properties':{'a':{'type':'integer'}}}}   | k=x a=1          | {'k':'x','a':1}
                    {'dependentSchemas':{'k':{'properties':{'a':{'type':'integer'}}}}}                               | k=x a=1          | {'k':'x','a':1}
                    {'properties':{'next':{'$ref':'#'},'value':{'type':'integer'}}}                                  | value=1          | {'value':1}
                    {'properties':{'next':{'$ref':'#'},'value':{'type':'integer'}}}                                  | next={'value':1} | {'next':{'value':1}}
                    {'allOf':[{'$ref':'#/$defs/a'}],'$defs':{'a':{'allOf':[{'$ref':'#/$defs/b'}]},'b':{'properties':{'n':{'type':'integer'}}}}} | n=1 | {'n':1}
                    {'$id':'https://example.org/i','$ref':'l','$defs':{'e':{'$dynamicAnchor':'e','type':'integer'},'l':{'$id':'l','properties':{'a':{'$dynamicRef':'#e'}},'$defs':{'e':{'$dynamicAnchor':'e'}}}}} | a=7 | {'a':7}
                    {'properties':{'k':{}}}                                                                          | k=5              | {'k':5}
                    {'properties':{'k':{'minimum':3}}}                                                               | k=2              | {'k':2}
                    {'properties':{'k':{'description':'x'}}}                                                         | k=true           | {'k':true}
                    {'properties':{'k':{}}}                                                                          | k=[1,'a']        | {'k':[1,'a']}
                    {'properties':{'k':{}}}                                                                          | k=007            | {'k':'007'}
                    {'type':'object'}                                                                                | k=5 l=x          | {'k':5,'l':'x'}
                    {'type':'object'}                                                                                | k=1 k=x          | {'k':[1,'x']}
                    {'properties':{'a':{'anyOf':[{'type':'integer'},{'minimum':3}]}}}                                | a=7              | {'a':7}
                    {'properties':{'a':{'anyOf':[{'$ref':'#/$defs/x'},{'type':'null'}]}},'$defs':{'x':{'not':{'type':'string'}}}} | a=7              | {'a':7}
                    {'properties':{'a':{'type':['string','array'],'items':{'type':'string'}}}}                       | a=1 a=2          | {'a':['1','2']}
                    {'properties':{'a':{'type':'string'}}}                                                           | a=1 a=2          | {'a':[1,2]}
                    {'properties':{'a.b':{'type':'integer'}}}                                                        | a.b=1            | {'a.b':1}
                    {'properties':{'übung':{'type':'integer'}}}                                                      | übung=1          | {'übung':1}
                    {'properties':{'1a':{'type':'integer'}}}                                                         | 1a=1             | {'1a':1}
                    {'properties':{'envelope':{'type':'integer'}}}                                                   | envelope=1       | {'envelope':1}
                    {'additionalProperties':{'type':'integer'}}                                                      | envelope=1       | {'envelope':1}
                    {'patternProperties':{'^env':{'type':'integer'}}}                                                | envelope=1       | {'envelope':1}
                    {'additionalProperties':false}                                                                   | envelope=1       | {'envelope':1}
                    """)
    void theSameInputGivesTheSameAnswer(String schema, String members, String body)
            throws Exception {
        Schema input = Schema.of(json(schema));

        assertEquivalent(input, quoted(members), json(body));
    }

    @Test
    void theSubtypesOfASealedTypeAreToldApartTheSameWay() throws Exception {
        Schema figure = Schema.ofReadable(Figure.class);

        assertEquivalent(figure, "kind=circle radius=2.5", json("{'kind':'circle','radius':2.5}"));
        assertEquivalent(
                figure,
                "kind=square side=3 labels=1 labels=b",
                json("{'kind':'square','side':3,'labels':['1','b']}"));
        assertEquivalent(figure, "kind=square side=x", json("{'kind':'square','side':'x'}"));
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    private static JsonNode json(String text) {
        return Json.parse(quoted(text));
    }

    private void assertEquivalent(Schema schema, String members, JsonNode body) throws Exception {
        String id = "same.n" + count++;
        hub.hub()
                .registry()
                .register(
                        OperationSpec.query(id).describedAs("Echoes").input(schema).build(),
                        (input, context) -> input);

        String posted = posted(id, body);

        assertThat(asked(id, members)).as("by GET").isEqualTo(posted);
        assertThat(called(id, members)).as("by the command line").isEqualTo(posted);
        if (schema.accepts(body)) {
            assertThat(posted).isEqualTo(body.toString());
        } else {
            assertThat(posted).contains("\"pointer\"");
        }
    }

    private String posted(String id, JsonNode body) throws Exception {
        return answer(
                HttpRequest.newBuilder(URI.create(hub.uri() + "/operations/" + id))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    private String asked(String id, String members) throws Exception {
        String query =
                Arrays.stream(members.split(" ", -1))
                        .map(each -> each.split("=", 2))
                        .map(each -> encoded(each[0]) + "=" + encoded(each[1]))
                        .collect(Collectors.joining("&"));
        return answer(
                HttpRequest.newBuilder(URI.create(hub.uri() + "/operations/" + id + "?" + query)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The data, or the details of the failure. */
    private String answer(HttpRequest.Builder request) throws Exception {
        var response = http.send(request.build(), BodyHandlers.ofString());
        JsonNode body = Json.parse(response.body());
        return (response.statusCode() == 200 ? body : body.get("details")).toString();
    }

    private String called(String id, String members) {
        List<String> arguments = new ArrayList<>(List.of("--json", "call", id));
        arguments.addAll(List.of(members.split(" ", -1)));
        TestConsole console = hub.console();
        int code = console.run(arguments.toArray(String[]::new));
        return code == 0
                ? Json.parse(console.out()).toString()
                : Json.parse(console.err()).get("error").get("details").toString();
    }
}
