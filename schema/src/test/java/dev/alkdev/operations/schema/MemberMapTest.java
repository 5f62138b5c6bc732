package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.alkdev.operations.schema.MemberMap.MemberName;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;

/** The members of an object that was read behave as those of any other object. */
class MemberMapTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random = new Random(20_26);

    private static ObjectNode read(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        JsonNode read = Json.parseUsual(utf8, 0, utf8.length);
        assertThat(read).isNotNull();
        return (ObjectNode) read;
    }

    private static MemberMap map(Map<String, JsonNode> members) {
        MemberName[] names = new MemberName[members.size()];
        JsonNode[] values = new JsonNode[members.size()];
        int at = 0;
        for (Map.Entry<String, JsonNode> member : members.entrySet()) {
            names[at] = MemberName.of(member.getKey());
            values[at++] = member.getValue();
        }
        MemberMap map = MemberMap.of(names, values, 0, at);
        assertThat(map).isNotNull();
        return map;
    }

    @Test
    void randomChangesDoWhatTheyDoToALinkedHashMap() {
        for (int round = 0; round < 2_000; round++) {
            Map<String, JsonNode> expected = new LinkedHashMap<>();
            for (int i = random.nextInt(MemberMap.MOST + 1); i > 0; i--) {
                expected.put(name(), value());
            }
            Map<String, JsonNode> map = map(expected);
            for (int change = 0; change < 12; change++) {
                change(map, expected);
                assertThat(new ArrayList<>(map.entrySet()))
                        .isEqualTo(new ArrayList<>(expected.entrySet()));
                assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected);
                assertThat(map.isEmpty()).isEqualTo(expected.isEmpty());
            }
        }
    }

    private void change(Map<String, JsonNode> map, Map<String, JsonNode> expected) {
        String name = name();
        JsonNode value = value();
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> assertThat(map.put(name, value)).isEqualTo(expected.put(name, value));
            case 3 -> assertThat(map.remove(name)).isEqualTo(expected.remove(name));
            case 4 -> {
                assertThat(map.get(name)).isEqualTo(expected.get(name));
                assertThat(map.containsKey(name)).isEqualTo(expected.containsKey(name));
            }
            case 5 -> {
                map.entrySet().removeIf(member -> member.getKey().compareTo("name-9") > 0);
                expected.entrySet().removeIf(member -> member.getKey().compareTo("name-9") > 0);
            }
            case 6 -> {
                map.entrySet().forEach(member -> member.setValue(value));
                expected.entrySet().forEach(member -> member.setValue(value));
            }
            default -> {
                List<String> seen = new ArrayList<>();
                map.forEach((key, each) -> seen.add(key + each));
                List<String> wanted = new ArrayList<>();
                expected.forEach((key, each) -> wanted.add(key + each));
                assertThat(seen).isEqualTo(wanted);
            }
        }
    }

    private String name() {
        return "name-" + random.nextInt(14);
    }

    private JsonNode value() {
        return NODES.numberNode(random.nextInt(100));
    }

    @Test
    void aChangedObjectChangesNoOtherWithTheSameNames() {
        ObjectNode first = read("{\"a\":1,\"b\":2}");
        ObjectNode second = read("{\"a\":3,\"b\":4}");
        first.remove("a");
        first.put("c", 5).put("b", 6);
        assertThat(second).hasToString("{\"a\":3,\"b\":4}");
        assertThat(first).hasToString("{\"b\":6,\"c\":5}");
        assertThat(read("{\"a\":7,\"b\":8}")).hasToString("{\"a\":7,\"b\":8}");
    }

    @Test
    void aCopyOfAnObjectIsItsOwn() {
        ObjectNode object = read("{\"a\":{\"b\":1}}");
        ObjectNode copy = object.deepCopy();
        copy.withObject("/a").put("b", 2);
        assertThat(object).hasToString("{\"a\":{\"b\":1}}");
    }

    @Test
    void anIteratorEndsAsOthersDo() {
        Iterator<Map.Entry<String, JsonNode>> members = read("{\"a\":1}").properties().iterator();
        assertThatThrownBy(members::remove).isInstanceOf(IllegalStateException.class);
        members.next();
        assertThatThrownBy(members::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void anIteratorRemovesAMemberOnce() {
        ObjectNode object = read("{\"a\":1,\"b\":2,\"c\":3}");
        Iterator<Map.Entry<String, JsonNode>> members = object.properties().iterator();
        members.next();
        members.next();
        members.remove();

        assertThatThrownBy(members::remove).isInstanceOf(IllegalStateException.class);
        assertThat(members.next().getKey()).isEqualTo("c");
        assertThat(object.toString()).isEqualTo("{\"a\":1,\"c\":3}");
    }

    @Test
    void membersThatComeOrGoEndAnIteration() {
        ObjectNode few = read("{\"a\":1,\"b\":2,\"c\":3}");
        ObjectNode most =
                read("{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8}".replace('\'', '"'));

        assertThatThrownBy(() -> few.properties().forEach(member -> few.remove(member.getKey())))
                .isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> most.properties().forEach(member -> most.put("i", 9)))
                .isInstanceOf(ConcurrentModificationException.class);
        few.properties().forEach(member -> few.put(member.getKey(), 0));
        assertThat(few.toString()).isEqualTo("{\"b\":0,\"c\":0}");
    }

    @Test
    void namesThatComeTwiceAreLeftToJacksonWhereverTheyStand() {
        for (int members : new int[] {2, 8, 9, 10, 30}) {
            for (int place = 1; place < members; place++) {
                StringBuilder text = new StringBuilder("{\"first\":0");
                for (int i = 1; i < members; i++) {
                    text.append(",\"").append(i == place ? "first" : "n" + i).append("\":1");
                }
                byte[] utf8 = text.append('}').toString().getBytes(StandardCharsets.UTF_8);
                assertThat(Json.parseUsual(utf8, 0, utf8.length)).isNull();
            }
        }
    }

    @Test
    void namesThatTakeThePlacesOfOthersAreReadAsTheyAre() {
        // More names than are kept, in an order in which each is followed by another one each time.
        for (int step : new int[] {1, 7, 1_009}) {
            for (int i = 0; i < 5_000; i++) {
                String a = "n" + i;
                String b = "n" + (long) i * step % 3_001;
                String text =
                        "{\"" + a + "\":{\"" + b + "\":{\"x" + b + "\":[{\"" + a + "\":1}]}}}";
                assertThat(read(text)).hasToString(text);
            }
        }
    }

    @Test
    void longNamesAndThoseThatAreNotAsciiAreReadAsTheyAre() {
        String text =
                "{\"" + "x".repeat(300) + "\":1,\"é\":{\"ü\\n\":2,\"" + "y".repeat(65) + "\":3}}";
        assertThat(read(text)).hasToString(text);
        assertThat(new String(Json.write(read(text)), StandardCharsets.UTF_8)).isEqualTo(text);
    }
}
