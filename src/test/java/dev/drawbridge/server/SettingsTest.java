package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.admission.Mode;
import dev.drawbridge.cli.Cli;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Resources.SYSTEM_OUT)
class SettingsTest {

    @Test
    void everySettingHasDefault() {
        DrawbridgeProperties properties = bind(Map.of());

        assertThat(properties.kubernetes().validate()).isNull();
        assertThat(properties.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(properties.maxBodySize().toMegabytes()).isEqualTo(32);
        assertThat(properties.tls().directory()).hasToString(".drawbridge/tls");
    }

    @Test
    void everySettingCanBeSet() {
        DrawbridgeProperties properties = bind(Map.of(
                "drawbridge.kubernetes.release", "1.30",
                "drawbridge.kubernetes.feature-gates", "DynamicResourceAllocation=true",
                "drawbridge.mode", "warn",
                "drawbridge.max-body-size", "20MB",
                "drawbridge.tls.directory", "/tls"));

        assertThat(properties.kubernetes().validate()).isEqualTo(KubernetesRelease.K8S_1_30);
        assertThat(properties.mode()).isEqualTo(Mode.WARN);
        assertThat(properties.maxBodySize().toMegabytes()).isEqualTo(20);
        assertThat(properties.tls().directory()).hasToString("/tls");
    }

    @Test
    void environmentVariablesAreSettings() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of(
                                "DRAWBRIDGE_KUBERNETES_RELEASE",
                                "1.29",
                                "DRAWBRIDGE_MAXBODYSIZE",
                                "2MB",
                                "DRAWBRIDGE_MODE",
                                "warn")));
        ConfigurationPropertySources.attach(environment);

        DrawbridgeProperties properties =
                Binder.get(environment).bindOrCreate("drawbridge", DrawbridgeProperties.class);

        assertThat(properties.kubernetes().validate()).isEqualTo(KubernetesRelease.K8S_1_29);
        assertThat(properties.maxBodySize().toMegabytes()).isEqualTo(2);
        assertThat(properties.mode()).isEqualTo(Mode.WARN);
    }

    @Test
    void serveHelpListsEverySettingWithItsDefault() {
        ByteArrayOutputStream help = new ByteArrayOutputStream();
        assertThat(Cli.run(new String[] {"serve", "--help"}, new PrintStream(help), System.err))
                .isZero();

        assertThat(Settings.OWN)
                .hasSizeGreaterThan(20)
                .allMatch(name -> help.toString().contains("  " + name));
        assertThat(help.toString()).contains("  drawbridge.drivers.mode (default: warn)");
    }

    @Test
    void unknownVariablePreventsStart() {
        assertThatThrownBy(() -> Settings.checkProcess(Set.of("DRAWBRIDGE_RELEASE"), Set.of()))
                .hasMessageContaining("DRAWBRIDGE_RELEASE")
                .hasMessageContaining("did you mean drawbridge.kubernetes.release?");
        assertThatThrownBy(() -> Settings.checkProcess(Set.of(), Set.of("drawbridge.release")))
                .hasMessageContaining("drawbridge.release");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DRAWBRIDGE_KUBERNETES_RELEASE",
                "DRAWBRIDGE_KUBERNETES_FEATUREGATES",
                "DRAWBRIDGE_MAX_BODY_SIZE",
                "DRAWBRIDGE_SERVICE_HOST",
                "DRAWBRIDGE_SERVICE_PORT",
                "DRAWBRIDGE_SERVICE_PORT_HTTPS",
                "DRAWBRIDGE_PORT",
                "DRAWBRIDGE_PORT_443_TCP",
                "DRAWBRIDGE_PORT_443_TCP_ADDR",
                "DRAWBRIDGE_METRICS_SERVICE_HOST",
                "PATH"
            })
    void settingsAndKubernetesOwnServiceVariablesDoNot(String variable) {
        assertThatCode(() -> Settings.checkProcess(Set.of(variable), Set.of())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        --drawbridge.kubernetes.release=1.26 ~ must be cluster or one of 1.27
        --drawbridge.kubernetes.release=1.3 ~ in quotes
        --drawbridge.kubernetes.release=cluster ~ release=cluster: outside a pod, set drawbridge.kubernetes.kubeconfig
        --drawbridge.kubernetes.feature-gates=DRANope=true ~ unknown feature gate
        --drawbridge.kubernetes.feature-gates=DynamicResourceAllocation ~ GATE=true|false
        --drawbridge.mode=maybe ~ drawbridge.mode: invalid value "maybe"; expected: enforce, warn
        --drawbridge.drain-period=1h ~ must be between 0s and 5m
        --server.port=abc ~ server.port: invalid value "abc"; expected: a number
        --mode=warn ~ --mode: unknown setting; did you mean --drawbridge.mode?
        --server.prot=1 ~ did you mean --server.port?
        mode=warn ~ serve takes settings as --name=value
        --drawbridge.max-body-size=1B ~ must be between 1KB
        --drawbridge.mod=warn ~ did you mean --drawbridge.mode?
        --server.ssl.client-auth=need ~ server.ssl: set drawbridge.tls instead
        --drawbridge.tls.directory=/proc/drawbridge ~ must hold tls.crt and tls.key
        """)
    void invalidSettingPreventsStartWithOneLine(String argument, String reason, CapturedOutput output) {
        List<String> arguments = new ArrayList<>(
                argument.startsWith("--server.port") ? List.of(argument) : List.of(argument, "--server.port=0"));
        if (!argument.contains("tls.directory")) {
            arguments.add("--drawbridge.tls.directory=target/settings-test/tls");
        }

        assertThat(WebhookApplication.run(arguments.toArray(String[]::new))).isEqualTo(2);

        assertThat(output.getErr().lines().filter(line -> line.startsWith("drawbridge: cannot start:")))
                .singleElement()
                .asString()
                .contains(reason);
        assertThat(output.getAll()).doesNotContain("APPLICATION FAILED TO START");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--server.port=1",
                "--server.jetty.maxThreads=1",
                "--server.jetty.threads.max=1",
                "--logging.level.org.eclipse=debug",
                "--management.endpoints.web.exposure.include=*",
                "--drawbridge.maxBodySize=1MB",
                "--debug"
            })
    void settingsOfSpringBootAreArguments(String argument) {
        if (argument.contains("maxThreads")) {
            assertThatThrownBy(() -> Settings.checkArguments(argument)).hasMessageContaining("unknown setting");
        } else {
            assertThatCode(() -> Settings.checkArguments(argument)).doesNotThrowAnyException();
        }
    }

    private static DrawbridgeProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("drawbridge", Bindable.of(DrawbridgeProperties.class));
    }
}
