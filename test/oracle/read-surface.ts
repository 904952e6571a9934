/** Runs the generator up to its facts. */
import path from "node:path";
import type { ApiModel } from "../../src/operations/model.js";
import { readSurface } from "../../src/read-surface.js";
import { defaultOptions } from "../../src/options/table.js";
import type { Surface } from "../../src/surface/model.js";
import { withServers } from "./with-servers.js";

export interface Generated {
  readonly surface?: Surface;
  readonly model?: ApiModel;
}

export async function readSurfaceOf(file: string): Promise<Generated> {
  const options = { ...defaultOptions(), mode: "tools" as const, "allow-refs-outside": true };
  const { surface, model } = await readSurface(file, options, { cwd: path.dirname(file) });
  return { ...(surface && { surface: withServers(surface) }), ...(model && { model }) };
}
