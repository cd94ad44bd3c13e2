package dev.drawbridge.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedBeansTest {

    @ParameterizedTest
    @CsvSource({
        "management.endpoints.web.exposure.include, true",
        "MANAGEMENT_ENDPOINT_PROMETHEUS_ACCESS, true",
        "server.forward-headers-strategy, true",
        "SPRING_MAIN_LAZYINITIALIZATION, true",
        "server.port, false",
        "SERVER_JETTY_THREADS_MAX, false",
        "server.jettyx, true",
        "drawbridge.mode, false",
        "logging.level.root, false",
        "SPRING_CONFIG_ADDITIONALLOCATION, false",
        "java.home, false"
    })
    void springBootSettingsMayChangeWhichBeansThereAre(String name, boolean mayDecide) {
        assertThat(GeneratedBeans.mayDecide(name)).isEqualTo(mayDecide);
    }
}
