package dev.alkdev.operations.hub;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a running hub takes over from a new config; the rest needs a new start. */
record RunningConfig(HubConfig before, HubConfig changed) {
    /**
     * The new config, with what cannot change as it was.
     *
     * @param file where the new config comes from
     * @throws ConfigException if the hub cannot go on with it
     */
    HubConfig merged(String file) {
        if (before.isAuthenticated() && !changed.isAuthenticated()) {
            throw refused(
                    file,
                    "there are no tokens any longer, which would let everybody in; if that is"
                            + " meant, restart the hub");
        }
        try {
            return changed.toBuilder()
                    .name(before.name())
                    .title(before.title())
                    .listen(before.listen())
                    .engine(before.engine())
                    .gateways(before.gateways())
                    .cors(before.cors())
                    .audit(new CallLogConfig(changed.audit().inputs(), before.audit().file()))
                    .limits(mergedLimits())
                    .normalize(before.normalize())
                    .build();
        } catch (IllegalArgumentException e) {
            // Open now, while the address it still listens on was meant for those with tokens.
            throw refused(file, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Refuses a file with nothing in it where there was something.
     *
     * @throws ConfigException if it is empty
     */
    void checkNotEmpty(String file) {
        if (isEmpty(changed) && !isEmpty(before)) {
            boolean nothing = changed.equals(HubConfig.defaults());
            throw refused(
                    file,
                    (nothing ? "the file is empty" : "the file has nothing but listen")
                            + "; if that is meant, restart the hub");
        }
    }

    /** A file that is being written, or did not fit on its disk, has no more than its address. */
    private static boolean isEmpty(HubConfig config) {
        HubConfig defaults = HubConfig.defaults();
        return config.sources().isEmpty()
                && config.tokens().isEmpty()
                && config.toBuilder().listen(defaults.listen()).build().equals(defaults);
    }

    private static ConfigException refused(String file, String reason) {
        return new ConfigException(List.of(new ConfigProblem(file, 1, 1, "", reason)));
    }

    private LimitConfig mergedLimits() {
        LimitConfig old = before.limits();
        LimitConfig fresh = changed.limits();
        return new LimitConfig(
                old.bodyBytes(),
                old.headerBytes(),
                fresh.concurrency(),
                fresh.streams(),
                old.batch(),
                fresh.rate(),
                old.timeouts(),
                old.memory(),
                new LimitConfig.Links(fresh.links().perCaller(), old.links().grace()));
    }

    /** The keys that differ and need a new start. */
    List<String> needNewStart() {
        Map<String, Boolean> same = new LinkedHashMap<>();
        LimitConfig old = before.limits();
        LimitConfig fresh = changed.limits();
        same.put("name", before.name().equals(changed.name()));
        same.put("title", before.title().equals(changed.title()));
        same.put("listen", before.listen().equals(changed.listen()));
        same.put("engine", before.engine().equals(changed.engine()));
        same.put("gateways", before.gateways().equals(changed.gateways()));
        same.put("cors", before.cors().equals(changed.cors()));
        same.put(
                "audit.file",
                String.valueOf(before.audit().file())
                        .equals(String.valueOf(changed.audit().file())));
        same.put("limits.bodyBytes", old.bodyBytes() == fresh.bodyBytes());
        same.put("limits.headerBytes", old.headerBytes() == fresh.headerBytes());
        same.put("limits.batch", old.batch() == fresh.batch());
        same.put("limits.timeouts", old.timeouts().equals(fresh.timeouts()));
        same.put("limits.memory", Objects.equals(old.memory(), fresh.memory()));
        same.put("limits.grace", old.links().grace().equals(fresh.links().grace()));
        same.put("normalize", before.normalize() == changed.normalize());
        return same.entrySet().stream()
                .filter(each -> !each.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
