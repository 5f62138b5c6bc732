package dev.alkdev.operations.docs;

import dev.alkdev.operations.hub.HubExtension;

import java.util.List;

// snippet: extension
/** Adds the source type to every hub that finds this class. */
public final class PropertiesExtension implements HubExtension {
    @Override
    public List<Class<? extends Record>> kinds() {
        return List.of(PropertiesSourceConfig.class);
    }
}
// end
