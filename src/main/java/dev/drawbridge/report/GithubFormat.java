package dev.drawbridge.report;

import java.io.PrintWriter;

/** GitHub's workflow commands: an annotation a finding, on its line. */
final class GithubFormat {

    static void write(Report report, PrintWriter out) {
        for (Finding finding : report.findings()) {
            out.println(
                    "::" + finding.severity() + " file=" + property(finding.file()) + ",line=" + finding.lineNumber()
                            + ",col=" + finding.columnNumber() + ",title="
                            + property((finding.origin() + " " + finding.object()).strip()) + "::"
                            + data(finding.sentenceAndFix()));
        }
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
