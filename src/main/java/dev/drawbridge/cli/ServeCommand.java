package dev.drawbridge.cli;

import picocli.CommandLine.Command;

/** What {@code serve --help} prints; the webhook itself is Spring's. */
@Command(
        name = ServeCommand.NAME,
        description = "Answer AdmissionReviews over HTTPS.",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: drawbridge serve [--NAME=VALUE]...",
        customSynopsis = "",
        footer = {
            "",
            "Settings (also as environment variables, DRAWBRIDGE_KUBERNETES_RELEASE, and in application.yaml):",
            "  drawbridge.kubernetes.release        such as 1.30 (default: the newest that serves the object)",
            "  drawbridge.kubernetes.feature-gates  gates that differ from its defaults: A=true,B=false",
            "  drawbridge.mode                      enforce (default) or warn",
            "  drawbridge.max-body-size             the largest review (default: 32MB)",
            "  drawbridge.tls.directory             holds tls.crt and tls.key (default: .drawbridge/tls, made)",
            "  server.port                          (default: 8443), and every other setting of Spring Boot"
        })
final class ServeCommand implements Runnable {

    static final String NAME = "serve";

    @Override
    public void run() {
        throw new IllegalStateException("Main runs the webhook");
    }
}
