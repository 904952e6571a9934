import path from "node:path";
import { defined } from "../runtime/protocol/defined.js";
import { contractOf } from "./changes/contract-of-surface.js";
import { generate } from "./generate.js";
import { outputFolder } from "./output-folder.js";
import { type Generation, type Host } from "./read-surface.js";
import { placeOfDestination } from "./destination-place.js";
import type { DocumentPlaces } from "./output/refuse-changes.js";
import type { Options } from "./options/table.js";
import { writeOutput, type OnChanges, type Outcome, type Output } from "./output/write-output.js";
import type { Surface } from "./surface/model.js";
import { userSourcesInput } from "./watch/user-sources-input.js";
import type { ObservedDisk } from "./write/observed-disk.js";
import type { WritePlan } from "./write/plan.js";
import { readUserSources } from "./write/user-sources.js";

/** Who asks for a run. */
export interface WritingHost extends Host {
  /** Called with what is different for clients of the former output, before anything is written. */
  readonly onChanges?: OnChanges;
  /** Keeps what the check of the user's classes finds on the disk. */
  readonly disk?: ObservedDisk;
}

/** A run of the pipeline and what it did with the output folder. */
export interface Run {
  readonly stages: Generation;
  /** Absent if there is nothing to write; then an error of the stages says why. */
  readonly outcome?: Outcome;
}

/**
 * Runs the pipeline and brings the output folder up to date; with `check` or `dry-run` it only compares. The folder is
 * `options.out`, or named after the document. A mistake of the user is a diagnostic, never a rejection.
 *
 * @param input a path, a URL or `-` for stdin
 */
export async function generateInto(
  input: string,
  options: Options,
  host: WritingHost,
): Promise<Run> {
  return writeStages(await generate(input, options, host), options, host);
}

/** Brings the output folder up to date with what the stages of the pipeline made. */
export async function writeStages(
  stages: Generation,
  options: Options,
  host: WritingHost,
): Promise<Run> {
  const { files, surface } = stages;
  if (!files || !surface) return { stages };
  const output = outputOf(surface, stages, options, host);
  const isProject = options.layout === "project";
  const users = isProject && host.onRead ? await readUserSources(path.resolve(output.out)) : [];
  const isCompiled = isProject && options.build;
  host.onProgress?.(isCompiled ? "Compiling the project" : "Comparing with the output");
  const { diagnostics, ...outcome } = await writeOutput(files, output, options, host.onChanges);
  if (isProject) host.onRead?.(userSourcesInput(output.out, users, appliedPlan(outcome, options)));
  return {
    stages,
    outcome: { ...outcome, diagnostics: stages.locate?.(diagnostics) ?? diagnostics },
  };
}

/** Returns the plan of an output if the run wrote it. */
export function appliedPlan(
  outcome: Pick<Outcome, "ok" | "plan">,
  options: Options,
): WritePlan | undefined {
  const isApplied = outcome.ok && !options.check && !options["dry-run"];
  return isApplied ? outcome.plan : undefined;
}

function outputOf(
  surface: Surface,
  stages: Generation,
  options: Options,
  host: WritingHost,
): Output {
  return {
    out: outputFolder(surface, options, host),
    className: surface.className,
    cwd: host.cwd,
    ...defined({ disk: host.disk }),
    server: {
      contract: contractOf(surface),
      places: placesOf(surface, stages),
    },
  };
}

/** Returns where the document has what changes are about. */
function placesOf(surface: Surface, { sources, model }: Generation): DocumentPlaces {
  const { operations, excluded } = surface;
  const file = sources?.root.url ?? "";
  const skipped = [...surface.skipped, ...(model?.skipped ?? [])];
  const byKey = new Map(operations.map(({ source }) => [source.key, source]));
  const absences = new Map([
    ...excluded.map(({ key, because, place }) => {
      return [key, { because: `${because} leaves it out`, ...defined({ place }) }] as const;
    }),
    ...skipped.map(({ key, reason }) => {
      return [key, { because: reason.message, ...defined({ place: reason.place }) }] as const;
    }),
  ]);
  return {
    title: { file, pointer: "/info/title" },
    paths: { file, pointer: "/paths" },
    destination: (to) => placeOfDestination(to, surface, file, model?.specVersion),
    operation: (key) => byKey.get(key)?.place,
    name: (key) => {
      const found = byKey.get(key);
      if (found?.operationId === undefined) return found?.place;
      return { ...found.place, pointer: `${found.place.pointer}/operationId` };
    },
    absence: (key) => absences.get(key),
  };
}
