import { useEffect, useRef, useState } from "preact/hooks";
import { get, query, rest } from "./api";
import type { Entry } from "./catalog";
import { Dialog } from "./dialog";
import { helpOpen, paletteOpen } from "./keys";
import { TypeMark } from "./parts";
import { go, operationLink } from "./router";
import { session } from "./session";
import { leave } from "./streams";
import { prose, visible } from "./text";
import { toggleTheme } from "./theme";

type Action = { key: string; title: string; hint: string; type?: string; act: () => void };

function fixed(): Action[] {
  const views = [
    ["Catalog", "#/", "g c"],
    ["Streams", "#/streams", "g t"],
    ["Sources", "#/sources", "g s"],
    ["Activity", "#/activity", "g a"],
  ] as const;
  const actions: Action[] = views.map(([title, hash, hint]) => ({ key: hash, title: "Go to " + title, hint, act: () => go(hash) }));
  actions.push({ key: "theme", title: "Switch between dark and light", hint: "", act: toggleTheme });
  actions.push({ key: "help", title: "Show all keys", hint: "?", act: () => (helpOpen.value = true) });
  if (session.value?.caller) {
    actions.push({ key: "sign-out", title: "Sign out", hint: "", act: () => void leave() });
  }
  return actions;
}

function named(entry: Entry): Action {
  return { key: entry.id, title: entry.id, hint: entry.summary, type: entry.type, act: () => go(operationLink(entry.id)) };
}

/** Goes anywhere and does anything by a few letters. */
export function Palette() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Entry[]>([]);
  const [index, setIndex] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const close = () => (paletteOpen.value = false);
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    setIndex(0);
    const controller = new AbortController();
    if (text.trim() === "") {
      setFound([]);
    } else {
      get<{ operations: Entry[] }>(rest("?" + query({ search: text.trim(), limit: 20, brief: "true" })), controller.signal).then(
        (page) => setFound(page.operations),
        () => undefined,
      );
    }
    return () => controller.abort();
  }, [text]);
  const words = text.toLowerCase().split(/\s+/);
  const actions = [...fixed().filter((action) => words.every((word) => action.title.toLowerCase().includes(word))), ...found.map(named)];
  const act = (action: Action | undefined) => {
    if (action) {
      close();
      action.act();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIndex((index + step + actions.length) % Math.max(1, actions.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      act(actions[index]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  };
  return (
    <Dialog label="Palette" close={close} class="palette">
      <input
        ref={box}
        role="combobox"
        aria-label="Go to an operation or do something"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={actions[index] ? "palette-" + index : undefined}
        placeholder="Go to an operation, or do something"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => setText((event.target as HTMLInputElement).value)}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label="Found">
        {actions.map((action, at) => (
          <div
            key={action.key}
            id={"palette-" + at}
            role="option"
            class={at === index ? "row current" : "row"}
            aria-selected={at === index}
            ref={(element) => {
              if (at === index) {
                element?.scrollIntoView({ block: "nearest" });
              }
            }}
            onClick={() => act(action)}
          >
            {action.type && <TypeMark type={action.type} />}
            {action.type ? (
              <>
                <span class="row-id">{visible(action.title)}</span>
                <bdi class="row-summary">{prose(action.hint)}</bdi>
              </>
            ) : (
              <>
                <span class="action">{action.title}</span>
                {action.hint !== "" && action.hint.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}
              </>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
