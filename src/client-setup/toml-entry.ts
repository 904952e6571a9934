import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import type { Entry, EntryValue } from "./setup-model.js";

/** Prints an entry as a table of TOML. @see https://toml.io/en/v1.0.0 */
export function tomlEntry(section: string, name: string, entry: Entry): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}\n`);
  return `[${section}.${name}]\n${lines.join("")}`;
}

function tomlValue(value: EntryValue): string {
  if (typeof value === "string") return tomlString(value);
  if (Array.isArray(value)) return `[${value.map(tomlString).join(", ")}]`;
  const members = Object.entries(value as Readonly<Record<string, string>>);
  return `{ ${members.map(([key, text]) => `${key} = ${tomlString(text)}`).join(", ")} }`;
}

/** A string of JSON is a basic string of TOML, once no control character is left. */
function tomlString(text: string): string {
  return escapeHidden(JSON.stringify(text));
}
