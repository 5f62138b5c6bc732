package dev.alkdev.operations.testkit;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;

import dev.alkdev.operations.schema.Json;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.util.Map;

/** Jackson mappers as programs configure them, to test that a type has the same JSON under all. */
public final class JacksonMappers {
    private static final Map<String, JsonMapper> ALL =
            Map.of(
                    "plain",
                    new JsonMapper(),
                    "ours",
                    Json.mapper(),
                    "snake_case",
                    JsonMapper.builder()
                            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                            .build(),
                    "UpperCamelCase",
                    JsonMapper.builder()
                            .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
                            .build(),
                    "unknown properties fail",
                    JsonMapper.builder()
                            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                            .build(),
                    "no nulls",
                    JsonMapper.builder()
                            .changeDefaultPropertyInclusion(
                                    all ->
                                            all.withValueInclusion(JsonInclude.Include.NON_NULL)
                                                    .withContentInclusion(
                                                            JsonInclude.Include.NON_NULL))
                            .build(),
                    "nothing visible",
                    JsonMapper.builder()
                            .changeDefaultVisibility(
                                    all ->
                                            all.withVisibility(
                                                    PropertyAccessor.ALL,
                                                    JsonAutoDetect.Visibility.NONE))
                            .build(),
                    "defaults of Jackson 2",
                    JsonMapper.builderWithJackson2Defaults().build());

    private JacksonMappers() {}

    /** By what is special about them. */
    public static Map<String, JsonMapper> all() {
        return ALL;
    }
}
