import path from "node:path";
import type { Options } from "./options/table.js";
import type { Host } from "./read-surface.js";
import type { Surface } from "./surface/model.js";

/** Returns the output folder as the user wrote it, or the default. */
export function outputFolder({ api }: Surface, options: Options, host: Host): string {
  return options.out ?? path.join(host.outFolder ?? "", `${api.name}-mcp`);
}
