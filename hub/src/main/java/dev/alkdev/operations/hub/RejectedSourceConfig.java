package dev.alkdev.operations.hub;

/**
 * A source whose config is wrong, in a file that also has others: it has failed from the start.
 * Immutable; threads may share it.
 *
 * @param reason what is wrong, with its place
 */
record RejectedSourceConfig(String name, String reason) implements SourceConfig {
    @Override
    public SourceRulesConfig rules() {
        return SourceRulesConfig.none();
    }

    @Override
    public String kind() {
        return "mcp";
    }

    @Override
    public HubSource open(HubParts parts) {
        return parts.source(
                this,
                () -> {
                    throw new IllegalArgumentException(reason);
                });
    }

    @Override
    public boolean changesByItself() {
        return false;
    }

    /** It brings nothing, so that no other source may serve in its place. */
    @Override
    public boolean hasSameAccess(SourceConfig other) {
        return false;
    }
}
