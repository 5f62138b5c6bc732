import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

const SPARE = 8;

/** Browsers stop laying out beyond some 17 million pixels: what is longer is scrolled in scale. */
const TALLEST = 8_000_000;

type Properties = {
  count: number;
  rowHeight: number;
  /** Kept in view when it changes; -1 for none. */
  focus: number;
  row: (index: number) => ComponentChildren;
  /** Told of the rows in view, also when there are others. */
  onRange?: (first: number, last: number) => void;
  rows?: unknown;
  class?: string;
  style?: Record<string, string>;
  role?: "listbox" | "list" | "log";
  id?: string;
  label: string;
};

/** A list of which only the rows in view exist. All rows are equally high. */
export function VirtualList({ count, rowHeight, focus, row, onRange, rows: of, ...rest }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const full = count * rowHeight;
  const height = Math.min(full, TALLEST);
  const scale = height > view.height ? (full - view.height) / (height - view.height) : 1;
  const offset = view.top * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((offset + view.height) / rowHeight) + SPARE);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current!;
    const top = focus * rowHeight;
    if (focus >= 0 && top < element.scrollTop * scale) {
      element.scrollTop = top / scale;
    } else if (focus >= 0 && top + rowHeight > element.scrollTop * scale + element.clientHeight) {
      element.scrollTop = (top + rowHeight - element.clientHeight) / scale;
    }
  }, [focus, rowHeight]);

  useLayoutEffect(() => onRange?.(first, last), [first, last, of]);

  const rows = [];
  for (let index = first; index < last; index++) {
    rows.push(row(index));
  }
  return (
    <div ref={box} class={"virtual " + (rest.class ?? "")} role={rest.role} id={rest.id} aria-label={rest.label} style={rest.style} tabIndex={rest.role === "listbox" ? -1 : 0}>
      <div class="virtual-space" role="presentation" style={{ height: `${height}px` }}>
        <div class="virtual-rows" role="presentation" style={{ transform: `translateY(${first * rowHeight - offset + view.top}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
