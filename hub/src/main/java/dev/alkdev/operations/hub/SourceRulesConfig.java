package dev.alkdev.operations.hub;

import dev.alkdev.operations.NormalizeMode;
import dev.alkdev.operations.config.Checked;
import dev.alkdev.operations.config.ConfigValue;
import dev.alkdev.operations.config.Form;
import dev.alkdev.operations.config.Key;
import dev.alkdev.operations.config.Text;
import dev.alkdev.operations.openapi.ApiOperation;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What all kinds of sources have in common. Immutable; threads may share it.
 *
 * @param namespace null if it was not given
 * @param normalize what is done to results; null for what the hub, or the operation, says
 */
public record SourceRulesConfig(
        @Key(
                        value =
                                "The first part of the operations' ids. Two sources cannot share"
                                    + " one, unless both are peers. The operations of a peer or a"
                                    + " scan keep their own ids unless it is given.",
                        unless = "the name")
                @Form(
                        title = "a name of letters, digits, _ and -",
                        pattern = "^[A-Za-z0-9_-]{1,128}$",
                        example = "pets")
                @Nullable String namespace,
        @Key(
                        value =
                                "Which operations are brought in. A filter or rename that fits no"
                                        + " operation is logged once, and `/health/ready` shows it"
                                        + " at the source.",
                        restricts = true)
                FilterConfig filters,
        @Key(
                        "Other names for operations, without the namespace: the name it would have"
                                + " to the name it gets.")
                @Form(
                        title = "an object from names to names",
                        example = "{'findPetsByStatus': 'findPets'}")
                Map<String, @Form(value = Text.NAME, example = "findPets") String> renames,
        @Key(
                        "Other descriptions for operations, by the names that `renames` gives or"
                                + " that they have anyway.")
                @Form(
                        title = "an object from names to descriptions",
                        example = "{'findPets': 'Finds the pets of a status'}")
                Map<String, @Form(title = "a description", pattern = "\\S") String> descriptions,
        @Key(
                        value =
                                "What a caller needs for every operation of the source, besides"
                                        + " what the operation asks for itself.",
                        restricts = true)
                @Form(example = "['pets:read']", unique = true)
                List<@Form(Text.SCOPE) String> scopes,
        @Key(
                        value =
                                "The longest time of a call, and the time of a call whose caller"
                                        + " gives none; at most `limits.timeouts.max`.",
                        unless = "the hub's limits")
                @Form(above = "0", example = "10s")
                @Nullable Duration timeout,
        @Key(value = "How many calls of the source run at once.", unless = "any number")
                @Form(of = "calls", example = "16")
                @Nullable Integer concurrency,
        @Key(
                        value =
                                "What is done to results that do not fit their schema, as"
                                        + " `normalize` of the hub.",
                        unless = "the hub's")
                @Nullable NormalizeMode normalize)
        implements Checked {

    public SourceRulesConfig {
        renames = Map.copyOf(renames);
        descriptions = Map.copyOf(descriptions);
        scopes = List.copyOf(scopes);
    }

    /** Everything is brought in as it is. */
    public static SourceRulesConfig none() {
        return StandardKinds.RECORDS.defaults(SourceRulesConfig.class);
    }

    /** What of filters and renames fits none of the operations of a document, in words. */
    List<String> unused(String namespace, List<ApiOperation> operations) {
        return unused(
                rule -> operations.stream().anyMatch(one -> rule.matches(namespace, one)),
                name -> operations.stream().anyMatch(one -> one.name().equals(name)));
    }

    /** The renames to a name that another operation of the source has, in words. */
    List<String> clashes(List<ApiOperation> operations) {
        return operations.stream()
                .map(ApiOperation::name)
                .filter(name -> !renames.containsKey(name) && renames.containsValue(name))
                .distinct()
                .sorted()
                .map(
                        name ->
                                "an operation is renamed to \""
                                        + name
                                        + "\", as another one is called")
                .toList();
    }

    /** The filters and renames that are not used, in words. */
    List<String> unused(Predicate<FilterRuleConfig> usedFilter, Predicate<String> usedRename) {
        Stream<String> unusedFilters =
                filters.all()
                        .filter(usedFilter.negate())
                        .map(rule -> "no operation fits the filter " + rule);
        Stream<String> unusedRenames =
                renames.keySet().stream()
                        .filter(usedRename.negate())
                        .sorted()
                        .map(name -> "no operation is called \"" + name + "\" to be renamed");
        return Stream.concat(unusedFilters, unusedRenames).toList();
    }

    @Override
    public void check(ConfigValue here) {
        Map<String, String> taken = new HashMap<>();
        for (Map.Entry<String, ConfigValue> rename : here.get("renames").members().entrySet()) {
            String from = rename.getKey();
            ConfigValue to = rename.getValue();
            String earlier = taken.putIfAbsent(to.textOr(from), from);
            if (earlier != null) {
                to.refuse(
                        "'%s' and '%s' cannot both be called %s"
                                .formatted(earlier, from, to.shown()));
            }
        }
    }
}
