import { useState } from "preact/hooks";
import { print, type Json } from "./json";
import { Markdown } from "./markdown";
import { typeText, type Schemas, type View } from "./schema";
import { count, shortened, visible } from "./text";

const PAGE = 50;

/** A schema as a tree that opens as far as one looks. */
export function SchemaTree({ schemas }: { schemas: Schemas }) {
  const view = schemas.view(schemas.root);
  if (schemas.root === true || (view.types.size === 0 && view.variants.length === 0 && view.properties.size === 0)) {
    return <p class="muted">Anything: there is no schema.</p>;
  }
  return (
    <div class="schema">
      <Facts view={view} />
      <Children schemas={schemas} view={view} depth={0} />
    </div>
  );
}

function Children({ schemas, view, depth }: { schemas: Schemas; view: View; depth: number }) {
  const [limit, setLimit] = useState(PAGE);
  const names = [...view.properties.keys()];
  return (
    <ul>
      {names.slice(0, limit).map((name) => (
        <Node key={name} schemas={schemas} schema={view.properties.get(name)!} name={name} required={view.required.has(name)} depth={depth} />
      ))}
      {names.length > limit && (
        <li>
          <button type="button" class="quiet" onClick={() => setLimit(limit + 10 * PAGE)}>
            {count(names.length - limit)} more properties
          </button>
        </li>
      )}
      {view.items !== undefined && <Node schemas={schemas} schema={view.items} name="each item" depth={depth} soft />}
      {typeof view.additional === "object" && <Node schemas={schemas} schema={view.additional} name="any other member" depth={depth} soft />}
      {view.variants.slice(0, limit).map((variant, index) => (
        <Node key={index} schemas={schemas} schema={variant} name={(index === 0 ? "one of " : "or ") + schemas.label(variant, index)} depth={depth} soft />
      ))}
    </ul>
  );
}

type NodeProperties = { schemas: Schemas; schema: Json; name: string; required?: boolean; depth: number; soft?: boolean };

function Node({ schemas, schema, name, required, depth, soft }: NodeProperties) {
  const view = schemas.view(schema);
  const inner = view.properties.size > 0 || view.variants.length > 0 || typeof view.additional === "object" || view.items !== undefined;
  const [open, setOpen] = useState(depth < 1 && view.properties.size <= PAGE);
  return (
    <li>
      <div class="schema-line">
        {inner ? (
          <button type="button" class="twist" aria-expanded={open} aria-label={(open ? "Close " : "Open ") + visible(name)} onClick={() => setOpen(!open)}>
            {open ? "▾" : "▸"}
          </button>
        ) : (
          <span class="twist" />
        )}
        <span class={soft ? "muted" : "schema-name"}>{visible(shortened(name, 200))}</span>
        {required && (
          <abbr class="required" title="required">
            *
          </abbr>
        )}
        <Facts view={view} />
      </div>
      {view.description && (
        <div class="schema-text">
          <Markdown text={view.description} />
        </div>
      )}
      {inner && open && depth < 40 && <Children schemas={schemas} view={view} depth={depth + 1} />}
    </li>
  );
}

function Facts({ view }: { view: View }) {
  const facts = [...view.bounds];
  if (view.standard !== undefined) {
    facts.push("default " + print(view.standard, 0));
  }
  if (view.fixed !== undefined) {
    facts.push("always " + print(view.fixed, 0));
  }
  return (
    <span class="facts">
      <span class="type">{typeText(view) || (view.variants.length > 0 ? "one of" : "any")}</span>
      {view.deprecated && <span class="badge warn">deprecated</span>}
      {view.choices && <span>{visible(shortened(view.choices.slice(0, 30).map((choice) => print(choice, 0)).join(", "), 400))}</span>}
      {facts.map((fact) => (
        <span key={fact}>{visible(shortened(fact, 200))}</span>
      ))}
    </span>
  );
}
