import path from "node:path";
import type { Command } from "../options/option-row.js";
import { optionTable, type OptionName } from "../options/table.js";
import type { JsonObject } from "./define-config.js";
import type { InlineDocuments } from "./inline-documents.js";
import { SettingsReader } from "./read-settings.js";

/**
 * A document: its path, its URL, its text, or its value. A string is taken for a text if it begins with `{` or has several
 * lines.
 */
export type DocumentInput = string | URL | JsonObject;

/** Where given options are read, and which of them are for the function. */
export interface GivenReading {
  /** Absolute folder of relative paths. */
  readonly cwd: string;
  /** Receives documents that are given as texts or values. */
  readonly inline: InlineDocuments;
  /** Whether an option of these commands is one of the function. */
  readonly concerns: (commands: readonly Command[]) => boolean;
  /** What the function does, for messages: `generating`. */
  readonly purpose: string;
}

/**
 * Reads the options of a function that takes documents as paths, URLs, texts or values.
 *
 * @param caller the name of the function, for messages
 * @throws TypeError for an unknown option or a value that its option does not allow
 */
export function readGiven(
  caller: string,
  settings: { readonly input?: unknown },
  { cwd, inline, concerns, purpose }: GivenReading,
): Required<ReturnType<SettingsReader["read"]>> {
  const reader = new SettingsReader({ folder: cwd, cwd }, inline);
  const documents = Object.entries(settings).map(([name, value]) => [
    name,
    Object.hasOwn(textNames, name)
      ? namedDocument(value, name as DocumentOption, cwd, inline)
      : value,
  ]);
  const { input, options } = reader.read(Object.fromEntries(documents) as object, "", [
    "input",
    "cwd",
  ]);
  const faults = reader.faults.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  for (const name of Object.keys(options)) {
    const { commands }: { commands: readonly Command[] } = optionTable[name as OptionName];
    if (!concerns(commands)) faults.push(`\`${name}\` does not concern ${purpose}.`);
  }
  if (settings.input === undefined) faults.push("`input` is missing.");
  if (input !== undefined && faults.length === 0) return { input, options };
  throw new TypeError(`${caller}: ${faults.join(" ")}`);
}

type DocumentOption = keyof typeof textNames;

/** Names by which messages call documents that are given as texts. */
const textNames = {
  input: "document.yaml",
  routes: "routes.yaml",
  overlay: "overlay.yaml",
} as const;

/** Replaces texts by names of documents, and URLs by their texts. */
function namedDocument(
  value: unknown,
  option: DocumentOption,
  cwd: string,
  inline: InlineDocuments,
): unknown {
  if (value instanceof URL) return value.href;
  if (option === "overlay" && Array.isArray(value)) {
    return value.map((each) => namedDocument(each, option, cwd, inline));
  }
  if (typeof value !== "string" || !/^\s*\{|[\r\n]/.test(value)) return value;
  return path.relative(cwd, inline.addText(path.join(cwd, textNames[option]), value));
}
