import { defined } from "../../runtime/protocol/defined.js";
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import type { Lock } from "../changes/lock.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { hasConflict } from "./conflict-markers.js";
import { absent, errorCode, lookAt, mayRename, type Occupant } from "./disk.js";
import { isRecorded } from "./file-record.js";
import {
  contentHash,
  formatManifest,
  isOwnPath,
  isSameContent,
  manifestName,
  maxManifestBytes,
  parseManifest,
  type FileRecord,
  type Manifest,
} from "./manifest.js";
import { isSameMeaning, meaningHash } from "./meaning.js";
import { MergedFiles } from "./merged-files.js";

/** What a plan to write the output depends on. */
export interface PlanOptions {
  /** Whether the output is a project or modules only. */
  readonly layout: "project" | "module";
  /** The version that the manifest names. */
  readonly generatorVersion: string;
  /** The options that shaped the output, for the manifest. */
  readonly optionsEcho?: string;
  /** Overwrite files that were edited by hand or are not in the manifest. */
  readonly force?: boolean;
  /** What clients rely on of the new output. */
  readonly lock?: Lock;
}

export type StepRole = GeneratedFile["role"] | "manifest";

/** What a run does with one file. */
export type Step = { readonly path: string; readonly role: StepRole } & (
  | { readonly action: "create"; readonly content: string }
  | {
      readonly action: "update";
      readonly content: string;
      readonly previous: string;
      /** The old name, if the names differ only in case. */
      readonly renameFrom?: string;
    }
  /** The content is current, or the file is the user's. */
  | { readonly action: "unchanged" }
  | { readonly action: "remove"; readonly previous: string }
  /** A generated file that was edited by hand. */
  | {
      readonly action: "edited";
      readonly previous: string;
      /** What this run would write; absent if it no longer generates the file. */
      readonly content?: string;
    }
  /** The path is taken by something that the generator did not write. */
  | { readonly action: "conflict"; readonly what: string }
);

/** A step that changes the disk. */
export type Change = Extract<Step, { action: "create" | "update" | "remove" }>;

export function isChange(step: Step): step is Change {
  return step.action === "create" || step.action === "update" || step.action === "remove";
}

/** Everything that a run would do to a folder. */
export interface WritePlan {
  /** Absolute, links resolved. */
  readonly outDir: string;
  /** The files in their order, then removals by path, then the manifest. */
  readonly steps: readonly Step[];
  /** Whether applying the plan would change anything. */
  readonly changed: boolean;
  /** The manifest of the former output. */
  readonly before?: Manifest;
  /** Errors that prevent applying the plan. */
  readonly diagnostics: readonly Diagnostic[];
  /** What a merge in Git left; absent without. */
  readonly merge?: MergeTraces;
}

export interface MergeTraces {
  readonly manifest: string;
  /** Files of the run with the marks of conflicts. */
  readonly conflicted: readonly string[];
}

export function manifestPathOf(layout: PlanOptions["layout"]): string {
  return layout === "project" ? `src/generated/${manifestName}` : manifestName;
}

/**
 * Compares `files` with `outDir` and decides what to do with each. Writes nothing. Only files in the folder's manifest are
 * ever replaced or removed, unless `force` is given. Links inside the folder are never followed.
 */
export async function planWrite(
  files: readonly GeneratedFile[],
  outDir: string,
  options: PlanOptions,
): Promise<WritePlan> {
  const root = await realpath(outDir).catch(() => path.resolve(outDir));
  try {
    const stat = await lstat(root).catch(absent);
    if (stat && !stat.isDirectory()) {
      return unwritable(root, `${outDir} is not a folder.`);
    }
    return await compare(files, root, options);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return unwritable(root, `${outDir} can't be read: ${code}.`);
  }
}

function unwritable(outDir: string, message: string): WritePlan {
  const hint = "Give another folder with --out.";
  return {
    outDir,
    steps: [],
    changed: false,
    diagnostics: [{ code: "out-unwritable", severity: "error", message, hint }],
  };
}

