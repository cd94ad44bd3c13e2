package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.support.ui.Select;

/** Tests of the report pages, opened from disk in a browser without a network. */
class PagesTest extends BrowserTest {

    /** Writes a page with the command line, and opens it. */
    private Path open(String... arguments) {
        Path page = folder.resolve("page.html");
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("-o", "html=" + page));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int exitCode = Cli.run(words.toArray(String[]::new), stream, stream);
        assertThat(exitCode).as(printed.toString(StandardCharsets.UTF_8)).isLessThan(2);
        browser.open(page);
        return page;
    }

    @Test
    void checkShowsFindingsAtTheirLinesAndFiltersThem() {
        open("check", "--kubernetes", "1.31,1.37", "deploy/try/claim-template.yaml");

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
        assertThat(browser.find("table").getText()).contains("Kubernetes 1.31", "not served");
    }

    @Test
    void gateShowsBaseAndHeadNextToEachOther() {
        open("check", "--base-dir", "deploy/try/before", "--head-dir", "deploy/try/after");

        browser.all("section details summary").get(0).click();
        assertThat(browser.find("table.compare").getText()).contains("before", "after", "count: 2");
        assertThat(browser.all("td.added")).isNotEmpty();
    }

    @Test
    void upgradeShowsItsTable() {
        open("check", "--upgrade", "1.37..1.38", "deploy/try/upgrade.yaml");

        assertThat(browser.find("table").getText()).contains("1.37 to 1.38", "deprecated", "resource.k8s.io/v1beta1");
    }

    @Test
    void hostileTextIsShownAndNeverRun() throws IOException {
        Path hostile = Files.writeString(folder.resolve("<img src=x onerror=document.title='run'>.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata:
                  name: "</script><script>document.title='run'</script>"
                  labels:
                    "<svg/onload=document.title='run'>": "-->"
                spec: # </script><script>document.title='run'</script>
                  selectors:
                  - cel:
                      expression: "'<!--<script>document.title=`run`</script>' == device.nothing"
                """);

        Path page = open("check", hostile.toString());

        assertThat(browser.driver().getTitle()).startsWith("Drawbridge");
        assertThat(browser.all("main img, main svg, main script")).isEmpty();
        assertThat(browser.find("main").getText()).contains("<script>document.title", "onerror=document.title");
        assertThat(Files.readString(page)).doesNotContain("<script>document.title", "<img", "<svg");
    }

    @Test
    void pageIsATableWithoutScripts() throws IOException {
        Path page = open("check", "deploy/try/claim-template.yaml");
        Path bare = Files.writeString(
                folder.resolve("bare.html"), Files.readString(page).replaceAll("(?s)<script.*?</script>", ""));
        browser.open(bare);

        assertThat(browser.find("caption").getText()).isEqualTo("Findings");
        assertThat(browser.all("tbody tr")).hasSize(7);
    }

    @Test
    void fleetShowsDevicesAndHolders() throws IOException {
        Path claim = Files.writeString(folder.resolve("claim.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: train
                  namespace: ml
                spec:
                  devices:
                    requests:
                    - name: gpu
                      exactly:
                        deviceClassName: gpu.nvidia.com
                status:
                  allocation:
                    devices:
                      results:
                      - request: gpu
                        driver: gpu.nvidia.com
                        pool: 8xh100-0
                        device: gpu-0
                      - request: monitor
                        driver: gpu.nvidia.com
                        pool: 8xh100-0
                        device: gpu-1
                        adminAccess: true
                """);

        open("fleet", "model:8xh100:12", claim.toString());

        assertThat(browser.all(".card")).hasSize(12);
        assertThat(browser.all(".device")).hasSize(96);
        new Select(browser.field("State")).selectByValue("taken");
        assertThat(browser.all(".device")).hasSize(1);
        browser.find(".device").click();
        assertThat(browser.find(".detail").getText()).contains("ml/train", "gpu.nvidia.com", "81559Mi");
        assertThat(browser.find(".detail").getText())
                .contains("addressingMode=HMM, architecture=Hopper, brand=Nvidia, cudaComputeCapability=9.0.0");
        new Select(browser.field("State")).selectByValue("");
        browser.find(".device.taken").click();
        picture("fleet.png");
        new Select(browser.field("Namespace")).selectByValue("ml");
        assertThat(browser.find("[role=status]").getText()).startsWith("1 of 96 devices");
    }

    @Test
    void fleetShowsPartitionsInsideTheirDeviceWithCounters() {
        open("fleet", "model:mig-a100");

        assertThat(browser.all(".whole .device.part")).isNotEmpty();
        browser.find(".whole .device.part").click();
        assertThat(browser.all(".detail .bar")).isNotEmpty();
    }

    @Test
    void fleetShowsHostileAttributesAndNeverRunsThem() throws IOException {
        Path slice = Files.writeString(folder.resolve("slice.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata:
                  name: hostile
                spec:
                  driver: gpu.example.com
                  nodeName: node-1
                  pool:
                    name: node-1
                    generation: 1
                    resourceSliceCount: 1
                  devices:
                  - name: gpu-0
                    attributes:
                      model:
                        string: "</script><img src=x onerror=document.title=1>"
                """);

        Path page = open("fleet", slice.toString());

        browser.find(".device").click();
        assertThat(browser.find(".detail").getText()).contains("</script><img src=x onerror=document.title=1>");
        assertThat(browser.driver().getTitle()).isEqualTo("Drawbridge: fleet");
        assertThat(Files.readString(page)).doesNotContain("<img");
    }

    @Test
    void fleetOfAThousandNodesIsAtMostThreeMegabytes() throws IOException {
        Path page = open("fleet", "model:8xh100:1000");

        assertThat(Files.size(page)).isLessThanOrEqualTo(3_000_000);
        assertThat(browser.all(".device")).hasSize(8_000);
    }

    @Test
    void largeFleetIsGrouped() {
        open("fleet", "model:8xh100:2000");

        assertThat(browser.find("details summary").getText()).startsWith("2000 nodes, each with gpu.nvidia.com");
        browser.find("details summary").click();
        browser.await(".card h3", "8xh100-0");
        assertThat(browser.all(".card")).hasSize(200);
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
    void fitShowsHostileNamesAndNeverRunsThem() throws IOException {
        Path pod = Files.writeString(folder.resolve("<img src=x onerror=document.title='run'>.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: "</script><script>document.title='run'</script>"
                  namespace: "<svg/onload=document.title='run'>"
                spec:
                  devices:
                    requests:
                    - name: "<b>gpu</b>"
                      exactly:
                        deviceClassName: gpu.nvidia.com
                        selectors:
                        - cel:
                            expression: "device.driver == '<!--<script>document.title=`run`</script>'"
                """);

        Path page = open("fit", "--fleet", "model:8xh100:4", pod.toString());

        assertThat(browser.driver().getTitle()).isEqualTo("Drawbridge: fit");
        assertThat(browser.all("main img, main svg, main script, main b")).isEmpty();
        assertThat(browser.find("main").getText())
                .contains("</script><script>document.title", "<svg/onload", "onerror=document.title", "<!--<script>");
        assertThat(Files.readString(page)).doesNotContain("<script>document.title", "<img", "<svg", "<b>");
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
        assertThat(browser.find("article").getText()).contains("<b>one</b>", "templateMissing", "Change: create");
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
        assertThat(browser.driver().getTitle()).isEqualTo("Drawbridge: doctor");
        assertThat(Files.readString(page))
                .contains("<caption>findings</caption>")
                .doesNotContain("<img");
    }
}
