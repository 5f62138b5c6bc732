import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { asText, FieldError, idOf, type FieldProperties } from "./form";
import { parse, pointer, print, same, type Json } from "./json";
import { mainType, typeText, type View } from "./schema";
import { bytes, firstLine, prose, shortened, visible } from "./text";

type ScalarProperties = FieldProperties & { view: View; value: Json | undefined };
const LARGEST_FILE = 3_000_000;

/** A field for one value: text, number, choice, date, file, or JSON where the schema leaves it open. */
export function Scalar(properties: ScalarProperties) {
  const { draft, path, label, required, view } = properties;
  const id = idOf(path);
  const text = view.description ? firstLine(view.description) : "";
  return (
    <div class="field">
      <label for={id}>
        <span class={view.deprecated ? "struck" : ""}>{visible(shortened(label, 120))}</span>
        {required && <span class="required" aria-label="required">*</span>} <small class="type">{typeText(view)}</small>
      </label>
      <Control {...properties} />
      {text && (
        <p class="hint" title={shortened(prose(view.description!), 1000)}>
          {shortened(text, 160)}
        </p>
      )}
      <FieldError draft={draft} path={path} />
    </div>
  );
}

function attributes({ draft, path, required }: ScalarProperties) {
  const wrong = draft.byPointer.value.has(pointer(path));
  return {
    id: idOf(path),
    "aria-invalid": wrong,
    "aria-describedby": wrong ? idOf(path) + "-error" : undefined,
    "aria-required": required,
  };
}

function Control(properties: ScalarProperties) {
  const { view, value } = properties;
  if (view.fixed !== undefined) {
    return value !== undefined && same(value, view.fixed) ? <output id={idOf(properties.path)}>{visible(asText(view.fixed))}</output> : <Choice {...properties} choices={[view.fixed]} />;
  }
  if (view.choices) {
    return view.choices.length > 200 ? <Suggested {...properties} choices={view.choices} /> : <Choice {...properties} choices={view.choices} />;
  }
  const type = mainType(view);
  if (type === "boolean") {
    return <Choice {...properties} choices={[true, false]} />;
  }
  if (type === "integer" || type === "number") {
    return <NumberInput {...properties} />;
  }
  if (type === "string" && (value === undefined || value === null || typeof value === "string")) {
    return <TextControl {...properties} />;
  }
  return <JsonInput {...properties} />;
}

function placeholder(view: View): string {
  if (view.standard !== undefined) {
    return "default " + shortened(print(view.standard, 0), 60);
  }
  const example = view.examples[0];
  return example === undefined ? "" : "such as " + shortened(asText(example), 60);
}

function Choice(properties: ScalarProperties & { choices: Json[] }) {
  const { draft, path, view, value, required, choices } = properties;
  const offered = view.nullable && !choices.includes(null) ? [...choices, null] : choices;
  const index = offered.findIndex((choice) => same(choice, value));
  const change = (event: Event) => {
    const next = Number((event.target as HTMLSelectElement).value);
    draft.change(path, next < 0 ? undefined : offered[next]);
  };
  return (
    <select {...attributes(properties)} value={String(index)} onChange={change}>
      {(!required || index < 0) && <option value="-1">{value === undefined ? placeholder(view) || "not set" : index < 0 ? shortened(asText(value), 60) : "not set"}</option>}
      {offered.map((choice, at) => (
        <option key={at} value={String(at)}>
          {visible(shortened(asText(choice), 100))}
        </option>
      ))}
    </select>
  );
}

