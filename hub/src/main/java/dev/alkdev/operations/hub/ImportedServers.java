package dev.alkdev.operations.hub;

import dev.alkdev.operations.config.ClientJson;
import dev.alkdev.operations.config.ConfigException;
import dev.alkdev.operations.config.ConfigProblem;
import dev.alkdev.operations.config.ConfigRecords;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.SafeText;
import dev.alkdev.operations.mcp.McpServerEntry;
import dev.alkdev.operations.mcp.McpServerFile;
import dev.alkdev.operations.mcp.McpSource;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The MCP servers that a config names in the form of other clients: {@code mcpServers} or {@code
 * servers}, as an object or the path of a file. Each is read as a source of the config is, so that
 * every key of a source applies. A server of a file that cannot be used becomes a source that has
 * failed; in the config itself it is a problem of the config. For one use.
 */
final class ImportedServers {
    private static final Set<String> HARMLESS =
            Set.of("mcpServers", "servers", "inputs", "$schema");

    private final ConfigValue root;
    private final Path folder;
    private final Function<String, @Nullable String> environment;
    private final ConfigRecords records;
    private final List<SourceConfig> sources;
    private final Set<String> names = new HashSet<>();
    private final List<ConfigProblem> rejected = new ArrayList<>();
    private final List<ConfigProblem> warnings = new ArrayList<>();

    /**
     * Starts with the sources of the config itself.
     *
     * @param folder the folder of the config
     */
    ImportedServers(
            ConfigValue root,
            Path folder,
            Function<String, @Nullable String> environment,
            ConfigRecords records,
            List<SourceConfig> sources) {
        this.root = root;
        this.folder = folder;
        this.environment = environment;
        this.records = records;
        this.sources = new ArrayList<>(sources);
        sources.forEach(source -> names.addAll(List.of(source.name(), source.namespace())));
    }

    /** All sources, those of the config first. */
    List<SourceConfig> sources() {
        return sources;
    }

    /** The problems of servers that have become failed sources. */
    List<ConfigProblem> rejected() {
        return rejected;
    }

    /** Remarks on files. */
    List<ConfigProblem> warnings() {
        return warnings;
    }