async function compare(
  files: readonly GeneratedFile[],
  root: string,
  options: PlanOptions,
): Promise<WritePlan> {
  const manifestPath = manifestPathOf(options.layout);
  const onDisk = lookAt(root, manifestPath);
  const before = onDisk.kind === "file" ? readManifest(onDisk.content) : undefined;
  const merged = new MergedFiles(root, manifestPath, before?.merged ?? false);
  const folder = new OwnedFolder(root, before, merged, options.force ?? false);

  const steps: Step[] = [];
  for (const file of files) {
    if (!isOwnPath(file.path))
      throw new Error(`${file.path} is not a valid path for an output file`);
    steps.push(await folder.stepFor(file));
  }
  steps.push(...(await folder.removals(files)));
  const manifest = manifestOf(files, options, before);
  steps.push(manifestStep(manifestPath, onDisk, formatManifest(manifest), before));
  return {
    outDir: root,
    steps,
    changed: steps.some(isChange),
    ...defined({ before }),
    diagnostics: steps.flatMap(refusal),
    ...defined({ merge: mergeTraces(steps, manifestPath, before) }),
  };
}

function mergeTraces(
  steps: readonly Step[],
  manifest: string,
  before: Manifest | undefined,
): MergeTraces | undefined {
  const conflicted = steps
    .filter((step) => step.action === "update" && hasConflict(step.previous))
    .map((step) => step.path);
  return conflicted.length > 0 || before?.merged ? { manifest, conflicted } : undefined;
}

function readManifest(text: string): Manifest | undefined {
  return text.length > maxManifestBytes ? undefined : parseManifest(text);
}

/** An output folder and its manifest. */
class OwnedFolder {
  readonly #root: string;
  readonly #before: Manifest | undefined;
  readonly #merged: MergedFiles;
  readonly #force: boolean;
  /** Paths of the manifest by lower-case path, because on many disks `Pet.ts` and `pet.ts` are one file. */
  readonly #ownPaths = new Map<string, string>();

  constructor(root: string, before: Manifest | undefined, merged: MergedFiles, force: boolean) {
    this.#root = root;
    this.#before = before;
    this.#merged = merged;
    this.#force = force;
    for (const own of [...(before?.files.keys() ?? []), ...(before?.build ?? [])]) {
      this.#ownPaths.set(own.toLowerCase(), own);
    }
  }

