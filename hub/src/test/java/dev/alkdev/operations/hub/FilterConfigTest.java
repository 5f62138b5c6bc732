package dev.alkdev.operations.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.alkdev.operations.OperationSpec;
import dev.alkdev.operations.OperationType;
import dev.alkdev.operations.base.Glob;
import dev.alkdev.operations.openapi.ApiOperation;
import dev.alkdev.operations.schema.NearestName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Optional;

class FilterConfigTest {
    private static final ApiOperation FIND =
            new ApiOperation(
                    "findPets",
                    "findPets",
                    "GET",
                    "/pets/{id}",
                    List.of("public"),
                    OperationType.QUERY,
                    false);
    private static final OperationSpec SPEC =
            OperationSpec.query("pets.findPets").describedAs("Finds pets").tags("public").build();

    private static FilterRuleConfig rule(String id, String tag, String method, String path) {
        return new FilterRuleConfig(
                id.isEmpty() ? null : new Glob(id),
                tag.isEmpty() ? null : tag,
                method.isEmpty() ? null : method,
                path.isEmpty() ? null : new Glob(path));
    }

    private static FilterConfig including(FilterRuleConfig... rules) {
        return new FilterConfig(List.of(rules), List.of());
    }

    @Test
    void everythingPassesWithoutRules() {
        assertThat(including().accepts("pets", FIND)).isTrue();
        assertThat(including().accepts(SPEC, null)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "findPets,'','','',true",
        "pets.findPets,'','','',true",
        "pets.*,'','','',true",
        "find,'','','',false",
        "'',public,'','',true",
        "'',private,'','',false",
        "'','',GET,'',true",
        "'','',POST,'',false",
        "'','','',/pets/*,true",
        "'','','',/pets,false",
        "find*,public,GET,/**,true",
        "find*,public,GET,/users,false"
    })
    void allConditionsOfARuleMustHold(
            String id, String tag, String method, String path, boolean accepted) {
        assertThat(including(rule(id, tag, method, path)).accepts("pets", FIND))
                .isEqualTo(accepted);
    }

    @Test
    void oneOfTheRulesToIncludeIsEnough() {
        assertThat(
                        including(rule("x", "", "", ""), rule("find*", "", "", ""))
                                .accepts("pets", FIND))
                .isTrue();
        assertThat(including(rule("x", "", "", "")).accepts("pets", FIND)).isFalse();
    }

    @Test
    void excludingWinsOverIncluding() {
        FilterConfig filters =
                new FilterConfig(
                        List.of(rule("*", "", "", "")), List.of(rule("", "public", "", "")));
        assertThat(filters.accepts("pets", FIND)).isFalse();
        assertThat(filters.accepts(SPEC, null)).isFalse();
    }

    @Test
    void operationsWithoutMethodAndPathMatchByIdAndTag() {
        assertThat(including(rule("find*", "", "", "")).accepts(SPEC, null)).isTrue();
        assertThat(including(rule("pets.*", "", "", "")).accepts(SPEC, null)).isTrue();
        assertThat(including(rule("", "public", "", "")).accepts(SPEC, null)).isTrue();
        assertThat(including(rule("", "", "GET", "")).accepts(SPEC, null)).isFalse();
        assertThat(including(rule("", "", "", "/**")).accepts(SPEC, null)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"soruces,sources", "Listen,listen", "limit,limits", "token,tokens", "xyz,", "a,"})
    void theNearestNameIsNotFarAway(String written, String nearest) {
        assertThat(
                        NearestName.of(
                                written, List.of("sources", "listen", "limits", "tokens", "drain")))
                .isEqualTo(Optional.ofNullable(nearest));
    }

    @ParameterizedTest
    @CsvSource({"'',abc,3", "abc,abc,0", "abc,acb,1", "abc,ab,1", "abc,xbc,1", "kitten,sitting,3"})
    void distanceCountsSwappedNeighboursOnce(String a, String b, int distance) {
        assertThat(NearestName.distance(a, b)).isEqualTo(distance);
        assertThat(NearestName.distance(b, a)).isEqualTo(distance);
    }
}
