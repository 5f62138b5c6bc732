package dev.alkdev.operations.hub;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A hub in a process of its own, which can be killed. */
final class HubProcess implements AutoCloseable {
    private final Process process;

    private HubProcess(Process process) {
        this.process = process;
    }

    /** Returns when the hub is up. */
    static HubProcess start(String yaml) throws IOException {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        Process process =
                new ProcessBuilder(
                                System.getProperty("java.home") + "/bin/java",
                                "-Xmx96m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath,
                                HubProcess.class.getName(),
                                yaml)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        BufferedReader lines = process.inputReader();
        if (!"up".equals(lines.readLine())) {
            throw new IOException("the hub did not start");
        }
        return new HubProcess(process);
    }

    /** Kills it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Hub hub = HubFixtures.started(arguments[0]);
        System.out.println(hub.sources().isEmpty() ? "empty" : "up");
        new CountDownLatch(1).await();
    }
}
