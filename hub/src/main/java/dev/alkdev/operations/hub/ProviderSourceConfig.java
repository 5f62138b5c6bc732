package dev.alkdev.operations.hub;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.SourceProvider;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Flat;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Kind;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.config.Text;

import tools.jackson.databind.JsonNode;

/**
 * A source that a {@link SourceProvider} on the class path makes. Immutable; threads may share it.
 *
 * @param provider what the provider calls itself
 * @param options what it asks for; an empty object if nothing
 */
@Kind(value = "provider", text = "Java code on the class path, by a `SourceProvider`")
public record ProviderSourceConfig(
        @Key("What the source is called in listings and logs; each name once.") @Form(Text.NAME)
                String name,
        @Flat SourceRulesConfig rules,
        @Key(
                        "What a `SourceProvider` on the class path or in `plugins` calls itself;"
                            + " one that cannot be loaded is logged and left out, as is the second"
                            + " of a name.")
                @Form(title = "the name of a provider", pattern = ".", example = "tasks")
                String provider,
        @Key(
                        value =
                                "What the provider asks for. Keys that it does not declare"
                                        + " (`SourceProvider.optionKeys`) are problems of the"
                                        + " config; `operations check` warns of options whose"
                                        + " provider declares none.",
                        standard = "{}")
                @Form(title = "an object", types = "object", example = "{'folder': 'data'}")
                JsonNode options,
        @Key(
                        "Whether the operations compute for long. Their handlers then run on a few"
                                + " threads of the operating system, so that other calls and health"
                                + " checks go on meanwhile.")
                boolean compute)
        implements SourceConfig {

    public ProviderSourceConfig {
        options = options.deepCopy();
    }

    /** A copy, since trees can be changed. */
    @Override
    public JsonNode options() {
        return options.deepCopy();
    }

    @Override
    public HubSource open(HubParts parts) {
        return parts.source(this, () -> create(parts.plugins.provider(provider)));
    }

    private OperationSource create(SourceProvider from) {
        ProviderOptions.check(from, options);
        return from.create(namespace(), options());
    }

    /** Finds out whether the provider is there and takes the options, without starting anything. */
    void tryOut(ConfigValue here, Plugins plugins) {
        ConfigValue name = here.get("provider");
        SourceProvider found;
        try {
            found = plugins.provider(provider);
        } catch (IllegalArgumentException e) {
            name.refuse(String.valueOf(e.getMessage()));
            return;
        }
        ConfigValue given = here.get("options");
        if (given.isRefused()) {
            return;
        }
        try {
            OperationSource created = create(found);
            if (created == null) {
                throw new IllegalArgumentException("it returned no source");
            }
            created.close();
            if (!options.isEmpty() && found.optionKeys().isEmpty()) {
                given.warnKey(
                        ("the provider %s does not declare the keys of its options, so a misspelled"
                                        + " key may be ignored")
                                .formatted(provider));
            }
        } catch (Throwable e) {
            Guarded.throwIfFatal(e);
            (given.isPresent() ? given : name)
                    .refuse("the provider " + provider + ": " + reason(e));
        }
    }

    private static String reason(Throwable e) {
        return e instanceof IllegalArgumentException
                ? String.valueOf(e.getMessage())
                : PluginJars.reason(e);
    }

    /** Names the options without their values, which may be secret. */
    @Override
    public String toString() {
        return SafeText.of(this);
    }
}
