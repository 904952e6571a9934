/** Builds the package into dist/: the generator, the runtime, and the bundled runtime of generated projects. */
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
import o200k from "gpt-tokenizer/bpeRanks/o200k_base";
import { gatewaySchema } from "../src/gateway/gateway-schema.js";
import { configSchema } from "../src/config/config-schema.js";
import { routeMapSchema } from "../src/routes/route-map-schema.js";
import { encodeTokens } from "../src/surface/listing/token-table.js";
import { bundleRuntime } from "./bundle-runtime.js";
import { digestSources } from "./digest-sources.js";
import { keepDeclarations } from "./keep-declarations.js";
import { rollProgram } from "./roll-program.js";
import { vendorRuntime } from "./vendor-runtime.js";
import { billOfMaterials, packagesOf } from "./sbom.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const dist = path.join(root, "dist");
// Skip the build if the sources are unchanged, because every script builds first.
const made = path.join(dist, ".sources");
const digest = digestSources(root);
if (existsSync(made) && readFileSync(made, "utf8") === digest) process.exit(0);

// Build beside dist/, so that a failed build keeps the last one.
const work = mkdtempSync(path.join(root, "dist-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

compile();
const inRuntime = await bundleRuntime(work, path.join(work, "bundle"));
await vendorRuntime(path.join(work, "bundle"), path.join(work, "vendored"));
const inProgram = await rollProgram(
  work,
  // The command line can also be called, without a process of its own: tests run hundreds of commands.
  {
    main: "src/cli/main.js",
    "run-cli": "src/cli/run-cli.js",
    index: "src/index.js",
    ...plugins("js"),
  },
  path.join(work, "cli"),
  Object.keys(dependencies()),
);
keepDeclarations(work, ["src/index.d.ts", ...Object.values(plugins("d.ts"))]);
writeFileSync(path.join(work, "o200k.tokens"), encodeTokens(o200k));
writeJson("route-map.schema.json", routeMapSchema);
writeJson("config.schema.json", configSchema());
writeJson("gateway.schema.json", gatewaySchema());
writeFileSync(
  path.join(work, "sbom.cdx.json"),
  billOfMaterials(root, packagesOf([...inRuntime, ...inProgram])),
);
writeFileSync(path.join(work, ".sources"), digest);
chmodSync(path.join(work, "cli/main.js"), 0o755);
rmSync(dist, { recursive: true, force: true });
renameSync(work, dist);

/** Returns the doors of the plugins for bundlers, by the names of their files in dist/cli/. */
function plugins(extension: string): Record<string, string> {
  const bundlers = ["vite", "rollup", "rolldown", "webpack", "rspack", "esbuild", "next"];
  return Object.fromEntries(
    bundlers.map((name) => [`unplugin/${name}`, `src/unplugin/${name}.${extension}`]),
  );
}

function writeJson(name: string, value: object): void {
  writeFileSync(path.join(work, name), `${JSON.stringify(value, null, 2)}\n`);
}

/** Returns the packages that an installation brings: those that can't be rolled up. */
function dependencies(): object {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { dependencies?: object }).dependencies ?? {};
}

function compile(): void {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const project = path.join(root, ".build/tsconfig.json");
  const run = spawnSync(process.execPath, [tsc, "-p", project, "--outDir", work], {
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(1);
}
