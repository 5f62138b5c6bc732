package dev.alkdev.operations.jetty;

import static org.awaitility.Awaitility.await;

import dev.alkdev.operations.testkit.LeakCheck;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@ExtendWith(LeakCheck.class)
class JettyClientWatchTest {
    /** Waits until its client has gone; whoever asks for bad things is noticed badly. */
    private static final class Waiting extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient JettyClientWatch watch;
        private final transient CountDownLatch good = new CountDownLatch(1);
        private final transient CountDownLatch bad = new CountDownLatch(1);

        Waiting(JettyClientWatch watch) {
            this.watch = watch;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            boolean isBad = request.getRequestURI().equals("/bad");
            CountDownLatch gone = isBad ? bad : good;
            Runnable noticed =
                    () -> {
                        gone.countDown();
                        if (isBad) {
                            throw new AssertionError("cannot end the call");
                        }
                    };
            try (var watched = watch.watch(request, noticed)) {
                gone.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Socket asking(ServerConnector server, String path) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static ServerConnector serving(Server server, Waiting servlet) throws Exception {
        ServerConnector connector = JettyClientWatch.connector(server, new HttpConnectionFactory());
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(servlet), "/*");
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
        return connector;
    }

    @Test
    void oneThatCannotBeToldDoesNotEndTheWatchForOthers() throws Exception {
        Server server = new Server();
        try (JettyClientWatch watch = new JettyClientWatch(Duration.ofMillis(20))) {
            Waiting servlet = new Waiting(watch);
            ServerConnector connector = serving(server, servlet);

            try (Socket good = asking(connector, "/good")) {
                try (Socket bad = asking(connector, "/bad")) {
                    await().until(() -> watch.watchedCount() == 2);
                }
                await().until(() -> servlet.bad.getCount() == 0);
            }

            await().until(() -> servlet.good.getCount() == 0);
        } finally {
            server.stop();
        }
    }

    /** Polling does not find it: the server knows such a connection no longer. */
    @Test
    void aConnectionThatTheServerClosesIsToldAtOnce() throws Exception {
        Server server = new Server();
        try (JettyClientWatch watch = new JettyClientWatch(Duration.ofHours(1))) {
            Waiting servlet = new Waiting(watch);
            ServerConnector connector = serving(server, servlet);

            try (Socket client = asking(connector, "/good")) {
                await().until(() -> watch.watchedCount() == 1);
                connector.getConnectedEndPoints().forEach(EndPoint::close);
                await().until(() -> servlet.good.getCount() == 0);
            }
        } finally {
            server.stop();
        }
    }
}
