package dev.alkdev.operations;

import static dev.alkdev.operations.Golden.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** Blocks of servers that do not keep to the letter. */
class ContentBlockTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'text','text':'hi','annotations':null}",
                "{'type':'text','text':'hi','annotations':[]}",
                "{'type':'text','text':'hi','annotations':{'audience':'user'}}",
                "{'type':'text','text':'hi','annotations':{'audience':['user',5]}}",
                "{'type':'image','data':'','mimeType':'a/b','annotations':{'priority':'high'}}",
                "{'type':'audio','data':'','mimeType':'a/b','annotations':{'priority':1e400}}",
                "{'type':'resource','resource':{'uri':'u','mimeType':1,'text':null,'blob':[]}}",
                "{'type':'resource_link','uri':'u','name':'n','size':1.5,'title':5}",
                "{'type':'resource_link','uri':'u','name':'n','description':{},'mimeType':null}"
            })
    void aBlockWithOddOptionalMembersKeepsItsKindAndItsJson(String text) {
        JsonNode json = json(text);

        ContentBlock block = ContentBlock.fromJson(json);

        assertThat(block.toJson()).isEqualTo(json);
        assertThat(ContentBlock.SCHEMA.errors(json)).isEmpty();
        assertThat(ContentBlock.SCHEMA.normalize(json)).isEqualTo(json);
    }

    @Test
    void oddOptionalMembersAreReadAsAbsent() {
        var text =
                ContentBlock.fromJson(
                        json("{'type':'text','text':'hi','annotations':{'priority':'high'}}"));
        var link =
                (ContentBlock.ResourceLink)
                        ContentBlock.fromJson(
                                json(
                                        "{'type':'resource_link','uri':'u','name':'n','size':1.5,"
                                                + "'title':5,'mimeType':'a/b'}"));

        assertThat(text.annotations())
                .isEqualTo(new ContentBlock.Annotations(List.of(), null, null));
        assertThat(link.size()).isNull();
        assertThat(link.title()).isNull();
        assertThat(link.mimeType()).isEqualTo("a/b");
    }

    @Test
    void blocksOfDifferentTextsHaveDifferentHashesAndEqualOnesTheSame() {
        ContentBlock whole = ContentBlock.fromJson(json("{'type': 'text', 'text': 'a', 'n': 1}"));
        ContentBlock decimal =
                ContentBlock.fromJson(json("{'n': 1.0, 'text': 'a', 'type': 'text'}"));

        assertThat(whole).isEqualTo(decimal).hasSameHashCodeAs(decimal);
        assertThat(ContentBlock.text("a")).doesNotHaveSameHashCodeAs(ContentBlock.text("b"));
    }
}
