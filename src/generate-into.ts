import { lockOfSurface } from "./changes/lock-of-surface.js";
import { generate, outputFolder, type Generation, type Host } from "./generate.js";
import type { Options } from "./options/table.js";
import { writeOutput, type Outcome, type Output } from "./output/write-output.js";
import type { Surface } from "./surface/model.js";
import { userSourcesInput } from "./watch/user-sources-input.js";

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
export async function generateInto(input: string, options: Options, host: Host): Promise<Run> {
  const stages = await generate(input, options, host);
  const { files, surface } = stages;
  if (!files || !surface) return { stages };
  const output = outputOf(surface, options, host);
  if (options.layout === "project") host.onRead?.(await userSourcesInput(output.out));
  return { stages, outcome: await writeOutput(files, output, options) };
}

function outputOf(surface: Surface, options: Options, host: Host): Output {
  return {
    out: outputFolder(surface, options, host),
    className: surface.className,
    lock: lockOfSurface(surface),
  };
}
