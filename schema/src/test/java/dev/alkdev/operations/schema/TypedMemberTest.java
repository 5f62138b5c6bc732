package dev.alkdev.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Parameters of a method have the schema of a record with the same components. */
class TypedMemberTest {
    enum State {
        OPEN,
        DONE
    }

    record Owner(String name, @Nullable Owner manager) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    sealed interface Payment {
        record Card(String number) implements Payment {}

        record Transfer(String iban) implements Payment {}
    }

    sealed interface Shapeless {
        record One(int a) implements Shapeless {}

        record Two(int b) implements Shapeless {}
    }

    record Scalars(
            String text,
            int number,
            Long boxed,
            @Nullable String maybe,
            @Nullable Integer maybeNumber,
            boolean flag,
            BigDecimal amount,
            Instant at,
            LocalDate day,
            UUID key,
            byte[] bytes,
            Optional<String> optional,
            OptionalInt optionalInt,
            State state,
            @Nullable State maybeState) {}

    static void scalars(
            String text,
            int number,
            Long boxed,
            @Nullable String maybe,
            @Nullable Integer maybeNumber,
            boolean flag,
            BigDecimal amount,
            Instant at,
            LocalDate day,
            UUID key,
            byte[] bytes,
            Optional<String> optional,
            OptionalInt optionalInt,
            State state,
            @Nullable State maybeState) {}

    record Containers(
            List<String> texts,
            List<@Nullable String> maybeTexts,
            List<Owner> owners,
            Map<String, Owner> byName,
            Owner[] array,
            Optional<Owner> owner,
            List<List<Integer>> nested) {}

    static void containers(
            List<String> texts,
            List<@Nullable String> maybeTexts,
            List<Owner> owners,
            Map<String, Owner> byName,
            Owner[] array,
            Optional<Owner> owner,
            List<List<Integer>> nested) {}

    record Objects(Owner owner, @Nullable Owner maybe, Payment payment, @Nullable Payment other) {}

    static void objects(
            Owner owner, @Nullable Owner maybe, Payment payment, @Nullable Payment other) {}

    record OneObject(@Nullable Single once) {}

    record Single(int a) {}

    static void oneObject(@Nullable Single once) {}

    record Constrained(
            @NotBlank @Size(max = 9) String text,
            @Min(1) @Max(5) int number,
            @Size(min = 1) List<@NotBlank String> list) {}

    static void constrained(
            @NotBlank @Size(max = 9) String text,
            @Min(1) @Max(5) int number,
            @Size(min = 1) List<@NotBlank String> list) {}

    record Described(@JsonPropertyDescription("What it is") String text, Single single) {}

    static void described(String text, Single single) {}

    static void shapeless(Shapeless shapeless) {}

    private static List<TypedMember> members(String method) {
        Method found =
                Arrays.stream(TypedMemberTest.class.getDeclaredMethods())
                        .filter(candidate -> candidate.getName().equals(method))
                        .findFirst()
                        .orElseThrow();
        return Arrays.stream(found.getParameters())
                .map(parameter -> TypedMember.of(parameter.getName(), parameter))
                .toList();
    }

    private static void assertSame(String method, Class<?> type) {
        assertThat(Schema.ofMembers(members(method)).toJson())
                .isEqualTo(Schema.ofReadable(type).toJson());
    }

    @Test
    void parametersHaveTheSchemaOfARecord() {
        assertSame("scalars", Scalars.class);
        assertSame("containers", Containers.class);
        assertSame("objects", Objects.class);
        assertSame("oneObject", OneObject.class);
        assertSame("constrained", Constrained.class);
    }

    @Test
    void descriptionAndDefaultAreAddedToTheMember() {
        List<TypedMember> members = members("described");
        TypedMember described = members.getFirst().describedAs("What it is");
        assertThat(Schema.ofMembers(List.of(described, members.get(1))).toJson())
                .isEqualTo(Schema.ofReadable(Described.class).toJson());
        assertThat(Schema.ofMembers(List.of(described.withDefault(Json.parse("\"x\"")))).toJson())
                .isEqualTo(
                        Json.parse(
                                """
                                {"type": "object", "properties":
                                  {"text": {"type": "string", "description": "What it is",
                                            "default": "x"}}}
                                """));
    }

    @Test
    void aTypeThatCannotBeReadIsRefused() {
        assertThatThrownBy(() -> Schema.ofMembers(members("shapeless")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Shapeless has several subtypes but no discriminator");
    }
}
