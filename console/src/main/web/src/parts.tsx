import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Problem } from "./api";
import { prose, visible } from "./text";

const MARKS: Record<string, string> = { query: "Q", mutation: "M", subscription: "S" };

/** One letter for the type of an operation, told in full to those who cannot see it. */
export function TypeMark({ type }: { type: string }) {
  return (
    <span class={"mark mark-" + type} title={type} role="img" aria-label={type}>
      {MARKS[type] ?? "?"}
    </span>
  );
}

export function Chip({ text, remove }: { text: string; remove: () => void }) {
  return (
    <button type="button" class="chip" aria-label={"Remove filter " + visible(text)} onClick={remove}>
      {visible(text)} <span aria-hidden="true">×</span>
    </button>
  );
}

export function ErrorNote({ problem, retry }: { problem: Error; retry?: () => void }) {
  return (
    <div class="note bad" role="alert">
      <p>
        {problem instanceof Problem && <b>{visible(problem.code)} </b>}
        <bdi>{prose(problem.message)}</bdi>
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

type TabsProperties = { label: string; tabs: [string, ComponentChildren][]; chosen: string; choose: (name: string) => void; children: ComponentChildren };

/** Tabs as readers of the screen expect them: arrows move, Home and End jump. */
export function Tabs({ label, tabs, chosen, choose, children }: TabsProperties) {
  const names = tabs.map(([name]) => name);
  const base = label.replace(/\W+/g, "-").toLowerCase();
  const onKeyDown = (event: KeyboardEvent) => {
    const now = names.indexOf(chosen);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: names.length - 1 }[event.key];
    const name = next === undefined ? undefined : names[(next + names.length) % names.length];
    if (name !== undefined) {
      event.preventDefault();
      choose(name);
      document.getElementById(`${base}-${name}`)?.focus();
    }
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(([name, title]) => (
          <button
            key={name}
            type="button"
            id={`${base}-${name}`}
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}

/** Copies a text; {@code name} says which where there are several. */
export function CopyButton({ text, label = "Copy", name }: { text: () => string; label?: string; name?: string }) {
  const [done, setDone] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setDone("Copied");
    } catch {
      setDone("Not allowed");
    }
    setTimeout(() => setDone(""), 1500);
  };
  return (
    <button type="button" class="quiet" aria-label={done === "" ? name : undefined} onClick={() => void copy()}>
      {done || label}
    </button>
  );
}

/** Saves text as a file. */
export function download(name: string, text: string, type = "application/json"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
