import { lstatSync } from "node:fs";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import { readFormerContract } from "../../output/read-former-contract.js";
import type { Contract } from "../../changes/compare-locks.js";
import { contractOf } from "../../changes/contract-of-surface.js";
import type { LocatedDiagnostic } from "../../diagnostics/diagnostic.js";
import { readSurface, type Host } from "../../read-surface.js";
import type { Options } from "../../options/table.js";
import { manifestName } from "../../write/manifest.js";
import { UsageError } from "../usage-error.js";
import { isRevisionFile, type Revisions } from "./git-revision.js";

/** One of the two servers that are compared. Without a contract, an error says why. */
export interface Side {
  readonly contract?: Contract;
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/** How a side is read. */
export interface SideInput {
  /** A document (a file, a URL, `-`, or a file of a Git revision), or the folder or the manifest of an output. */
  readonly operand: string;
  readonly options: Options;
  readonly host: Host;
  /** Options whose files are those of the revision if the operand is of one, as far as it has them. */
  readonly ofRevision: ReadonlySet<keyof Options>;
}

/**
 * Reads a server.
 *
 * @throws UsageError for a revision that Git does not have, and a folder without an output
 */
export async function readSide(input: SideInput, revisions: Revisions): Promise<Side> {
  const { operand, options, host, ofRevision } = input;
  const { cwd } = host;
  const folder = outputFolderOf(operand, cwd);
  if (folder !== undefined) return readOutput(operand, folder);
  const isOld = isRevisionFile(operand, cwd);
  const located = async (option: "routes" | "overlay", file: string): Promise<string> => {
    if (isRevisionFile(file, cwd)) return revisions.copy(file);
    const isConfigured = isOld && ofRevision.has(option) && !/^https?:/i.test(file);
    return (isConfigured ? await revisions.copyOfSame(operand, file) : undefined) ?? file;
  };
  const document = isOld ? await revisions.copy(operand, options["allow-refs-outside"]) : operand;
  const { routes, overlay } = options;
  const shaped: Options = {
    ...options,
    ...defined({
      routes: routes === undefined ? undefined : await located("routes", routes),
      overlay: overlay && (await Promise.all(overlay.map((file) => located("overlay", file)))),
    }),
  };
  const { surface, diagnostics } = await readSurface(document, shaped, host);
  return {
    diagnostics: revisions.named(diagnostics),
    ...(surface && { contract: contractOf(surface) }),
  };
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
