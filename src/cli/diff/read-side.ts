import { lstatSync } from "node:fs";
import path from "node:path";
import { readFormerContract } from "../../output/read-former-contract.js";
import type { Contract } from "../../changes/compare-locks.js";
import { contractOf } from "../../changes/contract-of-surface.js";
import type { LocatedDiagnostic } from "../../diagnostics/diagnostic.js";
import { readSurface } from "../../generate.js";
import type { Options } from "../../options/table.js";
import { manifestName } from "../../write/manifest.js";
import { readStdin } from "../stdin.js";
import { UsageError } from "../usage-error.js";
import { isRevisionFile, type Revisions } from "./git-revision.js";

/** One of the two servers that are compared. Without a contract, an error says why. */
export interface Side {
  readonly contract?: Contract;
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/**
 * Reads a server: from a document (a file, a URL, `-`, or a file of a Git revision), or from the folder or the manifest of
 * an output.
 *
 * @throws UsageError for a revision that Git does not have, and a folder without an output
 */
export async function readSide(
  operand: string,
  options: Options,
  revisions: Revisions,
): Promise<Side> {
  const cwd = process.cwd();
  const folder = outputFolderOf(operand, cwd);
  if (folder !== undefined) return readOutput(operand, folder);
  const located = async (file: string): Promise<string> =>
    isRevisionFile(file, cwd) ? revisions.copy(file) : file;
  const routes = options.routes === undefined ? undefined : await located(options.routes);
  const overlay = options.overlay && (await Promise.all(options.overlay.map(located)));
  const input = await located(operand);
  const shaped: Options = {
    ...options,
    ...(routes === undefined ? {} : { routes }),
    ...(overlay === undefined ? {} : { overlay }),
  };
  const { surface, diagnostics } = await readSurface(input, shaped, { cwd, readStdin });
  return { diagnostics, ...(surface && { contract: contractOf(surface) }) };
}

async function readOutput(operand: string, folder: string): Promise<Side> {
  const contract = await readFormerContract(folder);
  if (!contract) {
    throw new UsageError(
      `${operand} has no output with a lock: give a document, or generate the output again first.`,
    );
  }
  return { contract, diagnostics: [] };
}

/** Returns the folder of an output that an operand names, itself or by its manifest. */
function outputFolderOf(operand: string, cwd: string): string | undefined {
  const file = path.resolve(cwd, operand);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return file;
  if (!stat || path.basename(file) !== manifestName) return undefined;
  const own = path.dirname(file);
  return own.endsWith(path.join("src", "generated")) ? path.dirname(path.dirname(own)) : own;
}
