package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OriginTest {

    @ParameterizedTest
    @EnumSource
    void ruleIsFoundByNameAndHasDescription(Origin origin) {
        assertThat(Origin.named(origin.toString())).contains(origin);
        assertThat(origin.text().meaning()).matches("[A-Z].*\\.|kubectl .*\\.").hasSizeLessThan(110);
    }

    @Test
    void unknownRuleNameIsEmpty() {
        assertThat(Origin.named("celery")).isEmpty();
    }
}
