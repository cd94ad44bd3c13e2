package dev.drawbridge.lsp;

import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.ProgressParams;
import org.eclipse.lsp4j.WorkDoneProgressBegin;
import org.eclipse.lsp4j.WorkDoneProgressCreateParams;
import org.eclipse.lsp4j.WorkDoneProgressEnd;
import org.eclipse.lsp4j.WorkDoneProgressNotification;
import org.eclipse.lsp4j.WorkDoneProgressReport;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.lsp4j.services.LanguageClient;

/** The progress of one check, which a client shows; it begins with the first percentage that is reported. */
final class CheckProgress implements AutoCloseable {

    private static final Either<String, Integer> TOKEN = Either.forLeft("drawbridge");

    private final LanguageClient client;
    private final boolean isShown;
    private int last = -1;

    /** Messages wait until the client has accepted the token. */
    private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

    CheckProgress(LanguageClient client, boolean isShown) {
        this.client = client;
        this.isShown = isShown;
    }

    synchronized void report(int percentage) {
        if (!isShown || percentage <= last) {
            return;
        }
        if (last < 0) {
            sent = client.createProgress(new WorkDoneProgressCreateParams(TOKEN));
            WorkDoneProgressBegin begin = new WorkDoneProgressBegin();
            begin.setTitle("checking");
            begin.setPercentage(0);
            send(begin);
        }
        last = percentage;
        WorkDoneProgressReport report = new WorkDoneProgressReport();
        report.setPercentage(percentage);
        send(report);
    }

    @Override
    public synchronized void close() {
        if (last >= 0) {
            send(new WorkDoneProgressEnd());
        }
    }

    private void send(WorkDoneProgressNotification notification) {
        sent = sent.thenRun(() -> client.notifyProgress(new ProgressParams(TOKEN, Either.forLeft(notification))));
    }
}
