/** Regenerates examples/ with the built command line. CI fails if that changes a file. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

const inModule = ["--layout", "module", "--runtime", "package", "--out", "generated"];
const notes = ["node", "--import", "tsx", "../hand-written/stdio.ts"];

/** A folder below examples/, and the arguments of the command that runs in it. */
const examples: readonly (readonly [string, readonly string[]])[] = [
  ["petstore", ["openapi.yaml", "--routes", "routes.yaml", "--out", "petstore-mcp"]],
  ["express", ["../petstore/openapi.yaml", "--routes", "../petstore/routes.yaml", ...inModule]],
  ["api-login", ["openapi.yaml", ...inModule]],
  ["files", ["openapi.yaml", ...inModule]],
  ["office", []],
  ["large-api", ["openapi.yaml", "--routes", "routes.yaml", "--mode", "search", ...inModule]],
  [
    "route-map",
    ["openapi.yaml", "--overlay", "overlay.yaml", "--routes", "routes.yaml", ...inModule],
  ],
  ["typed-client", ["client", ...inModule, "--", ...notes]],
];

// A project has files that are written once: only a new output has what users get today.
for (const project of ["petstore/petstore-mcp", "office/office-mcp"]) {
  rmSync(path.join(root, "examples", project), { recursive: true, force: true });
}

for (const [folder, args] of examples) {
  const run = spawnSync(process.execPath, [path.join(root, "dist/cli/main.js"), ...args], {
    cwd: path.join(root, "examples", folder),
    stdio: "inherit",
  });
  if (run.status !== 0) process.exit(1);
}
