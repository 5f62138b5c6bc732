package dev.alkdev.operations.docs;

import dev.alkdev.operations.hub.FileKind;
import dev.alkdev.operations.hub.Flat;
import dev.alkdev.operations.hub.Form;
import dev.alkdev.operations.hub.HubParts;
import dev.alkdev.operations.hub.HubSource;
import dev.alkdev.operations.hub.Key;
import dev.alkdev.operations.hub.Kind;
import dev.alkdev.operations.hub.SourceConfig;
import dev.alkdev.operations.hub.SourceRules;

import java.nio.file.Path;

// snippet: kind
/** {@code type: properties} with the key {@code file}. */
@Kind(value = "properties", text = "the entries of a properties file")
public record PropertiesSourceConfig(
        @Key("What the source is called.") String name,
        @Flat SourceRules rules,
        @Key("The file.") @Form(example = "shop.properties", file = FileKind.ANY) Path file)
        implements SourceConfig {
    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> new PropertiesSource(namespace(), file));
    }
}
// end
