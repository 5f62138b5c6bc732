package dev.alkdev.operations.hub;

import dev.alkdev.operations.SourceProvider;

import tools.jackson.databind.node.JsonNodeFactory;

/** Checks that the providers of sources are there, and that they take the options they get. */
record ProviderRules(ConfigFile file, ProviderList providers) {

    void check() {
        for (ConfigValue source : file.root().get("sources").items()) {
            if (source.get("type").textOr("").equals("provider")) {
                check(source);
            }
        }
    }

    private void check(ConfigValue source) {
        ConfigValue name = source.get("provider");
        SourceProvider provider;
        try {
            provider = providers.require(name.textOr(""));
        } catch (IllegalArgumentException e) {
            name.refuse(String.valueOf(e.getMessage()));
            return;
        }
        ConfigValue options = source.get("options");
        String namespace = source.get("namespace").textOr(source.get("name").textOr(""));
        try {
            provider.create(
                            namespace,
                            options.isObject()
                                    ? options.node()
                                    : JsonNodeFactory.instance.objectNode())
                    .close();
        } catch (Throwable e) {
            ForeignCode.throwIfFatal(e);
            (options.isPresent() ? options : name)
                    .refuse("the provider " + name.textOr("") + ": " + reason(e));
        }
    }

    private static String reason(Throwable e) {
        return e instanceof IllegalArgumentException
                ? String.valueOf(e.getMessage())
                : ForeignCode.told(e);
    }
}
