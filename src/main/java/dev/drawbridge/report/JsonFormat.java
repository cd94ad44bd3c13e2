package dev.drawbridge.report;

import java.io.PrintWriter;

/** The report as JSON, version 1; the documentation of check has its fields. */
final class JsonFormat {

    static void write(Report report, PrintWriter out) {
        JsonTree.write(
                new JsonObject()
                        .with("version", 1)
                        .with("releases", report.releases())
                        .with("findings", JsonTree.each(report.findings(), JsonFormat::finding))
                        .with("summary", summary(report.summary())),
                out);
    }

    private static Object finding(Finding finding) {
        SuggestedFix fix = finding.fix();
        ObjectReference object = finding.object();
        return place(finding)
                .with("origin", finding.origin())
                .with("message", finding.message())
                .with("explain", finding.explanation().isEmpty() ? null : finding.explanation())
                .with("fix", fix == null ? null : fix(fix))
                .with(
                        "object",
                        new JsonObject()
                                .with("apiVersion", object.apiVersion())
                                .with("kind", object.kind())
                                .with("namespace", object.namespace())
                                .with("name", object.name()))
                .with("releases", finding.releases());
    }

    /** What a finding is and where, with which other formats begin as well. */
    static JsonObject place(Finding finding) {
        return new JsonObject()
                .with("severity", finding.severity())
                .with("file", finding.file())
                .with("line", finding.lineNumber())
                .with("column", finding.columnNumber())
                .with("path", finding.path())
                .with("type", finding.rule().type());
    }

    private static Object fix(SuggestedFix fix) {
        return new JsonObject()
                .with("what", fix.suggestion().what())
                .with("unsafe", fix.suggestion().isUnsafe())
                .with("diff", fix.diff());
    }

    private static Object summary(Summary summary) {
        return new JsonObject()
                .with("files", summary.files())
                .with("checked", summary.checked())
                .with("others", summary.others())
                .with("skipped", summary.skipped())
                .with("unreadable", summary.unreadable())
                .with("errors", summary.findings().errors())
                .with("warnings", summary.findings().warnings())
                .with("suppressed", summary.findings().suppressed())
                .with("pods", summary.pods().checked())
                .with("podsUnchecked", summary.pods().unchecked());
    }
}
