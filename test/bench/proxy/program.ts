import path from "node:path";
import { root } from "../../support/cli.js";

/** Returns the path of a program of the bench. */
export function program(name: string): string {
  return path.join(root, "test/bench/proxy/programs", name);
}
