import path from "node:path";
import { nearest } from "../diagnostics/nearest.js";
import { quoteList, showValue, spell, withArticle } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import type { OptionRow } from "../options/option-row.js";
import { settingName, settingRows } from "../options/settings.js";
import { optionTable, type OptionName, type Options } from "../options/table.js";
import type { InlineDocuments } from "./inline-documents.js";
import type { SettingFault } from "./setting-fault.js";

export interface ReadSettings {
  readonly input?: string;
  readonly options: Partial<Options>;
}

/** Where paths of settings begin, and where they are seen from. */
export interface Folders {
  /** Absolute folder of relative paths. */
  readonly folder: string;
  /** Absolute. Paths that are read are relative to it. */
  readonly cwd: string;
}

/** Values that may be documents themselves, and the names under which these are read. */
const documents: Readonly<Record<string, string>> = {
  input: "document.json",
  routes: "routes.json",
  overlay: "overlay.json",
};

/**
 * Reads settings, each with the checks of its command-line option. Names may also be written as on the command line,
 * without the dashes: `dry-run`.
 */
export class SettingsReader {
  readonly faults: SettingFault[] = [];
  readonly #folders: Folders;
  readonly #inline: InlineDocuments;

  constructor(folders: Folders, inline: InlineDocuments) {
    this.#folders = folders;
    this.#inline = inline;
  }

  /** @param known names of further fields, for suggestions */
  read(value: object, pointer: string, known: readonly string[] = ["input"]): ReadSettings {
    const options: Record<string, unknown> = {};
    let input: string | undefined;
    for (const [key, setting] of Object.entries(value)) {
      if (setting === undefined) continue;
      const at = `${pointer}/${escapeToken(key)}`;
      const found = key === "input" ? inputRow : this.#rowOf(key, at, known);
      if (!found) continue;
      const { option, row } = found;
      if (Object.hasOwn(options, option)) {
        this.#add(at, `${spell(at)} is given twice, in both spellings.`);
        continue;
      }
      const one = this.#valueOf(option, row, setting, at);
      if (option === "input") input = one as string | undefined;
      else if (one !== undefined) options[option] = one;
    }
    return { ...(input === undefined ? {} : { input }), options };
  }

  #rowOf(
    key: string,
    at: string,
    known: readonly string[],
  ): { option: OptionName; row: OptionRow } | undefined {
    const found = settingRows.get(key) ?? settingRows.get(settingName(key));
    if (found && (key === found.option || settingRows.has(key))) return found;
    if (Object.hasOwn(optionTable, key)) {
      this.#add(at, `${spell(at)} is for one run.`, `Give --${key} on the command line.`);
      return undefined;
    }
    const suggestion = nearest(key, [...settingRows.keys(), ...known]);
    this.#add(
      at,
      `${spell(at)} is no option.`,
      suggestion === undefined
        ? "The documentation of the configuration lists the options."
        : `Did you mean \`${suggestion}\`?`,
    );
    return undefined;
  }

  #valueOf(option: string, row: OptionRow, value: unknown, at: string): unknown {
    if (!row.repeatable) return this.#single(option, row, value, at);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const read = values.map((one, index) =>
      this.#single(option, row, one, Array.isArray(value) ? `${at}/${index}` : at),
    );
    return read.includes(undefined) ? undefined : read;
  }

  /** Returns undefined after a fault. */
  #single(option: string, row: OptionRow, value: unknown, at: string): unknown {
    if (Object.hasOwn(documents, option) && typeof value === "object" && value !== null) {
      return this.#document(documents[option]!, value, at);
    }
    const given = row.numeric && isCount(value) ? String(value) : value;
    const fault = faultOf(option, row, given);
    if (fault !== undefined) {
      const hint =
        row.choices && typeof value === "string" ? nearest(value, row.choices) : undefined;
      this.#add(at, `${spell(at)} ${fault}`, hint && `Did you mean \`${hint}\`?`);
      return undefined;
    }
    return row.path ? this.pathOf(given as string) : given;
  }

  #document(name: string, value: object, at: string): string | undefined {
    try {
      return this.#fromCwd(this.#inline.add(path.join(this.#folders.folder, name), value));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#add(at, `${spell(at)} can't be written as JSON: ${error.message.split("\n")[0]}.`);
      return undefined;
    }
  }

  /** Returns a path of a setting as it is seen from the working directory. */
  pathOf(given: string): string {
    if (given === "-" || /^(?:https?|file):/i.test(given)) return given;
    const { folder, cwd } = this.#folders;
    return folder === cwd ? given : this.#fromCwd(path.resolve(folder, given));
  }

  #fromCwd(file: string): string {
    return path.relative(this.#folders.cwd, file) || ".";
  }

  #add(pointer: string, message: string, hint?: string): void {
    this.faults.push({ pointer, message, ...(hint === undefined ? {} : { hint }) });
  }
}

const inputRow = {
  option: "input",
  row: { type: "string", path: true, doc: "", commands: [] },
} as const satisfies { option: string; row: OptionRow };

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** Returns the end of a sentence that begins with the setting. It quotes no value that may be a secret. */
function faultOf(option: string, row: OptionRow, value: unknown): string | undefined {
  if (typeof value !== row.type) {
    const number = row.numeric ? " or a whole number" : "";
    const itself = Object.hasOwn(documents, option) ? " or the document itself" : "";
    return `is ${showValue(value)}; it must be ${withArticle(row.type)}${number}${itself}.`;
  }
  if (row.type === "number" && !isCount(value)) {
    return `is ${showValue(value)}; it must be a whole number, 0 or more.`;
  }
  if (row.path && value === "") return "is empty; it must name a file or a folder.";
  if (row.choices && !row.choices.includes(value as string)) {
    return `is ${showValue(value)}; it must be one of ${quoteList(row.choices)}.`;
  }
  if (row.check === undefined) return undefined;
  try {
    row.check(value as string);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `can't be used: ${error.message}`;
  }
}
