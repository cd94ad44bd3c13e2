package dev.drawbridge.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.util.function.Supplier;

/** Calls of the API server, with errors as sentences. */
final class ClusterCalls {

    /** Calls the cluster; an IOException with a message says that it cannot be reached, or refuses. */
    static <T> T get(KubernetesClient client, Supplier<T> call) throws IOException {
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw new IOException(client.getMasterUrl() + ": " + problem(e), e);
        }
    }

    /** Writes an object; false if another client has written it; an IOException with a message if it cannot. */
    static boolean isAlone(KubernetesClient client, Runnable write) throws IOException {
        try {
            write.run();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return false;
            }
            throw new IOException(client.getMasterUrl() + ": " + problem(e), e);
        }
    }

    /** The reason for a failed call, in the server's words if it sent any. */
    private static String problem(KubernetesClientException problem) {
        if (problem.getCode() > 0) {
            boolean hasMessage =
                    problem.getStatus() != null && problem.getStatus().getMessage() != null;
            String message = hasMessage ? problem.getStatus().getMessage() : "HTTP " + problem.getCode();
            boolean isAnonymous =
                    problem.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED || message.contains("system:anonymous");
            return isAnonymous ? message + "; it needs a token: set automountServiceAccountToken" : message;
        }
        Throwable cause = problem;
        while (cause.getCause() != null && !(cause instanceof ConnectException)) {
            cause = cause.getCause();
        }
        return cause instanceof ConnectException
                ? "cannot be reached"
                : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
