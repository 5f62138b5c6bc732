package dev.alkdev.operations.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "a,a,true",
        "a,b,false",
        "*,'',true",
        "*,abc,true",
        "*,billing.find,true",
        "billing.*,billing.find,true",
        "billing.*,billings.find,false",
        "*.find,billing.find,true",
        "*,a/b,false",
        "**,a/b,true",
        "a*c,abbc,true",
        "a*c,abbd,false",
        "a?c,abc,true",
        "a?c,a/c,false",
        "a?c,ac,false",
        "a?c,a😀c,true",
        "a??c,a😀c,false",
        "?,😀,true",
        "*?c,a😀c,true",
        "/pets/*/toys,/pets/{id}/toys,true",
        "/pets/*/toys,/pets/a/b/toys,false",
        "/pets/**/toys,/pets/a/b/toys,true",
        "a.c,abc,false",
        "*a*b*,xxaxxbxx,true",
        "*a*b*,xxbxxaxx,false"
    })
    void theWholeTextHasToFit(String glob, String text, boolean matches) {
        assertThat(new Glob(glob).matches(text)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "*,files/wipe,true",
        "files/*,files/a/wipe,true",
        "files?wipe,files/wipe,true",
        "a?b,a😀b,true",
        "files/*,file/wipe,false"
    })
    void slashesAreOrdinaryInNames(String glob, String name, boolean matches) {
        assertThat(new Glob(glob).matchesName(name)).isEqualTo(matches);
    }

    @Test
    @Timeout(30)
    void manyStarsTakeLittleTimeForAnyText() {
        Glob glob = new Glob("*a".repeat(200) + "b");
        assertThat(glob.matches("a".repeat(5_000))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "delete_all,delete_*,>",
        "delete_all,delete_?ll,>",
        "delete_*,de*,>",
        "delete_*,*,>",
        "de*,*_all_files,>",
        "*_all,*,>",
        "a*bc,a*b,>",
        "?,*,=",
        "*_all,d*,<",
        "a*b,a?c,=",
    })
    void theMoreSpecificIsTheGreater(String one, String other, char relation) {
        int expected = relation == '>' ? 1 : relation == '<' ? -1 : 0;
        assertThat(Integer.signum(Glob.BY_SPECIFICITY.compare(new Glob(one), new Glob(other))))
                .isEqualTo(expected);
        assertThat(Integer.signum(Glob.BY_SPECIFICITY.compare(new Glob(other), new Glob(one))))
                .isEqualTo(-expected);
    }

    @Test
    void anEmptyPatternIsRefused() {
        assertThatThrownBy(() -> new Glob(" "))
                .hasMessage("an empty pattern matches nothing; * matches everything");
    }
}
