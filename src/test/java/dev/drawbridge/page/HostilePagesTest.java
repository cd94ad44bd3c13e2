package dev.drawbridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Hostile text in every place that reaches a page: it is shown, and never run. */
class HostilePagesTest extends BrowserTest {

    /** A text that would set the title, and turn the text after it around. */
    private static final String TEXT =
            "</script><script>document.title='run'</script><img src=x onerror=document.title='run'>"
                    + "--><svg/onload=document.title='run'>javascript:document.title='run'\u202e\u2028\u2066";

    /** As the page shows it. */
    private static final String SHOWN =
            TEXT.replace("\u202e", "\\u202e").replace("\u2028", "\\u2028").replace("\u2066", "\\u2066");

    private static final String LONG = "n".repeat(10_000);

    /** A file name that is HTML. */
    private static final String FILE = "<img src=x onerror=document.title='run'>.yaml";

    /** Writes a file in which {@code TEXT} is the hostile text in double quotes, and {@code LONG} the long one. */
    private Path write(String name, String yaml) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, yaml.replace("TEXT", '"' + SHOWN + '"').replace("LONG", LONG));
    }

    /** Nothing ran or became markup, all is visible, and the page is no wider than its window. */
    private static void assertIsHarmless(Path page, String title) throws IOException {
        assertThat(browser.driver().getTitle()).isEqualTo(title);
        assertThat(browser.all("main img, main svg, main script, main a, main iframe"))
                .isEmpty();
        assertThat((String) browser.script("return document.querySelector('main').textContent"))
                .doesNotContain("\u202e", "\u2028", "\u2066");
        assertThat(browser.find("main").getText()).contains(SHOWN);
        assertThat(browser.script("const page = document.documentElement; return page.scrollWidth - page.clientWidth"))
                .isEqualTo(0L);
        assertThat(Files.readString(page)).doesNotContain("<script>document", "<img", "<svg");
        browser.runScripts(false);
        browser.open(page);
        assertThat(browser.driver().getTitle()).isEqualTo(title);
        assertThat(browser.all("main img, main svg, main a, main iframe")).isEmpty();
        assertThat(browser.find("main").getText()).contains(SHOWN);
        browser.runScripts(true);
        browser.driver().get(LEFT);
    }

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: TEXT # </script><script>document.title='run'</script>
              labels: {TEXT: TEXT, long: LONG}
            spec: # <img src=x onerror=document.title='run'>
              selectors:
              - cel:
                  expression: TEXT
              TEXT: 1
            """;

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: TEXT, namespace: TEXT}
            spec:
              devices:
                requests:
                - name: TEXT
                  exactly:
                    deviceClassName: LONG
                    selectors: [{cel: {expression: TEXT}}]
            """;

    @Test
    void check() throws IOException {
        Path page = open("check", write(FILE, CLASS + "---\n" + CLAIM).toString());

        assertThat(browser.find("h2").getText()).contains(FILE);
        assertThat(browser.find(".source").getText()).contains("# </script><script>document.title");
        assertIsHarmless(page, "Drawbridge: check, with errors");
    }

    @Test
    void gate() throws IOException {
        write("base/" + FILE, CLASS);
        write("head/" + FILE, CLASS.replace(": 1", ": TEXT") + "---\n" + CLAIM);

        Path page = open(
                "check",
                "--base-dir",
                folder.resolve("base").toString(),
                "--head-dir",
                folder.resolve("head").toString());

        assertThat(browser.find(".compare").getText()).contains(FILE, SHOWN);
        assertIsHarmless(page, "Drawbridge: check of a change, with errors");
    }

    @Test
    void upgrade() throws IOException {
        Path page = open(
                "check",
                "--upgrade",
                "1.37..1.38",
                write(FILE, CLASS.replace("/v1", "/v1beta1")).toString());

        assertIsHarmless(page, "Drawbridge: check of the upgrade 1.37 to 1.38, with errors");
    }

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: TEXT, labels: {kubernetes.io/hostname: LONG}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.example.com}
            spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: good}
            spec:
              driver: gpu.example.com
              nodeName: node-1
              pool: {name: node-1, generation: 1, resourceSliceCount: 1}
              devices:
              - name: gpu-0
                attributes: {model: {string: "</script><img src=x onerror=document.title=1>"}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: TEXT}
            spec:
              driver: TEXT
              nodeName: TEXT
              pool: {name: TEXT, generation: 1, resourceSliceCount: 1}
              devices: [{name: TEXT, attributes: {TEXT: {string: TEXT}}}, {name: LONG}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: LONG, namespace: TEXT}
            spec: {devices: {requests: [{name: TEXT, exactly: {deviceClassName: TEXT}}]}}
            status:
              reservedFor: [{resource: pods, name: TEXT, uid: TEXT}]
              allocation:
                devices:
                  results: [{request: TEXT, driver: gpu.example.com, pool: node-1, device: gpu-0}]
            """;

    @Test
    void fleet() throws IOException {
        Path page = open("fleet", write(FILE, FLEET).toString());

        browser.find("button.device").click();
        assertThat(browser.find(".detail").getText())
                .contains("</script><img src=x onerror=document.title=1>", SHOWN + "/" + LONG);
        browser.script("document.querySelector('main > details').open = true");
        assertIsHarmless(page, "Drawbridge: fleet");
    }

    @Test
    void fit() throws IOException {
        Path fleet = write("fleet.yaml", FLEET);
        Path page = open("fit", "--fleet", fleet.toString(), write(FILE, CLAIM).toString());

        assertThat(browser.find("article").getText()).contains(FILE);
        assertIsHarmless(page, "Drawbridge: fit");
    }

    /** A cluster with a node, a slice of a missing node, and a pod that waits for a template. */
    private Path dump() throws IOException {
        return write(FILE, """
                apiVersion: v1
                kind: Node
                metadata: {name: TEXT}
                status: {nodeInfo: {kubeletVersion: v1.36.3}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: TEXT}
                spec:
                  driver: TEXT
                  nodeName: LONG
                  pool: {name: TEXT, generation: 1, resourceSliceCount: 1}
                  devices: [{name: TEXT}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: TEXT, namespace: TEXT}
                spec:
                  resourceClaims: [{name: c, resourceClaimTemplateName: TEXT}, {name: d, resourceClaimName: LONG}]
                  containers: [{name: main, image: x, resources: {claims: [{name: c}, {name: d}]}}]
                """);
    }

    @Test
    void why() throws IOException {
        Path page = open("why", "--all", "--from", dump().toString());

        assertIsHarmless(page, "Drawbridge: why");
    }

    @Test
    void doctor() throws IOException {
        Path page = open("doctor", "--from", dump().toString());

        assertIsHarmless(page, "Drawbridge: doctor");
    }
}
