import {
  hasSchemas,
  readFormerSchemas,
  type FormerFile,
} from "../changes/former/former-schemas.js";
import { compareContracts, needsSchemas, type Contract } from "../changes/compare-locks.js";
import type { ContractChange } from "../changes/change.js";
import type { Lock } from "../changes/lock.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { echoOptions } from "../options/echo.js";
import type { Options } from "../options/table.js";
import { isRecorded } from "../write/file-record.js";
import type { Manifest } from "../write/manifest.js";
import type { Step, WritePlan } from "../write/plan.js";
import { refuseChanges, type DocumentPlaces } from "./refuse-changes.js";

/** The server that is written. */
export interface NewServer {
  readonly contract: Contract;
  readonly places: DocumentPlaces;
}

/** What a run means for the clients of the former output. */
export interface FormerComparison {
  /** Absent if there was no output, or it is not known what clients relied on. */
  readonly changes?: readonly ContractChange[];
  readonly notes: readonly Diagnostic[];
  /** Errors about changes that the user has not allowed. */
  readonly refusals: readonly Diagnostic[];
}

/** Compares the server with the one that the folder has. */
export async function compareFormer(
  { before, steps }: WritePlan,
  files: readonly GeneratedFile[],
  { contract, places }: NewServer,
  options: Options,
): Promise<FormerComparison> {
  if (!before) return { notes: [], refusals: [] };
  if (!before.lock) return { notes: [lockMissing], refusals: [] };
  const now = contract.lock;
  const former = await formerContract(before, before.lock, withContents(steps, files), now);
  const changes = compareContracts(former, contract);
  const servers = {
    before: before.lock,
    now,
    changes,
    options: { before: before.options, now: echoOptions(options) },
    places,
  };
  return { changes, notes: [], refusals: refuseChanges(servers, options) };
}

const lockMissing: Diagnostic = {
  code: "lock-missing",
  severity: "warning",
  message:
    "The manifest of the output folder has no lock, so this run can't tell what changed for clients.",
  hint: "It was written by an earlier version; from this run on, changes are told.",
};

type StepWithContent = Step & { readonly written?: string };

/** Adds the contents of files that stay as they are. */
function withContents(
  steps: readonly Step[],
  files: readonly GeneratedFile[],
): readonly StepWithContent[] {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return steps.map((step) => {
    const written = step.action === "unchanged" ? contents.get(step.path) : undefined;
    return written === undefined ? step : { ...step, written };
  });
}

/** Reads schemas back from the generated files only where a fingerprint says that one changed. */
async function formerContract(
  before: Manifest,
  lock: Lock,
  steps: readonly StepWithContent[],
  now: Lock,
): Promise<Contract> {
  if (!needsSchemas(lock, now)) return { lock };
  const files = steps.flatMap((step) => formerFile(step, before) ?? []);
  return { lock, schemas: await readFormerSchemas(files) };
}

/** Returns a file as the former run wrote it; undefined if it is another now, or has no schemas. */
function formerFile(step: StepWithContent, before: Manifest): FormerFile | undefined {
  const { path, role, action, written } = step;
  if (role !== "generated" || !hasSchemas(path)) return undefined;
  if (written !== undefined) return { path, content: written };
  if (action !== "update" && action !== "remove") return undefined;
  const isOurs = isRecorded(path, step.previous, before.files.get(path));
  return isOurs ? { path, content: step.previous } : undefined;
}
