import { signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, type Problem } from "./api";

export type Polled<T> = { value: Signal<T | null>; failure: Signal<Problem | null>; again: () => void };

/** Asks again and again while the page is looked at. */
export function usePolled<T>(path: string, millis: number): Polled<T> {
  const state = useMemo(() => ({ value: signal<T | null>(null), failure: signal<Problem | null>(null) }), [path]);
  const control = useMemo(() => ({ again: () => {} }), []);
  useEffect(() => {
    const controller = new AbortController();
    let timer: number | undefined;
    const ask = async () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible" || state.value.peek() === null) {
        try {
          const answer = await get<T>(path, controller.signal);
          state.value.value = answer;
          state.failure.value = null;
        } catch (e) {
          if (!controller.signal.aborted) {
            state.failure.value = e as Problem;
          }
        }
      }
      if (!controller.signal.aborted) {
        clearTimeout(timer);
        timer = window.setTimeout(() => void ask(), millis);
      }
    };
    control.again = () => void ask();
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [path, millis]);
  return { ...state, again: () => control.again() };
}
