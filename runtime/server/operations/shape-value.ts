import { parseExact } from "../../protocol/keep-integers.js";
import { integerMark, markIntegers, unmarkIntegers } from "../../protocol/marked-integers.js";
import { isObject } from "../../protocol/json.js";
import type { Operation } from "../../contract/operation.js";
import { textOf, type Value } from "../results/value.js";

type JsonValue = Value & { readonly kind: "json" };

/** Most shortened lists that are reported one by one. */
const maxNotes = 10;

/**
 * Applies an operation's `select` and `limit` to a JSON value; returns other values unchanged.
 *
 * @throws ToolError when the selection takes too long or grows too large
 */
export async function shapeValue(
  { select, limit }: Pick<Operation, "select" | "limit">,
  value: Value,
): Promise<Value> {
  if (value.kind !== "json") return value;
  let shaped = value;
  if (select !== undefined) {
    const { selectFrom } = await import("./select.js");
    shaped = withDigits(shaped, (data) => selectFrom(select, data));
  }
  if (limit !== undefined) {
    const cutter = new ListCutter(limit);
    shaped = withDigits(shaped, (data) => cutter.cut(data));
    const notes = [...(value.notes ?? []), ...cutter.notes];
    if (notes.length > 0) shaped = { ...shaped, notes };
  }
  if (typeof shaped.value !== "string") return shaped;
  const { value: text, source: _, kind: __, ...rest } = shaped;
  return { ...rest, kind: "text", text: text as string };
}

/** Changes a value. Integers that JavaScript numbers can't hold keep their digits in the value's text. */
function withDigits(value: JsonValue, change: (data: unknown) => unknown): JsonValue {
  if (value.source === undefined) return { ...value, value: change(value.value) };
  const text = textOf(value);
  const marked = markIntegers(text) ?? { text, mark: integerMark() };
  const changed = JSON.stringify(change(JSON.parse(marked.text))) ?? "null";
  // A selection may have made a marked integer part of a longer string.
  const source = unmarkIntegers({ ...marked, text: changed }).replaceAll(marked.mark, "");
  return { ...value, value: parseExact(source), source };
}

/** Shortens lists at any depth and notes what each lost. */
class ListCutter {
  readonly #limit: number;
  readonly #notes: string[] = [];
  #cuts = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get notes(): readonly string[] {
    const more = this.#cuts - this.#notes.length;
    return more > 0 ? [...this.#notes, `${more} more lists are shortened.`] : this.#notes;
  }

  cut(value: unknown, path = ""): unknown {
    if (Array.isArray(value)) {
      const kept = value.length > this.#limit ? value.slice(0, this.#limit) : value;
      if (kept !== value) this.#note(value.length, path);
      return kept.map((item: unknown, index) => this.cut(item, `${path}[${index}]`));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        this.cut(inner, path === "" ? name : `${path}.${name}`),
      ]),
    );
  }

  #note(length: number, path: string): void {
    this.#cuts += 1;
    if (this.#notes.length === maxNotes) return;
    const where = path === "" ? "" : ` of ${path.slice(0, 200)}`;
    this.#notes.push(`Only the first ${this.#limit} of ${length} items${where} are shown.`);
  }
}
