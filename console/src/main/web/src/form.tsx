import { useEffect, useState } from "preact/hooks";
import type { Draft } from "./draft";
import { at, isObject, kindOf, pointer, print, type Json, type JsonObject, type Path } from "./json";
import { Scalar } from "./formscalar";
import { mainType, typeText, type View } from "./schema";
import { count, firstLine, prose, shortened, visible } from "./text";

export type FieldProperties = { draft: Draft; schema: Json; path: Path; label: string; required: boolean };

/** So many properties have a field each; of more, those that are required or set have one. */
const ALL_SHOWN = 40;
const MOST_SHOWN = 200;
const OFFERED = 50;

/** Fields for an input, made from its schema. */
export function Form({ draft }: { draft: Draft }) {
  const view = draft.schemas.view(draft.schemas.root);
  const plain = mainType(view) === "object" || view.variants.length > 0;
  if (draft.broken.value !== null) {
    return <p class="note">The JSON is not complete yet; the form follows when it is.</p>;
  }
  if (mainType(view) === "object" && view.properties.size === 0 && view.additional === true && view.variants.length === 0) {
    return <p class="muted">No input. Further members can be given as JSON.</p>;
  }
  return (
    <div class="form">
      {plain ? <Body draft={draft} schema={draft.schemas.root} path={[]} label="Input" required /> : <Field draft={draft} schema={draft.schemas.root} path={[]} label="Input" required />}
    </div>
  );
}

export function idOf(path: Path): string {
  return "field" + pointer(path).replace(/[^\w-]/g, (mark) => (mark === "/" ? "." : "_" + mark.codePointAt(0)!.toString(16)));
}

export function Field(properties: FieldProperties) {
  const { draft, schema, path, label, required } = properties;
  const view = draft.schemas.view(schema);
  const type = mainType(view);
  const grouped = type === "object" || type === "array" || view.variants.length > 0;
  const value = at(draft.value.value, path);
  if (!grouped || view.choices || view.fixed !== undefined) {
    return <Scalar {...properties} view={view} value={value} />;
  }
  return (
    <fieldset class="group">
      <legend>
        {visible(shortened(label, 120))} {required && <span class="required" aria-label="required">*</span>} <small class="type">{typeText(view)}</small>
      </legend>
      {view.description && <p class="hint">{shortened(firstLine(view.description), 300)}</p>}
      <Presence {...properties} view={view} value={value} />
      {value !== undefined && value !== null && <Body {...properties} />}
      <FieldError draft={draft} path={path} />
    </fieldset>
  );
}

export function FieldError({ draft, path }: { draft: Draft; path: Path }) {
  const place = pointer(path);
  const message = draft.byPointer.value.get(place);
  useEffect(() => draft.placed(place), [draft, place]);
  return message === undefined ? null : (
    <p class="field-error" id={idOf(path) + "-error"}>
      <bdi>{prose(message)}</bdi>
    </p>
  );
}

/** Sets, removes or nulls a group. */
function Presence({ draft, path, view, value, label, required, schema }: FieldProperties & { view: View; value: Json | undefined }) {
  const set = () => draft.change(path, draft.schemas.start(schema));
  return (
    <p class="presence">
      {(value === undefined || value === null) && (
        <button type="button" class="quiet" onClick={set} aria-label={"Set " + visible(label)}>
          Set
        </button>
      )}
      {value !== undefined && !required && (
        <button type="button" class="quiet" onClick={() => draft.change(path, undefined)} aria-label={"Remove " + visible(label)}>
          Remove
        </button>
      )}
      {view.nullable && value !== null && (
        <button type="button" class="quiet" onClick={() => draft.change(path, null)} aria-label={"Set " + visible(label) + " to null"}>
          null
        </button>
      )}
      {value === null && <code>null</code>}
    </p>
  );
}

function Body(properties: FieldProperties) {
  const view = properties.draft.schemas.view(properties.schema);
  if (view.variants.length > 0) {
    return <Union {...properties} view={view} />;
  }
  return mainType(view) === "array" ? <Items {...properties} view={view} /> : <Members {...properties} view={view} />;
}

function Union({ draft, path, label, required, view }: FieldProperties & { view: View }) {
  const { schemas } = draft;
  const value = at(draft.value.value, path);
  const [asked, setAsked] = useState<number | null>(null);
  const found = schemas.variantOf(view, value);
  const index = asked !== null && found !== asked && (value === undefined || found < 0) ? asked : found;
  const variant = view.variants[index];
  const choose = (event: Event) => {
    const next = Number((event.target as HTMLSelectElement).value);
    const schema = view.variants[next];
    setAsked(next);
    if (schema !== undefined) {
      draft.change(path, schemas.start(schema));
    }
  };
  const id = idOf(path) + "-variant";
  return (
    <div class="union">
      <label for={id}>Kind of {visible(label)}</label>
      <select id={id} value={String(index)} onChange={choose}>
        {index < 0 && <option value="-1">none fits</option>}
        {view.variants.map((schema, at) => (
          <option key={at} value={String(at)}>
            {visible(shortened(schemas.label(schema, at), 80))}
          </option>
        ))}
      </select>
      {view.properties.size > 0 && <Members draft={draft} schema={view.schema} path={path} label={label} required={required} view={view} />}
      {variant !== undefined && <VariantBody draft={draft} schema={variant} path={path} label={label} required={required} />}
    </div>
  );
}

