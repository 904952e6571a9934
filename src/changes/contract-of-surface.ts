import type { Surface } from "../surface/model.js";
import type { Contract } from "./compare-locks.js";
import { lockOfSurface } from "./lock-of-surface.js";
import { schemasOfSurface } from "./operation-schemas.js";

/** Returns a surface as its clients know it. */
export function contractOf(surface: Surface): Contract {
  return { lock: lockOfSurface(surface), schemas: schemasOfSurface(surface) };
}
