package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of components in the images and commands of containers. */
class KubernetesComponentTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            registry.k8s.io/kube-scheduler:v1.37.1,                   kube-scheduler,          v1.37.1
            localhost:5000/kube-scheduler,                            kube-scheduler,          ''
            localhost:5000/a/kube-scheduler-amd64:v1.37.1,            kube-scheduler,          v1.37.1
            kube-apiserver:v1.37.1@sha256:0123,                       kube-apiserver,          v1.37.1
            kube-apiserver@sha256:0123,                               kube-apiserver,          ''
            ./cluster-autoscaler,                                     cluster-autoscaler,      ''
            /usr/local/bin/kube-controller-manager,                   kube-controller-manager, ''
            example.com/kube-scheduler-simulator:v1.36.0,             ,                        v1.36.0
            example.com/my-kube-scheduler:v1,                         ,                        v1
            '',                                                       ,                        ''
            """)
    void componentAndTagOfAnImage(String image, String component, String tag) {
        KubernetesComponent found = KubernetesComponent.in(image);
        assertThat(found == null ? null : found.toString()).isEqualTo(component);
        assertThat(KubernetesComponent.tag(image)).isEqualTo(tag);
    }
}
