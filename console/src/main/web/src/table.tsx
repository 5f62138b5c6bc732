import { useState } from "preact/hooks";
import { isObject, kindOf, type Json, type JsonObject } from "./json";
import { count, shortened, visible } from "./text";
import { Leaf } from "./tree";
import { print } from "./json";

const PAGE = 100;
const COLUMNS = 40;
const LOOKED_AT = 200;

/** What is no longer stays on one line. */
const SHORT = 24;

/** The rows of a list of objects, or of the one list that an object is about. */
export function tableOf(data: Json): JsonObject[] | null {
  if (Array.isArray(data)) {
    return data.length > 0 && data.slice(0, LOOKED_AT).every(isObject) ? (data as JsonObject[]) : null;
  }
  if (isObject(data)) {
    const lists = Object.values(data).filter((member) => Array.isArray(member));
    return lists.length === 1 ? tableOf(lists[0]!) : null;
  }
  return null;
}

export function TableView({ rows }: { rows: JsonObject[] }) {
  const [limit, setLimit] = useState(PAGE);
  const [order, setOrder] = useState<{ column: string; down: boolean } | null>(null);
  const columns = [...new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)))].slice(0, COLUMNS);
  const sorted = order === null ? rows : [...rows].sort((a, b) => compare(a[order.column], b[order.column]) * (order.down ? -1 : 1));
  const sort = (column: string) => setOrder({ column, down: order?.column === column && !order.down });
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Rows">
        <table class="data">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" aria-sort={order?.column === column ? (order.down ? "descending" : "ascending") : "none"}>
                  <button type="button" onClick={() => sort(column)}>
                    {visible(shortened(column, 60))}
                    <span aria-hidden="true">{order?.column === column ? (order.down ? " ↓" : " ↑") : ""}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, limit).map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column}>
                    <Cell value={isObject(row) && Object.hasOwn(row, column) ? row[column] : undefined} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && (
        <button type="button" class="quiet" onClick={() => setLimit(limit * 3)}>
          {count(rows.length - limit)} more rows
        </button>
      )}
    </>
  );
}

function Cell({ value }: { value: Json | undefined }) {
  if (value === undefined) {
    return null;
  }
  const kind = kindOf(value);
  if (kind === "string") {
    const text = visible(shortened(value as string, 200));
    return <bdi class={text.length <= SHORT ? "short" : undefined}>{text}</bdi>;
  }
  return kind === "object" || kind === "array" ? (
    <code>{visible(shortened(print(value, 0), 120))}</code>
  ) : (
    <span class="short">
      <Leaf value={value} />
    </span>
  );
}

function compare(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  return (one === undefined ? "" : typeof one === "string" ? one : print(one, 0)).localeCompare(other === undefined ? "" : typeof other === "string" ? other : print(other, 0));
}
