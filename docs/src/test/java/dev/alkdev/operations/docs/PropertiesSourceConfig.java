package dev.alkdev.operations.docs;

import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.hub.HubParts;
import dev.alkdev.operations.hub.HubSource;
import dev.alkdev.operations.hub.SourceConfig;
import dev.alkdev.operations.hub.SourceRulesConfig;

import java.nio.file.Path;

// snippet: kind
/** {@code type: properties} with the key {@code file}. */
@Kind(value = "properties", text = "the entries of a properties file")
public record PropertiesSourceConfig(
        @Key("What the source is called.") String name,
        @Flat SourceRulesConfig rules,
        @Key("The file.") @Form(example = "shop.properties", file = true) Path file)
        implements SourceConfig {
    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> new PropertiesSource(namespace(), file));
    }
}
// end
