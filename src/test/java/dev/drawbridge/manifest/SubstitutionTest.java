package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.manifest.Substitution.BadSubstitution;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of Flux's variables; the values are those of {@code github.com/fluxcd/pkg/envsubst} 1.9. */
class SubstitutionTest {

    private static final Map<String, String> VALUES = Map.of("A", "alpha", "B", "Beta/bar", "EMPTY", "");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a ${A} $A; a alpha $A",
                "$${A} $$$ $; ${A} $$ $",
                "${A:=x}-${EMPTY:=x}-${NONE:-y}-${NONE=z}-${NONE:?q}-${NONE:+r}; alpha-x-y-z-q-r",
                "${NONE:=a-${A}-${NONE:=b}}; a-alpha-b",
                "${A^}${A^^}${B,}${B,,}; AlphaALPHAbeta/barbeta/bar",
                "${A:1}|${A:1:2}|${A:9}; lpha|lp|",
                "${A/a/x}${A//a/x}${A/#al/}${A/%a/x}; xlphaxlphxalphaalphx",
                "${B/\\//-}${#B}; Beta-bar8",
                "${A##a*} ${NONE}; ${A##a*} ${NONE}"
            })
    void variables(String text, String expected) throws BadSubstitution {
        assertThat(new Substitution(VALUES, false).of(text)).isEqualTo(expected);
    }

    @Test
    void unsetVariablesOfAnInnerKustomizationAreEmpty() throws BadSubstitution {
        Substitution variables = new Substitution(VALUES, false);

        assertThat(variables.ofKustomization("${A} ${APP}! $${APP}")).isEqualTo("alpha ! ${APP}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${", "${}", "${A", "${A-x}", "${A[@]}", "${A.b}", "${ A }", "${A:}", "${A/#//x}"})
    void malformed(String text) {
        assertThatThrownBy(() -> new Substitution(VALUES, false).of(text)).isInstanceOf(BadSubstitution.class);
    }

    @ParameterizedTest
    @CsvSource({"true,''", "false,SECRET"})
    void valuesThatMayBeSetElsewhereRemain(boolean isOpen, String secret) throws BadSubstitution {
        Map<String, String> values = new HashMap<>(VALUES);
        values.put(secret.isEmpty() ? "OTHER" : secret, null);
        Substitution unknown = new Substitution(values, isOpen);

        assertThat(unknown.of("${A} ${SECRET:=x} ${SECRET^} ${EMPTY:=${SECRET:=x}}"))
                .isEqualTo("alpha ${SECRET:=x} ${SECRET^} ${EMPTY:=${SECRET:=x}}");
        assertThat(unknown.left()).contains("SECRET");
        assertThat(unknown.ofKustomization("${A} ${SECRET}")).isEqualTo("alpha $${SECRET}");
    }
}
