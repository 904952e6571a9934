import { defined } from "../runtime/protocol/defined.js";
import { Diagnostics } from "./diagnostics/diagnostics.js";
import { Work } from "./diagnostics/work.js";
import type { Options } from "./options/table.js";
import { readStages, reportOf, untilExceeded, type Generation, type Host } from "./read-surface.js";

/**
 * Runs the whole pipeline: load, normalise, operations, routes, surface, emit. Reads its inputs and writes nothing.
 *
 * `input` is a path, a URL or `-` for stdin. A mistake of the user is a diagnostic, never a rejection.
 */
export async function generate(input: string, options: Options, host: Host): Promise<Generation> {
  const diagnostics = new Diagnostics(host.cwd);
  const work = new Work(options["max-work"]);
  const stages = await untilExceeded(diagnostics, async () => {
    const read = await readStages(input, options, host, diagnostics, work);
    const { surface, model } = read;
    if (!surface || !model) return read;
    // Loaded late: servers that are built at run time need no templates.
    const { emit } = await import("./write-code.js");
    const files = await emit({ input, surface, model, options, host, diagnostics, work });
    return { ...read, ...defined({ files }) };
  });
  return { ...stages, ...reportOf(diagnostics) };
}
