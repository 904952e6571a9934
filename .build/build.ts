/** Builds the package into dist/: the generator, the runtime, and the runtime bundled for generated projects. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { routeMapSchema } from "../src/routes/route-map-schema.js";
import { bundleRuntime } from "./bundle-runtime.js";
import { digestSources } from "./digest-sources.js";
import { rollUp } from "./roll-up.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const dist = path.join(root, "dist");
// Every script builds first, and most of them find it done.
const made = path.join(dist, ".sources");
const digest = digestSources(root);
if (existsSync(made) && readFileSync(made, "utf8") === digest) process.exit(0);

// Beside its target until it is complete, so that a failed build leaves the last one as it was.
const work = mkdtempSync(path.join(root, "dist-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

compile();
await bundleRuntime(work, path.join(work, "bundle"));
// Opening hundreds of small modules costs more than a small document's whole run. Those left out are large and used
// by few runs.
await rollUp(work, "src/cli/main.js", path.join(work, "cli"), [
  "ts-morph",
  "@apidevtools/swagger-parser",
  "gpt-tokenizer/encoding/o200k_base",
]);
writeFileSync(
  path.join(work, "route-map.schema.json"),
  `${JSON.stringify(routeMapSchema, null, 2)}\n`,
);
writeFileSync(path.join(work, ".sources"), digest);
chmodSync(path.join(work, "cli/main.js"), 0o755);
rmSync(dist, { recursive: true, force: true });
renameSync(work, dist);

function compile(): void {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const project = path.join(root, ".build/tsconfig.json");
  const run = spawnSync(process.execPath, [tsc, "-p", project, "--outDir", work], {
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(1);
}
