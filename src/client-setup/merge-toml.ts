import { parse, patch } from "@decimalturn/toml-patch";
import { isSameValue } from "./is-same-value.js";
import type { Addition, Merged } from "./merge-model.js";
import { tomlEntry } from "./toml-entry.js";

type Table = Record<string, unknown>;

/** Adds an entry to a configuration in TOML. Comments and everything else of the text stay. */
export function mergeToml(former: string, addition: Addition): Merged {
  const { section, name, entry, force } = addition;
  const root = read(former);
  if ("reason" in root) return root;
  const servers = root.value[section] ?? {};
  if (!isTable(servers)) {
    return { kind: "invalid", reason: `"${section}" is not a table`, offset: 0 };
  }
  const present = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (isSameValue(present, entry)) return { kind: "same" };
  if (present !== undefined && !force) return { kind: "taken", offset: offsetOf(former, name) };
  const wanted = { ...root.value, [section]: { ...servers, [name]: entry } };
  const text = [appended, patched]
    .filter((make) => present === undefined || make === patched)
    .map((make) => make(former, addition, wanted))
    .find((each) => {
      const result = read(each);
      return !("reason" in result) && isSameValue(result.value, wanted);
    });
  if (text !== undefined) return { kind: "changed", text };
  return { kind: "invalid", reason: "the entry can't be added to this form of tables", offset: 0 };
}

/** A table at the end changes nothing before it, unless the tables have another form. */
function appended(former: string, { section, name, entry }: Addition): string {
  const eol = former.includes("\r\n") ? "\r\n" : "\n";
  const before = former.trimEnd();
  const table = tomlEntry(section, name, entry).replaceAll("\n", eol);
  return before === "" ? table : `${before}${eol}${eol}${table}`;
}

function patched(former: string, _addition: Addition, wanted: Table): string {
  try {
    return patch(former, wanted);
  } catch {
    // The text that comes out is compared with what is wanted, so that this finds nothing.
    return former;
  }
}

function read(text: string): { readonly value: Table } | (Merged & { readonly kind: "invalid" }) {
  try {
    return { value: parse(text) as Table };
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    const at = error instanceof Error && "line" in error ? Number(error.line) : 1;
    return { kind: "invalid", reason, offset: lineOffset(text, at) };
  }
}

function lineOffset(text: string, line: number): number {
  const before = text.split("\n").slice(0, Math.max(0, line - 1));
  return before.join("\n").length + (before.length > 0 ? 1 : 0);
}

/** Returns where a table begins, as far as its header is written in one of the usual ways. */
function offsetOf(text: string, name: string): number {
  return Math.max(0, text.search(new RegExp(String.raw`^[ \t]*\[.*\b${name}\b.*\]`, "m")));
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
