const FIRST = 500;
const LONGEST = 15_000;

/**
 * Exponential back-off with jitter: the longest delay doubles with each failure in a row, and a random part of up to half
 * is left out, so that the pages that lost one hub do not all reconnect at once.
 *
 * @param failures in a row, 0 or more
 */
export function backoff(failures: number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 5));
  return most / 2 + Math.random() * (most / 2);
}

/** Waits, at most until the signal aborts. */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
