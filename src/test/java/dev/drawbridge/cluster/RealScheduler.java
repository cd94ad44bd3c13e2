package dev.drawbridge.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A kube-scheduler for a real cluster, with the controllers that create and deallocate claims. There is no kubelet, so
 * a bound pod stays bound.
 */
final class RealScheduler implements AutoCloseable {

    private final Process controllers;
    private final Process scheduler;

    /** Starts the binaries in the folder; the test is skipped if they are missing. */
    RealScheduler(Path assets, RealCluster cluster, Path folder) throws IOException {
        for (String binary : List.of("kube-controller-manager", "kube-scheduler")) {
            if (!Files.isExecutable(assets.resolve(binary))) {
                System.out.println("SKIPPED: " + assets + " has no " + binary);
                Assumptions.abort(assets + " has no " + binary);
            }
        }
        String kubeconfig = cluster.kubeconfig().toString();
        controllers = start(
                folder,
                assets.resolve("kube-controller-manager"),
                "--kubeconfig=" + kubeconfig,
                "--controllers=resourceclaim-controller,serviceaccount-controller,garbage-collector-controller");
        scheduler = start(folder, assets.resolve("kube-scheduler"), "--kubeconfig=" + kubeconfig);
    }

    private static Process start(Path folder, Path binary, String... arguments) throws IOException {
        String name = String.valueOf(binary.getFileName());
        ProcessBuilder process = new ProcessBuilder(
                binary.toString(),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + RealCluster.freePort(),
                "--cert-dir=" + folder.resolve("certs-of-" + name),
                "--authentication-skip-lookup=true");
        process.command().addAll(List.of(arguments));
        return process.redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
    }

    boolean isAlive() {
        return scheduler.isAlive() && controllers.isAlive();
    }

    @Override
    public void close() {
        scheduler.destroyForcibly().onExit().join();
        controllers.destroyForcibly().onExit().join();
    }
}