    /**
     * Adds the servers of a key; returns its file, or null if the config has the servers itself.
     */
    @Nullable Path add(String key) {
        ConfigValue given = root.get(key);
        if (!given.isPresent() || given.isRefused()) {
            return null;
        }
        if (given.isObject()) {
            given.members().forEach((name, entry) -> add(name, entry, given, false));
            return null;
        }
        try {
            Path file = given.file();
            addFile(given, file);
            return file;
        } catch (IllegalArgumentException e) {
            given.refuse(String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            given.refuse(e.problems().getFirst().toString());
        }
        return null;
    }

    private void addFile(ConfigValue given, Path file) {
        UnaryOperator<String> variables = McpServerFile.variables(file, environment);
        ConfigValue document = ClientJson.read(file, given.textOr(""), folder, variables);
        for (Map.Entry<String, ConfigValue> member : document.members().entrySet()) {
            checkBeside(given, member.getKey(), member.getValue());
        }
        boolean found = false;
        for (String key : McpServerFile.SERVERS) {
            ConfigValue servers = document.get(key);
            found |= servers.isObject();
            servers.members().forEach((name, entry) -> add(name, entry, given, true));
        }
        if (!found) {
            given.refuse(
                    given.shown()
                            + " should have an object mcpServers, or servers, of servers by name");
        }
        warnings.addAll(document.warnings());
    }

    private static void checkBeside(ConfigValue given, String key, ConfigValue member) {
        if (McpServerFile.isRestricting(key)) {
            given.refuse(
                    given.shown()
                            + " restricts servers or tools with '"
                            + key
                            + "' in line "
                            + member.line()
                            + ", which the hub does not support; move the servers to this config");
        } else if (!HARMLESS.contains(key)) {
            member.takeProblems();
            member.warnKey("'" + SafeText.shortened(key) + "' is ignored");
        }
    }

    private void add(String name, ConfigValue entry, ConfigValue given, boolean isolated) {
        String id = McpSource.namespaceOf(name);
        if (!names.add(id)) {
            given.refuse(
                    "the server '%s' would be called %s, as another source is"
                            .formatted(SafeText.shortened(name), id));
            return;
        }
        if (!entry.isObject()) {
            entry.refuse("the server '" + SafeText.shortened(name) + "' should be an object");
        }
        Optional<McpSourceConfig> read = entry.isRefused() ? Optional.empty() : read(id, entry);
        if (!isolated || !entry.isRefused()) {
            read.ifPresent(sources::add);
            return;
        }
        List<ConfigProblem> problems = entry.takeProblems();
        rejected.addAll(problems);
        sources.add(new RejectedSourceConfig(id, problems.getFirst().toString()));
    }

    private Optional<McpSourceConfig> read(String id, ConfigValue entry) {
        McpServerEntry server;
        try {
            server = McpServerEntry.of(entry.node());
        } catch (IllegalArgumentException e) {
            entry.refuseKey(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        if (server.disabled()) {
            return Optional.empty();
        }
        server.originals().forEach(entry::alias);
        if (!server.ignored().isEmpty()) {
            entry.warnKey(
                    "ignored: "
                            + String.join(", ", server.ignored())
                            + "; to restrict tools use scopes, toolScopes or filters");
        }
        ObjectNode source = server.server().put("name", id);
        addVariables(entry, source);
        addFilters(entry, source);
        ConfigValue here = entry.with(source);
        Optional<McpSourceConfig> config = records.readPart(McpSourceConfig.class, here);
        config.ifPresent(each -> check(each, here));
        return config;
    }

    private void check(McpSourceConfig source, ConfigValue here) {
        new HubRules(root, Map.of()).checkImported(here, source);
        if (!source.namespace().equals(source.name()) && !names.add(source.namespace())) {
            here.get("namespace").refuse("another source has the namespace " + source.namespace());
        }
    }

    /** Variables of the entry itself win over those of its file. */
    private static void addVariables(ConfigValue entry, ObjectNode source) {
        if (!source.has("envFile")) {
            return;
        }
        JsonNode given = source.path("env");
        ConfigValue file = entry.with(source).get("envFile");
        source.remove("envFile");
        try {
            ObjectNode env = JsonNodeFactory.instance.objectNode();
            McpServerFile.envFile(file.file()).forEach(env::put);
            if (given instanceof ObjectNode variables) {
                env.setAll(variables);
            }
            if (given.isMissingNode() || given.isObject()) {
                source.set("env", env);
            }
        } catch (IllegalArgumentException e) {
            file.refuse(file.told(String.valueOf(e.getMessage())));
        }
    }

    private static void checkNames(ConfigValue tools) {
        for (ConfigValue tool : tools.items()) {
            if (!tool.node().isString() || tool.textOr("").isBlank()) {
                tool.refuse("this should be the name of a tool, or a pattern");
            }
        }
    }

    /** The tools that clients include and exclude are filters of the source. */
    private static void addFilters(ConfigValue entry, ObjectNode source) {
        ConfigValue include = entry.with(source).get("includeTools");
        ConfigValue exclude = entry.with(source).get("excludeTools");
        source.remove(List.of("includeTools", "excludeTools"));
        JsonNode given = source.path("filters");
        if (!given.isMissingNode() && !given.isObject()) {
            return;
        }
        checkNames(include);
        checkNames(exclude);
        ObjectNode filters = source.withObject("/filters");
        if (include.isPresent() && filters.path("include").size() > 0) {
            include.refuseKey("filters.include selects tools as well; remove one of both");
        } else if (include.isPresent() && include.items().isEmpty()) {
            include.refuse(
                    "this should be a list of tools; to use none of them set disabled: true");
        } else if (include.isPresent()) {
            filters.set("include", include.node());
        }
        if (exclude.isPresent() && !exclude.node().isArray()) {
            exclude.refuse("this should be a list of tools");
        } else if (exclude.isPresent() && filters.path("exclude") instanceof ArrayNode rules) {
            rules.addAll((ArrayNode) exclude.node());
        } else if (exclude.isPresent() && !filters.has("exclude")) {
            filters.set("exclude", exclude.node());
        }
    }
}
