package dev.alkdev.operations.hub;

import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationQuery;
import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.base.Glob;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;

/**
 * Reports patterns in the {@code tools} of tokens that match no operation: likely typing errors.
 */
final class UnmatchedTools {
    private static final Logger LOG = LoggerFactory.getLogger(UnmatchedTools.class);
    private static final Duration LOADING_TIMEOUT = Duration.ofMinutes(1);

    private UnmatchedTools() {}

    /** Logs them as soon as each source has tried to bring its operations. */
    static void logWhenLoaded(Hub hub) {
        if (hub.config().tokens().stream().anyMatch(token -> token.tools() != null)) {
            Thread.ofVirtual()
                    .name("operations-unmatched-tools")
                    .start(
                            () -> {
                                hub.awaitSources(LOADING_TIMEOUT);
                                hub.config().tokens().forEach(token -> log(token, ids(hub)));
                            });
        }
    }

    private static List<String> ids(Hub hub) {
        OperationQuery all = OperationQuery.all().withLimit(Integer.MAX_VALUE);
        return hub.registry().list(all).operations().stream().map(OperationSpec::id).toList();
    }

    private static void log(TokenConfig token, List<String> ids) {
        List<String> unmatched = unmatched(token, ids);
        if (!unmatched.isEmpty()) {
            LOG.warn(
                    "The tools {} of the token {} match no operation of the hub; check the"
                            + " patterns, and the state of the sources",
                    unmatched,
                    token.id());
        }
    }

    /** The patterns of a token that match none of these ids. */
    static List<String> unmatched(TokenConfig token, List<String> ids) {
        List<Glob> tools = token.tools();
        return tools == null
                ? List.of()
                : tools.stream()
                        .map(Glob::pattern)
                        .filter(
                                pattern ->
                                        ids.stream()
                                                .noneMatch(
                                                        Identity.of(token.id())
                                                                        .onlyOperations(pattern)
                                                                ::reaches))
                        .toList();
    }
}
