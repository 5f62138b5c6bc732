package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ByKind;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Kind;

import java.util.Optional;

/** What carries calls between the machines of a group. Immutable; threads may share it. */
@ByKind(value = "a kind of engine", standard = "redis", named = true)
@Form(title = "in-process or a Redis URL", example = "redis://127.0.0.1:6379")
public interface EngineConfig {

    /**
     * Joins the others; retries with back-off if they cannot be reached. Empty if there are none.
     */
    Optional<HubEngine> join(HubParts parts);

    /** Nothing: the hub is alone. */
    @Kind(value = "in-process", text = "nothing; the hub is alone")
    record InProcess() implements EngineConfig {
        @Override
        public Optional<HubEngine> join(HubParts parts) {
            return Optional.empty();
        }
    }
}
