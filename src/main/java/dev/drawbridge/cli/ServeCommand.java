package dev.drawbridge.cli;

import java.util.List;

/** What {@code serve --help} prints; the webhook itself is Spring's. */
final class ServeCommand {

    static final String NAME = "serve";

    static final Command COMMAND = new Command(
            NAME,
            "Answer AdmissionReviews over HTTPS.",
            "[--NAME=VALUE...]",
            List.of(),
            List.of(
                    "",
                    "Settings (also as environment variables, DRAWBRIDGE_KUBERNETES_RELEASE, and in application.yaml):",
                    "  drawbridge.kubernetes.release        such as 1.30 (default: the newest that serves the object)",
                    "  drawbridge.kubernetes.feature-gates  gates that differ from its defaults: A=true,B=false",
                    "  drawbridge.mode                      enforce (default) or warn",
                    "  drawbridge.max-body-size             the largest review (default: 32MB)",
                    "  drawbridge.tls.directory             holds tls.crt and tls.key (default: .drawbridge/tls, made)",
                    "  server.port                          (default: 8443), and every other setting of Spring Boot"),
            (arguments, out, err) -> {
                throw new IllegalStateException("Main runs the webhook");
            });

    private ServeCommand() {}
}