  async stepFor({ path: target, content, role, refresh }: GeneratedFile): Promise<Step> {
    const formerName = this.#formerName(target);
    const occupant = lookAt(this.#root, formerName ?? target);
    const base = { path: target, role };
    if (occupant.kind === "nothing") return { ...base, action: "create", content };
    if (role === "scaffold" && !(refresh && (await this.#isUntouched(target, occupant, content)))) {
      return { ...base, action: "unchanged" };
    }
    if (occupant.kind === "other") return { ...base, action: "conflict", what: occupant.what };
    const previous = occupant.content;
    const isSame = isSameContent(previous, content);
    if (isSame && formerName === undefined) return { ...base, action: "unchanged" };
    const update = {
      ...base,
      action: "update",
      content,
      previous,
      ...defined({ renameFrom: formerName }),
    } as const;
    if (this.#force || isSame) return update;
    // In a folder with a manifest, overwriting compiled files loses nothing: they can be compiled again.
    if (role === "build" && this.#before) return update;
    const former = formerName ?? target;
    const records = this.#before?.files.get(former);
    if (records === undefined) {
      return { ...base, action: "conflict", what: `${target} is not in the manifest` };
    }
    if (records.some(({ hash }) => hash === contentHash(previous))) return update;
    // A formatter has changed a file that is right otherwise. Changing it back would begin a fight.
    if (formerName === undefined && isSameMeaning(target, previous, content)) {
      return { ...base, action: "unchanged" };
    }
    const isOurs = await this.#isOurs(former, previous, content);
    return isOurs ? update : { ...base, action: "edited", content, previous };
  }

  /** Whether a file is unchanged since an earlier run wrote it. */
  async #isUntouched(target: string, occupant: Occupant, next: string): Promise<boolean> {
    if (occupant.kind !== "file" || !this.#before?.files.has(target)) return false;
    return this.#isOurs(target, occupant.content, next);
  }

  async #isOurs(target: string, content: string, next: string): Promise<boolean> {
    const records = this.#before?.files.get(target);
    return (
      isRecorded(target, content, records) || this.#merged.isMergeOfOurs(target, content, next)
    );
  }

  /** Returns the steps for files of the manifest that this run does not write. */
  async removals(files: readonly GeneratedFile[]): Promise<readonly Step[]> {
    const kept = new Set(files.map((file) => file.path));
    const renamed = new Set(files.map((file) => this.#formerName(file.path)));
    const steps: Step[] = [];
    for (const own of [...this.#ownPaths.values()].sort()) {
      // A scaffolded file is the user's, even one that was rewritten until the user changed it.
      if (kept.has(own) || renamed.has(own) || this.#before?.scaffold.has(own)) continue;
      const role = this.#before?.files.has(own) ? "generated" : "build";
      const occupant = lookAt(this.#root, own);
      if (occupant.kind !== "file") continue;
      const previous = occupant.content;
      const isOurs = role === "build" || this.#force || (await this.#isOurs(own, previous, ""));
      steps.push(
        isOurs
          ? { path: own, role, action: "remove", previous }
          : { path: own, role, action: "edited", previous },
      );
    }
    return steps;
  }

  /**
   * Returns the name in the manifest if it differs from `target` only in case, the file still exists and may be renamed.
   * Otherwise the target is judged for itself, and the former file is removed.
   */
  #formerName(target: string): string | undefined {
    const own = this.#ownPaths.get(target.toLowerCase());
    if (own === undefined || own === target) return undefined;
    return mayRename(this.#root, own, target) ? own : undefined;
  }
}

function manifestOf(
  files: readonly GeneratedFile[],
  options: PlanOptions,
  before: Manifest | undefined,
): Manifest {
  const pathsOf = (role: GeneratedFile["role"]): ReadonlySet<string> =>
    new Set(files.filter((file) => file.role === role).map((file) => file.path));
  return {
    generatorVersion: options.generatorVersion,
    options: options.optionsEcho ?? "",
    files: new Map(
      files
        .filter(({ role, refresh }) => role === "generated" || role === "runtime" || refresh)
        .map((file) => [file.path, [recordOf(file, before?.files.get(file.path))]]),
    ),
    build: pathsOf("build"),
    scaffold: pathsOf("scaffold"),
    ...defined({ lock: options.lock }),
  };
}

function manifestStep(
  target: string,
  occupant: Occupant,
  content: string,
  before: Manifest | undefined,
): Step {
  const base = { path: target, role: "manifest" } as const;
  switch (occupant.kind) {
    case "nothing":
      return { ...base, action: "create", content };
    case "other":
      return { ...base, action: "conflict", what: occupant.what };
    case "file": {
      const previous = occupant.content;
      const isSame = !before?.merged && isSameMeaning(target, previous, content);
      return isSame
        ? { ...base, action: "unchanged" }
        : { ...base, action: "update", content, previous };
    }
  }
}

/** @param before records of the file, which save work if its content is the same */
function recordOf(
  { path: own, content, role }: GeneratedFile,
  before: readonly FileRecord[] = [],
): FileRecord {
  const hash = contentHash(content);
  // Bundled code is large.
  if (role === "runtime") return { hash };
  return (
    before.find((record) => record.hash === hash && record.meaning !== undefined) ?? {
      hash,
      meaning: meaningHash(own, content),
    }
  );
}

/** Returns the error of a step that prevents the others. */
export function refusal(step: Step): readonly Diagnostic[] {
  switch (step.action) {
    case "edited":
      return [
        {
          code: "out-edited",
          severity: "error",
          message: `${step.path} was edited by hand; the next run would lose the edit.`,
          hint: "Move the change to a class of your own that extends the generated one, or overwrite it with --force.",
        },
      ];
    case "conflict":
      return [
        {
          code: "out-not-ours",
          severity: "error",
          message: `${step.path} can't be written: ${step.what}.`,
          hint: "Move it away, give another folder with --out, or overwrite files with --force.",
        },
      ];
    default:
      return [];
  }
}
