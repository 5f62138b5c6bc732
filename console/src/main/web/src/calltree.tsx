import type { CallEntry } from "./activity";
import { Outcome } from "./activityview";
import { operationLink } from "./router";
import { clock, count, millis, shortened, visible } from "./text";

const SHOWN = 50;
const DEEPEST = 20;

type Families = Map<string, CallEntry[]>;

/** Calls with those that they made. */
export function CallTree({ calls }: { calls: CallEntry[] }) {
  const known = new Set(calls.map((call) => call.id));
  const families: Families = new Map();
  const roots: CallEntry[] = [];
  for (const call of calls) {
    if (call.parent !== null && call.parent !== undefined && known.has(call.parent)) {
      families.set(call.parent, [call, ...(families.get(call.parent) ?? [])]);
    } else {
      roots.push(call);
    }
  }
  const nested = roots.filter((call) => families.has(call.id));
  if (nested.length === 0) {
    return <p class="muted">None of these calls made calls of its own.</p>;
  }
  return (
    <ul class="call-tree">
      {nested.slice(0, SHOWN).map((call) => (
        <Branch key={call.id} call={call} families={families} whole={call.micros} depth={0} />
      ))}
    </ul>
  );
}

function Branch({ call, families, whole, depth }: { call: CallEntry; families: Families; whole: number; depth: number }) {
  const inner = families.get(call.id) ?? [];
  return (
    <li>
      <span class="call-line">
        <time>{clock(call.started)}</time>
        <a href={operationLink(call.operation)}>{visible(shortened(call.operation, 80))}</a>
        <Outcome call={call} />
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${Math.max(1, Math.min(100, (call.micros / Math.max(1, whole)) * 100))}%` }} />
        </span>
        <span class="number">{millis(call.micros / 1000)}</span>
      </span>
      {inner.length > 0 && depth < DEEPEST && (
        <ul>
          {inner.slice(0, SHOWN).map((child) => (
            <Branch key={child.id} call={child} families={families} whole={whole} depth={depth + 1} />
          ))}
          {inner.length > SHOWN && <li class="muted">{count(inner.length - SHOWN)} more</li>}
        </ul>
      )}
    </li>
  );
}
