import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { root } from "../../support/cli.js";

const runtime = "mcp-codegen/runtime";

/**
 * Bundles the program under test into one file that loads the built runtime, because the suite starts many at once and
 * a loader of TypeScript would take most of their time.
 */
export async function bundleProgram(file: string): Promise<void> {
  const bundle = await rolldown({
    input: path.join(root, "test/conformance/client/program/main.ts"),
    platform: "node",
    external: [runtime],
  });
  const built = pathToFileURL(path.join(root, "dist/bundle/index.js")).href;
  await bundle.write({ file, format: "esm", paths: { [runtime]: built } });
  await bundle.close();
}
