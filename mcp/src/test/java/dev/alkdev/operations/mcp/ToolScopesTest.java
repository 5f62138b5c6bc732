package dev.alkdev.operations.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.base.Glob;

import org.junit.jupiter.api.Test;

/** The scopes of tools: of several patterns, the most specific counts. */
class ToolScopesTest {
    private static McpToolOptions options() {
        return McpToolOptions.defaults(false)
                .withScopes("files")
                .withToolScopes(new Glob("*"), "admin")
                .withToolScopes(new Glob("get_*"), "read")
                .withToolScopes(new Glob("*_all"), "bulk", "admin")
                .withToolScopes(new Glob("*_own"), "own")
                .withToolScopes(new Glob("get_secret"), "secret")
                .withToolScopes(new Glob("ping"));
    }

    @Test
    void aStarIsForTheRemainingTools() {
        assertThat(options().scopesOf("drop")).containsExactly("files", "admin");
        assertThat(options().scopesOf("get_one")).containsExactly("files", "read");
        assertThat(options().scopesOf("get_secret")).containsExactly("files", "secret");
        assertThat(options().scopesOf("ping")).containsExactly("files");
        assertThat(options().scopesOf("drop_all")).containsExactly("files", "admin", "bulk");
        assertThat(options().scopesOf("get_all")).containsExactly("files", "read");
    }

    @Test
    void equallySpecificPatternsAddUp() {
        McpToolOptions twice =
                options()
                        .withToolScopes(new Glob("*_owx"), "other")
                        .withToolScopes(new Glob("?_own"), "one");
        assertThat(twice.scopesOf("a_own")).containsExactly("files", "one", "own");
    }

    @Test
    void withoutAStarTheRemainingToolsNeedTheScopesOfAll() {
        McpToolOptions some =
                McpToolOptions.defaults(false)
                        .withScopes("files")
                        .withToolScopes(new Glob("delete_*"), "admin");
        assertThat(some.scopesOf("read")).containsExactly("files");
        assertThat(some.scopesOf("delete_one")).containsExactly("files", "admin");
    }

    @Test
    void rulesThatDropScopesOfWiderOnesAreNamed() {
        assertThat(options().replacedRules())
                .contains(
                        "get_* needs [read] in place of [admin] of *",
                        "get_secret needs [secret] in place of [read] of get_*",
                        "ping needs [] in place of [admin] of *")
                .noneMatch(rule -> rule.startsWith("*_all needs"));
    }
}
