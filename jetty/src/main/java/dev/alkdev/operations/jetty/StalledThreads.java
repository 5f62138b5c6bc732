package dev.alkdev.operations.jetty;

import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Keeps virtual threads going while handlers compute. Handlers that compute keep the few carrier
 * threads of virtual threads; once all carriers are busy for too long, this adds carriers, so that
 * the operating system shares the processors among them. The carriers go when the stall is over.
 */
final class StalledThreads extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(StalledThreads.class);
    private static final String BEAN = "jdk.management:type=VirtualThreadScheduler";
    private static final String PARALLELISM = "Parallelism";
    private static final long LOOK_MILLIS = 200;

    /** The number of looks without a stall after which the additional carriers go. */
    private static final int CALM_LOOKS = 150;

    private static final int MOST_CARRIERS = 256;

    /**
     * The number of carriers before the first stall of any server of this process; 0 if unknown.
     */
    private static final AtomicInteger USUAL = new AtomicInteger();

    private volatile Thread watch = Thread.currentThread();
    private boolean raised;
    private int calm;
    private boolean unsupported;

    @Override
    protected void doStart() {
        watch =
                Thread.ofPlatform()
                        .daemon()
                        .name("operations-stall-watch")
                        .inheritInheritableThreadLocals(false)
                        .start(this::watch);
    }

    @Override
    protected void doStop() {
        watch.interrupt();
    }

    private void watch() {
        try {
            while (!unsupported) {
                CountDownLatch ran = new CountDownLatch(1);
                Thread.ofVirtual().name("operations-stall-probe").start(ran::countDown);
                if (ran.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    calmDown();
                    Thread.sleep(LOOK_MILLIS);
                } else {
                    addCarriers();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            restore();
        }
    }

    private void addCarriers() {
        calm = 0;
        int now = parallelism();
        if (!raised) {
            raised = true;
            USUAL.compareAndSet(0, now);
            LOG.warn(
                    "Handlers keep all processors busy; other calls get threads of their own"
                            + " meanwhile. Declare operations that compute as computing");
        }
        if (now < MOST_CARRIERS) {
            setParallelism(Math.min(2 * now, MOST_CARRIERS));
        }
    }

    private void calmDown() {
        if (raised && ++calm >= CALM_LOOKS) {
            restore();
        }
    }

    private void restore() {
        if (raised) {
            raised = false;
            setParallelism(USUAL.get());
        }
    }

    private int parallelism() {
        try {
            Object value =
                    ManagementFactory.getPlatformMBeanServer()
                            .getAttribute(new ObjectName(BEAN), PARALLELISM);
            return (Integer) value;
        } catch (JMException e) {
            // Before JDK 24: the number of carriers is fixed.
            unsupported = true;
            return MOST_CARRIERS;
        }
    }

    private void setParallelism(int number) {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .setAttribute(new ObjectName(BEAN), new Attribute(PARALLELISM, number));
        } catch (JMException | IllegalArgumentException e) {
            unsupported = true;
        }
    }
}
