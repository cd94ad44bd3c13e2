package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Tests of the pages of check, fit, why and doctor, opened from disk in a browser without a network. */
class PagesTest extends BrowserTest {

    @Test
    void checkShowsFindingsAtTheirLinesAndFiltersThem() {
        open("check", "--kubernetes", "1.31,1.37", "deploy/try/claim-template.yaml");

        assertThat(browser.find("header").getText())
                .contains("errors in 1 file", "Kubernetes 1.31, 1.37 · deploy/try/claim-template.yaml · 20", " UTC");
        assertThat(browser.find("section h2").getText()).isEqualTo("deploy/try/claim-template.yaml");
        assertThat(browser.all("article.is-error .source mark"))
                .anyMatch(line -> line.getText().contains("matchAttribute: numaNode"));
        int all = browser.all("article").size();
        new Select(browser.field("Rule")).selectByValue("cel");
        assertThat(browser.all("article"))
                .hasSizeBetween(1, all - 1)
                .allMatch(article -> article.getText().contains("invalid CEL expression"));
        browser.find("article details summary").click();
        assertThat(browser.find("article details[open] p").getText()).isNotEmpty();
        browser.find("main > details summary").click();
        assertThat(browser.find("main > details table").getText()).contains("Kubernetes 1.31", "not served");
    }

    @Test
    void errorsAreFirst() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: one}
                spec: {devices: {requests: [{name: gpu, deviceClassName: gpu.nvidia.com, count: COUNT}]}}
                """;
        Files.writeString(folder.resolve("a.yaml"), claim.replace("COUNT", "1"));
        Files.writeString(folder.resolve("b.yaml"), claim.replace("COUNT", "-1").replace("one", "two"));

        open("check", "--kubernetes", "1.37", folder.toString());

        assertThat(browser.find("header").getText()).contains("1 error, 2 warnings in 2 files");
        assertThat(browser.all("section h2, article > p:first-child > span"))
                .extracting(each -> each.getText().replaceFirst(".*/", ""))
                .containsExactly("b.yaml", "error", "warning", "a.yaml", "warning");
    }

    @Test
    void commandThatExplainsIsCopied() {
        open("check", "deploy/try/claim-template.yaml");

        browser.button("Copy").click();
        browser.await("article button", "Copied");
    }

    @Test
    void gateShowsBaseAndHeadNextToEachOther() {
        open("check", "--base-dir", "deploy/try/before", "--head-dir", "deploy/try/after");

        assertThat(browser.find("table.compare").getText())
                .contains(
                        "before: deploy/try/before/claim.yaml", "after: deploy/try/after/team-a.yaml", "count: 2", "…");
        assertThat(browser.find("article").getLocation().getY())
                .isLessThan(browser.find("table.compare").getLocation().getY());
        assertThat(browser.all("td.removed")).anyMatch(line -> line.getText().contains("count: 1"));
        assertThat(browser.all("td.added mark")).anyMatch(line -> line.getText().contains("count: 2"));
    }

    @Test
    void upgradeShowsItsTable() {
        open("check", "--upgrade", "1.37..1.38", "deploy/try/upgrade.yaml");

        assertThat(browser.find("table").getText()).contains("1.37 to 1.38", "deprecated", "resource.k8s.io/v1beta1");
    }

    @Test
    void fitShowsTheFunnelOfEachRequest() {
        open("fit", "--fleet", "model:8xh100:4", "deploy/try/fit/train.yaml");

        assertThat(browser.find("main").getText())
                .contains("Job ml/train: never fits this fleet (4 nodes)", "What would help", "Where it would go");
        assertThat(browser.all("figure .bar.fails"))
                .isNotEmpty()
                .allMatch(bar -> bar.getText().endsWith("0"));
        new Select(browser.field("Answer")).selectByValue("fits");
        assertThat(browser.all("article")).hasSize(1);
    }

    @Test
    void fitShowsNoFunnelOfWhatIsInvalid() throws IOException {
        Path pod = Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: two, namespace: ml}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: -1}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: web, namespace: ml}
                spec:
                  resourceClaims: [{name: c, resourceClaimName: two}]
                  containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
                """);

        open("fit", "--from", "model:8xh100", pod.toString());

        assertThat(browser.find("header").getText()).contains("1 workload: 1 invalid", "Kubernetes 1.37 · ");
        assertThat(browser.all("article figure")).isEmpty();
    }

    @Test
    void fitShowsWhatIsLeftWhenAllPodsArePlaced() throws IOException {
        Path pods = Files.writeString(folder.resolve("pods.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: two, namespace: ml}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}]}}}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: ml}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      resourceClaims: [{name: c, resourceClaimTemplateName: two}]
                      containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
                """);

        open("fit", "--more", "--fleet", "model:8xh100", pods.toString());

        assertThat(browser.find("main").getText())
                .contains("1 of 3 replicas of Deployment ml/web do not fit at the same time");
        assertThat(browser.all("main tbody tr"))
                .extracting(WebElement::getText)
                .contains("Deployment ml/web 3 1", "gpu.nvidia.com 8 8 2", "Deployment ml/web 0");
    }

    /** A pod with a missing template, and a slice of a missing node. */
    private Path dump() throws IOException {
        return Files.writeString(folder.resolve("dump.yaml"), """
                apiVersion: v1
                kind: Node
                metadata: {name: n1}
                status: {nodeInfo: {kubeletVersion: v1.36.3}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: "</script><img src=x onerror=document.title='run'>"}
                spec:
                  driver: gpu.example.com
                  nodeName: gone
                  pool: {name: n1, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: waits, namespace: ml}
                spec:
                  resourceClaims: [{name: c, resourceClaimTemplateName: "<b>one</b>"}]
                  containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
                """);
    }

    @Test
    void whyShowsCausesAndChanges() throws IOException {
        Path page = open("why", "--all", "--from", dump().toString());

        assertThat(browser.find("article h2").getText()).startsWith("Pod ml/waits: pending");
        assertThat(browser.find("article").getText()).contains("<b>one</b>", "templateMissing", "Change\ncreate");
        new Select(browser.field("Cause")).selectByValue("templateMissing");
        assertThat(browser.find("[role=status]").getText()).isEqualTo("1 of 1 object");
        assertThat(Files.readString(page))
                .contains("<caption>objects</caption>")
                .doesNotContain("<b>");
    }

    @Test
    void doctorShowsFindingsByRuleWithTheirFix() throws IOException {
        Path page = open("doctor", "--from", dump().toString());

        new Select(browser.field("Rule")).selectByValue("sliceWithoutNode");
        assertThat(browser.find("article").getText())
                .contains("kubectl delete resourceslice", "</script><img src=x onerror=document.title='run'>");
        assertThat(browser.find("article dl").getText()).startsWith("Change\n");
        assertThat(browser.driver().getTitle()).isEqualTo("Drawbridge: doctor");
        assertThat(Files.readString(page))
                .contains("<caption>findings</caption>")
                .doesNotContain("<img");
    }

    @Test
    void pagesWithoutFindingsSayWhatWasExamined() {
        for (String[] words : List.of(
                new String[] {"doctor", "--from", "model:8xh100:2"},
                new String[] {"why", "--all", "--from", "model:8xh100:2"})) {
            open(words);

            assertThat(browser.find("header").getText())
                    .containsPattern("No problems found|Nothing is pending")
                    .contains(
                            "Examined: nodes (2), deviceclasses (1), resourceslices (2)", "--from model:8xh100:2 · 20");
            assertThat(browser.all(".filters")).isEmpty();
        }
    }
}
