import path from "node:path";
import { pathToFileURL } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { displayFile } from "../diagnostics/display.js";
import { parseSource } from "../load/parse.js";
import { readLocalFile } from "../load/read-bytes.js";
import type { SourceText } from "../load/source.js";
import type { Configuration } from "./configuration.js";
import { findConfigs } from "./find-config.js";
import { placeInCode } from "./place-in-code.js";
import { readConfig } from "./read-config.js";
import { thrownBy } from "./thrown-by.js";

/** A larger file is no configuration. */
const maxBytes = 4 * 1_048_576;

export interface LoadedConfig {
  readonly configuration?: Configuration;
  /** The texts that diagnostics point into. */
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds and loads the configuration of a folder. A configuration in TypeScript or JavaScript runs.
 *
 * @param cwd absolute
 * @returns undefined if there is none
 */
export async function loadFoundConfig(cwd: string): Promise<LoadedConfig | undefined> {
  const [file, ...others] = findConfigs(cwd);
  if (file === undefined) return undefined;
  if (others.length === 0) return loadConfig(file, cwd);
  const also = others.map((other) => path.basename(other)).join(", ");
  return failed({
    code: "config-invalid",
    severity: "error",
    message: `${path.basename(file)} is not the only configuration in its folder: ${also}.`,
    place: { file: pathToFileURL(file).href, pointer: "" },
    hint: "Keep one of them, or choose with --config.",
  });
}

/**
 * Loads a configuration. One in TypeScript or JavaScript runs.
 *
 * @param file absolute
 * @param cwd absolute; the paths of the result are relative to it
 * @returns the configuration, or `config-unreadable`, `syntax`, `duplicate-key` and `config-invalid` errors
 */
export async function loadConfig(file: string, cwd: string): Promise<LoadedConfig> {
  const url = pathToFileURL(file).href;
  const read = readLocalFile(file, maxBytes);
  if (read.kind === "unreadable") {
    return failed({
      code: "config-unreadable",
      severity: "error",
      message: `The configuration ${displayFile(url, cwd)} ${read.problem}.`,
    });
  }
  if (/\.[cm]?[jt]s$/.test(file)) return runAndRead(file, url, read.text, cwd);
  const { file: text, source, diagnostics } = parseSource(url, read.text);
  const files = new Map([[url, text]]);
  if (source && diagnostics.length === 0) return { ...readConfig(url, source.value, cwd), files };
  // Of two values for one option, neither is obeyed.
  return { files, diagnostics: diagnostics.map((each) => ({ ...each, severity: "error" })) };
}

async function runAndRead(
  file: string,
  url: string,
  text: string,
  cwd: string,
): Promise<LoadedConfig> {
  const { runConfig } = await import("./run-config.js");
  const files = new Map([[url, { url, text, format: "text" } as const]]);
  try {
    const { configuration, diagnostics } = readConfig(url, await runConfig(file), cwd);
    const placed = diagnostics.map((each) => placeInCode(each, text));
    return { ...defined({ configuration }), files, diagnostics: placed };
  } catch (error) {
    return { files, diagnostics: [thrownBy(error, url, text)] };
  }
}

function failed(diagnostic: Diagnostic): LoadedConfig {
  return { files: new Map(), diagnostics: [diagnostic] };
}
