/** Builds the package into dist/: the generator, the runtime, and the runtime bundled for generated projects. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { routeMapSchema } from "../src/routes/route-map-schema.js";
import { bundleRuntime } from "./bundle-runtime.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const dist = path.join(root, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
compile();
await bundleRuntime(path.join(dist, "runtime"), path.join(dist, "bundle"));
writeFileSync(
  path.join(dist, "route-map.schema.json"),
  `${JSON.stringify(routeMapSchema, null, 2)}\n`,
);
chmodSync(path.join(dist, "src/cli/main.js"), 0o755);

function compile(): void {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [tsc, "-p", path.join(root, ".build/tsconfig.json")], {
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(1);
}
