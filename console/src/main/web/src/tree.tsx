import { useState } from "preact/hooks";
import { kindOf, isObject, type Json } from "./json";
import { count, shortened, visible } from "./text";

const PAGE = 100;
const LONGEST = 500;

/** A value as a tree; children exist when they are opened, a hundred at a time. */
export function Tree({ value, label = "Result" }: { value: Json; label?: string }) {
  return (
    <ul class="tree" aria-label={label}>
      <Branch value={value} name={null} depth={0} />
    </ul>
  );
}

function Branch({ value, name, depth }: { value: Json; name: string | null; depth: number }) {
  const size = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : -1;
  const [open, setOpen] = useState(depth === 0 || (depth < 3 && size <= 20));
  if (size < 0) {
    return (
      <li>
        <span class="twist" />
        <Name name={name} />
        <Leaf value={value} />
      </li>
    );
  }
  const brackets = Array.isArray(value) ? "[]" : "{}";
  return (
    <li>
      {size > 0 ? (
        <button type="button" class="twist" aria-expanded={open} aria-label={(open ? "Close " : "Open ") + (name === null ? "all" : visible(shortened(name, 60)))} onClick={() => setOpen(!open)}>
          {open ? "▾" : "▸"}
        </button>
      ) : (
        <span class="twist" />
      )}
      <Name name={name} />
      <span class="muted">{size === 0 ? brackets : `${brackets[0]} ${count(size)} ${brackets[1]}`}</span>
      {open && size > 0 && <Children value={value as Json[] | { [name: string]: Json }} depth={depth} />}
    </li>
  );
}

function Children({ value, depth }: { value: Json[] | { [name: string]: Json }; depth: number }) {
  const [limit, setLimit] = useState(PAGE);
  const names = Array.isArray(value) ? null : Object.keys(value);
  const size = names === null ? (value as Json[]).length : names.length;
  const shown = [];
  for (let index = 0; index < Math.min(size, limit); index++) {
    const name = names === null ? String(index) : names[index]!;
    const member = Array.isArray(value) ? value[index]! : value[name]!;
    shown.push(<Branch key={name} value={member} name={name} depth={depth + 1} />);
  }
  return (
    <ul>
      {shown}
      {size > limit && (
        <li>
          <button type="button" class="quiet" onClick={() => setLimit(limit * 3)}>
            {count(size - limit)} more
          </button>
        </li>
      )}
    </ul>
  );
}

function Name({ name }: { name: string | null }) {
  return name === null ? null : <span class="name">{visible(shortened(name, 200))}: </span>;
}

export function Leaf({ value }: { value: Json }) {
  const [whole, setWhole] = useState(false);
  const kind = kindOf(value);
  const text = kind === "string" ? visible(JSON.stringify(whole ? value : (value as string).slice(0, LONGEST))) : String(value);
  const rest = kind === "string" ? (value as string).length - LONGEST : 0;
  return (
    <span class={"leaf leaf-" + kind}>
      <bdi>{whole ? text.slice(0, 100_000) : text}</bdi>
      {rest > 0 && !whole && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {count(rest)} more characters
        </button>
      )}
    </span>
  );
}
