package dev.alkdev.operations.benchmarks;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/**
 * Calls subjects in turns and counts: each round gives every subject the same time, so that a slow
 * moment of the machine hits all of them. Each call in flight has a virtual thread of its own.
 */
final class LoadRun {
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Set<String> WARM = ConcurrentHashMap.newKeySet();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final int inFlight;
    private final Duration turn;
    private final int rounds;
    private final Map<String, Double> processorSeconds = new HashMap<>();

    LoadRun(int inFlight, Duration turn, int rounds) {
        this.inFlight = inFlight;
        this.turn = turn;
        this.rounds = rounds;
    }

    /** Calls a second, and the processor time of one. */
    private record Turn(double rate, double processorSeconds) {}

    /** Calls a second, by the names of the subjects, after 20 s of each to warm up. */
    Map<String, Double> run(List<? extends LoadSubject> subjects) throws Exception {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (LoadSubject subject : subjects) {
            warmUp(subject);
        }
        for (int round = 0; round < rounds; round++) {
            for (LoadSubject subject : subjects) {
                Turn turn = turn(subject);
                sums.merge(subject.name(), turn.rate(), Double::sum);
                processorSeconds.merge(
                        subject.name(), turn.processorSeconds() / rounds, Double::sum);
            }
        }
        sums.replaceAll((name, sum) -> sum / rounds);
        return sums;
    }

    /**
     * Processor time of the whole process for a call, on average, which waiting does not change.
     */
    double processorSeconds(String subject) {
        return processorSeconds.getOrDefault(subject, 0.0);
    }

    /** Once for each subject: the compilers need it, and they starve on two cores. */
    private void warmUp(LoadSubject subject) throws Exception {
        if (WARM.add(subject.name())) {
            long end = System.nanoTime() + WARM_UP.toNanos();
            while (System.nanoTime() < end) {
                turn(subject);
            }
        }
    }

    private Turn turn(LoadSubject subject) throws Exception {
        LongAdder calls = new LongAdder();
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        long end = start + turn.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < inFlight; i++) {
                running.add(
                        threads.submit(
                                () -> {
                                    while (System.nanoTime() < end) {
                                        subject.call();
                                        calls.increment();
                                    }
                                    return null;
                                }));
            }
            for (Future<?> thread : running) {
                thread.get();
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double busy = (SYSTEM.getProcessCpuTime() - processor) / 1e9;
        return new Turn(calls.sum() / seconds, busy / calls.sum());
    }
}
