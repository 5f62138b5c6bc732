package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;

import java.util.List;

/**
 * The other origins whose pages may call a hub from a browser; none by default. Immutable; threads
 * may share it.
 */
@Form(title = "an object with origins")
public record CorsConfig(
        @Key(value = "The origins, exactly as a browser sends them.", required = true)
                @Form(example = "['https://app.example']", unique = true)
                List<
                                @Form(
                                        title = "an origin",
                                        pattern = "^https?://[^/?#@\\s]+$",
                                        example = "https://app.example")
                                String>
                        origins) {

    public CorsConfig {
        origins = List.copyOf(origins);
    }

    public boolean isOff() {
        return origins.isEmpty();
    }
}