function VariantBody(properties: FieldProperties) {
  const view = properties.draft.schemas.view(properties.schema);
  const type = mainType(view);
  const grouped = (type === "object" || type === "array" || view.variants.length > 0) && !view.choices && view.fixed === undefined;
  return grouped ? <Body {...properties} /> : <Scalar {...properties} view={view} value={at(properties.draft.value.value, properties.path)} />;
}

function Items({ draft, path, label, view }: FieldProperties & { view: View }) {
  const value = at(draft.value.value, path);
  const items = Array.isArray(value) ? value : [];
  const schema = view.items ?? true;
  const move = (from: number, to: number) => {
    const next = [...items];
    const [item] = next.splice(from, 1);
    next.splice(to, 0, item as Json);
    draft.change(path, next);
  };
  return (
    <div class="items">
      {items.slice(0, MOST_SHOWN).map((_item, index) => (
        <div class="item" key={index}>
          <Field draft={draft} schema={schema} path={[...path, index]} label={`${label} ${index + 1}`} required />
          <span class="item-buttons">
            <button type="button" class="quiet" disabled={index === 0} aria-label={`Move ${visible(label)} ${index + 1} up`} onClick={() => move(index, index - 1)}>
              ↑
            </button>
            <button type="button" class="quiet" aria-label={`Remove ${visible(label)} ${index + 1}`} onClick={() => draft.change([...path, index], undefined)}>
              ×
            </button>
          </span>
        </div>
      ))}
      {items.length > MOST_SHOWN && <p class="muted">{count(items.length - MOST_SHOWN)} more, in the JSON.</p>}
      <button type="button" class="quiet" onClick={() => draft.change(path, [...items, draft.schemas.start(schema)])} aria-label={"Add to " + visible(label)}>
        + Add
      </button>
    </div>
  );
}

function Members({ draft, path, label, view }: FieldProperties & { view: View }) {
  const value = at(draft.value.value, path);
  const object: JsonObject = isObject(value) ? value : {};
  const names = shownNames(view, object);
  const further = Object.keys(object).filter((name) => !view.properties.has(name));
  const hidden = view.properties.size - names.length;
  return (
    <div class="members">
      {names.map((name) => (
        <Field key={name} draft={draft} schema={view.properties.get(name)!} path={[...path, name]} label={name} required={view.required.has(name)} />
      ))}
      {further.slice(0, MOST_SHOWN).map((name) => (
        <Field key={name} draft={draft} schema={view.additional === false ? true : view.additional} path={[...path, name]} label={name} required={false} />
      ))}
      {hidden > 0 && <PropertyPicker draft={draft} path={path} label={label} view={view} shown={new Set(names)} />}
      {typeof view.additional === "object" && <MemberAdder draft={draft} path={path} label={label} schema={view.additional} />}
    </div>
  );
}

function shownNames(view: View, object: JsonObject): string[] {
  const all = [...view.properties.keys()];
  if (all.length <= ALL_SHOWN) {
    // What is required comes first, in the order of the schema.
    return [...all.filter((name) => view.required.has(name)), ...all.filter((name) => !view.required.has(name))];
  }
  return all.filter((name) => view.required.has(name) || Object.hasOwn(object, name)).slice(0, MOST_SHOWN);
}

type PickerProperties = { draft: Draft; path: Path; label: string; view: View; shown: Set<string> };

/** Adds one of many optional properties by its name. */
function PropertyPicker({ draft, path, label, view, shown }: PickerProperties) {
  const [text, setText] = useState("");
  const id = idOf(path) + "-more";
  const offered = [...view.properties.keys()].filter((name) => !shown.has(name) && name.includes(text)).slice(0, OFFERED);
  const add = (name: string) => {
    const schema = view.properties.get(name);
    if (schema !== undefined) {
      draft.change([...path, name], draft.schemas.start(schema));
      setText("");
    }
  };
  return (
    <div class="picker">
      <label for={id}>
        Set one of {count(view.properties.size - shown.size)} further properties of {visible(label)}
      </label>
      <input
        id={id}
        list={id + "-list"}
        value={text}
        autocomplete="off"
        onInput={(event) => setText((event.target as HTMLInputElement).value)}
        onChange={(event) => add((event.target as HTMLInputElement).value)}
        onKeyDown={(event) => event.key === "Enter" && add(text)}
      />
      <datalist id={id + "-list"}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

/** Adds a member under a name that the schema leaves open. */
function MemberAdder({ draft, path, label, schema }: { draft: Draft; path: Path; label: string; schema: Json }) {
  const [name, setName] = useState("");
  const id = idOf(path) + "-member";
  const add = () => {
    if (name !== "") {
      draft.change([...path, name], draft.schemas.start(schema));
      setName("");
    }
  };
  return (
    <div class="picker">
      <label for={id}>Add a member to {visible(label)}</label>
      <span class="inline">
        <input id={id} value={name} placeholder="name" onInput={(event) => setName((event.target as HTMLInputElement).value)} onKeyDown={(event) => event.key === "Enter" && add()} />
        <button type="button" class="quiet" onClick={add}>
          + Add
        </button>
      </span>
    </div>
  );
}

export function asText(value: Json | undefined): string {
  if (value === undefined) {
    return "";
  }
  return typeof value === "string" ? value : kindOf(value) === "number" ? String(value) : print(value, 0);
}
