import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { parseSource } from "../load/parse.js";
import { readLocalFile } from "../load/read-bytes.js";
import type { SourceText } from "../load/source.js";
import type { Gateway } from "./gateway-model.js";
import { readGateway } from "./read-gateway.js";

/** A larger file is no gateway. */
const maxBytes = 4 * 1_048_576;

export interface LoadedGateway {
  readonly gateway?: Gateway;
  /** The texts that diagnostics point into. */
  readonly files: ReadonlyMap<string, SourceText>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads a file that lists servers.
 *
 * @param spec a path, relative to `cwd`, or anything else that is served
 * @returns undefined if it is no gateway but, for example, a document
 */
export function loadGateway(
  spec: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): LoadedGateway | undefined {
  const file = path.resolve(cwd, spec);
  if (!/\.(?:ya?ml|json)$/i.test(spec) || !existsSync(file)) return undefined;
  const read = readLocalFile(file, maxBytes);
  // Whatever else it is, its reader says what is wrong with it.
  if (read.kind === "unreadable" || !/(?:^|[\s{"'])servers["']?\s*:/.test(read.text))
    return undefined;
  const url = pathToFileURL(file).href;
  const { file: text, source, diagnostics } = parseSource(url, read.text);
  const value = source?.value;
  if (!isGateway(value)) return undefined;
  const files = new Map([[url, text]]);
  if (diagnostics.length > 0) return { files, diagnostics };
  return { ...readGateway({ url, value, cwd, env }), files };
}

/** A list of servers is a part of documents, too. */
function isGateway(value: unknown): value is object {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "servers")) return false;
  return !["openapi", "swagger", "paths", "info", "arazzo", "asyncapi"].some((key) =>
    Object.hasOwn(value, key),
  );
}
