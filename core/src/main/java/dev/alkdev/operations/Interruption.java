package dev.alkdev.operations;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Interrupts a thread, but only while it runs the handler: once {@link #finish} returned, no
 * interrupt of ours can arrive, and none of ours is left in the thread's status.
 */
final class Interruption implements Runnable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread;
    private boolean running = true;
    private boolean interrupted;

    Interruption(Thread thread) {
        this.thread = thread;
    }

    Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        lock.lock();
        try {
            if (running) {
                interrupted = true;
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The handler is done. Called on its thread. */
    void finish() {
        lock.lock();
        try {
            running = false;
        } finally {
            lock.unlock();
        }
        if (interrupted) {
            Thread.interrupted();
        }
    }
}