function Suggested(properties: ScalarProperties & { choices: Json[] }) {
  const { draft, path, value, choices } = properties;
  const text = asText(value);
  const list = idOf(path) + "-list";
  const change = (event: Event) => {
    const typed = (event.target as HTMLInputElement).value;
    draft.change(path, typed === "" ? undefined : (choices.find((choice) => asText(choice) === typed) ?? typed));
  };
  const offered = choices.map(asText).filter((choice) => choice.includes(text)).slice(0, 50);
  return (
    <>
      <input {...attributes(properties)} list={list} value={text} onInput={change} autocomplete="off" />
      <datalist id={list}>
        {offered.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
}

function WithNull({ draft, path, view, value, label, children }: ScalarProperties & { children: ComponentChildren }) {
  if (!view.nullable) {
    return <>{children}</>;
  }
  return (
    <span class="inline">
      {children}
      <button type="button" class="quiet" aria-pressed={value === null} aria-label={visible(label) + " is null"} onClick={() => draft.change(path, value === null ? undefined : null)}>
        null
      </button>
    </span>
  );
}

function NumberInput(properties: ScalarProperties) {
  const { draft, path, view, value } = properties;
  const change = (event: Event) => draft.change(path, number((event.target as HTMLInputElement).value));
  return (
    <WithNull {...properties}>
      <input {...attributes(properties)} inputMode="decimal" autocomplete="off" placeholder={placeholder(view)} value={value === null ? "" : asText(value)} onInput={change} />
    </WithNull>
  );
}

/** What is no number stays text, so that the hub can say what is wrong with it. */
function number(text: string): Json | undefined {
  const typed = text.trim();
  if (typed === "") {
    return undefined;
  }
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(typed)) {
    return typed;
  }
  return parse(typed, true);
}

function TextControl(properties: ScalarProperties) {
  const { draft, path, view, value, required } = properties;
  const text = typeof value === "string" ? value : "";
  const set = (next: string) => draft.change(path, next === "" && !required ? undefined : next);
  const change = (event: Event) => set((event.target as HTMLInputElement).value);
  const common = { ...attributes(properties), placeholder: placeholder(view), onInput: change, spellcheck: false };
  if (view.base64) {
    return <FileControl {...properties} set={set} text={text} />;
  }
  if (view.format === "date" && /^(\d{4}-\d\d-\d\d)?$/.test(text)) {
    return <WithNull {...properties}><input {...common} type="date" value={text} /></WithNull>;
  }
  if (view.format === "date-time" && (text === "" || !Number.isNaN(Date.parse(text)))) {
    return <WithNull {...properties}><Moment {...properties} set={set} text={text} /></WithNull>;
  }
  const long = text.length > 80 || text.includes("\n") || view.format === "textarea" || /maxLength (\d{4,})/.test(view.bounds.join("\n"));
  return (
    <WithNull {...properties}>
      {long ? <textarea {...common} rows={Math.min(10, text.split("\n").length + 2)} value={text} /> : <Line common={common} secret={view.format === "password"} text={text} />}
    </WithNull>
  );
}

type Common = { id: string; placeholder: string; onInput: (event: Event) => void };

function Line({ common, secret, text }: { common: Common; secret: boolean; text: string }) {
  return secret ? <input {...common} type="password" autocomplete="off" value={text} /> : <input {...common} type="text" autocomplete="off" value={text} />;
}

type TextProperties = ScalarProperties & { text: string; set: (text: string) => void };

/** A moment in the time of this browser; what is sent has its offset. */
function Moment(properties: TextProperties) {
  const { text, set } = properties;
  const shown = text === "" ? "" : local(new Date(text));
  const change = (event: Event) => {
    const typed = (event.target as HTMLInputElement).value;
    set(typed === "" ? "" : new Date(typed).toISOString());
  };
  return <input {...attributes(properties)} type="datetime-local" step="1" value={shown} onChange={change} />;
}

function local(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The content of a file, as base64. */
function FileControl(properties: TextProperties) {
  const { text, set, label } = properties;
  const [note, setNote] = useState("");
  const choose = async (event: Event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) {
      return;
    }
    if (file.size > LARGEST_FILE) {
      setNote(`${bytes(file.size)} is too large for a call from here (${bytes(LARGEST_FILE)} at the most)`);
      return;
    }
    set(base64(new Uint8Array(await file.arrayBuffer())));
    setNote(`${file.name}, ${bytes(file.size)}`);
  };
  return (
    <span class="file">
      <input type="file" aria-label={"File for " + visible(label)} onChange={(event) => void choose(event)} />
      <textarea {...attributes(properties)} rows={2} placeholder="or base64" spellcheck={false} value={text.length > 2000 ? "" : text} onInput={(event) => set((event.target as HTMLTextAreaElement).value)} />
      <small role="status">{note || (text.length > 2000 ? bytes((text.length * 3) / 4) : "")}</small>
    </span>
  );
}

function base64(content: Uint8Array): string {
  let text = "";
  for (let at = 0; at < content.length; at += 8190) {
    text += String.fromCharCode(...content.subarray(at, at + 8190));
  }
  return btoa(text);
}

/** Any JSON; text that is none yet is kept until it is. */
function JsonInput(properties: ScalarProperties) {
  const { draft, path, value } = properties;
  const [typed, setTyped] = useState<string | null>(null);
  const change = (event: Event) => {
    const text = (event.target as HTMLTextAreaElement).value;
    const [fits, parsed] = tryParse(text);
    setTyped(fits ? null : text);
    if (fits) {
      draft.change(path, parsed);
    }
  };
  return (
    <>
      <textarea {...attributes(properties)} rows={2} placeholder="JSON" spellcheck={false} value={typed ?? (value === undefined ? "" : print(value, 0))} onInput={change} />
      {typed !== null && <p class="field-error">not JSON yet: text needs quotes</p>}
    </>
  );
}

function tryParse(text: string): [boolean, Json | undefined] {
  if (text.trim() === "") {
    return [true, undefined];
  }
  try {
    return [true, parse(text)];
  } catch {
    return [false, undefined];
  }
}
