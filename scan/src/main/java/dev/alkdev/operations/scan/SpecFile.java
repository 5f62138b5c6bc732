package dev.alkdev.operations.scan;

import dev.alkdev.operations.schema.Json;

import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** Reads a file with the spec of an operation. */
final class SpecFile {
    private static final LoadSettings YAML =
            LoadSettings.builder().setSchema(new CoreSchema()).build();

    private SpecFile() {}

    static void read(byte[] content, FileKind kind, Findings findings) {
        try {
            findings.addSpec(kind == FileKind.YAML ? yaml(content) : Json.parse(content));
        } catch (MarkedYamlEngineException e) {
            findings.fail(place(e), "not YAML: " + e.getProblem());
        } catch (YamlEngineException | CharacterCodingException | StackOverflowError e) {
            findings.fail("", "not YAML: " + e.getMessage());
        } catch (JacksonException e) {
            findings.fail("", "no JSON: " + e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            findings.fail("", e.getMessage());
        }
    }

    private static JsonNode yaml(byte[] content) throws CharacterCodingException {
        Object value = new Load(YAML).loadFromString(SourceText.decode(content));
        // A value that contains itself is nested without end, and refused.
        return Json.parse(Json.mapper().writeValueAsString(value));
    }

    private static String place(MarkedYamlEngineException e) {
        return Optional.ofNullable(e.getProblemMark())
                .flatMap(mark -> mark)
                .map(mark -> SourceText.place(mark.getLine() + 1L, mark.getColumn() + 1L))
                .orElse("");
    }
}
