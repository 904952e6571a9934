import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { mcpCodegen } from "../../../src/unplugin/plugin.js";
import { eventually } from "../../support/eventually.js";
import { document } from "../../support/plugins/project.js";

interface DevelopmentPlugin {
  configureServer(server: object): void;
  closeBundle(this: object): void;
}

test("Vite in middleware mode: no watch outlives its server, and none is left by a restart", async (t) => {
  const cwd = mkdtempSync(path.join(tmpdir(), "vite-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }));
  const save = (summary: string): void =>
    writeFileSync(path.join(cwd, "openapi.yaml"), document(summary));
  save("List.");
  const plugin = mcpCodegen.vite({
    cwd,
    input: "openapi.yaml",
    out: "one",
    layout: "module",
    runtime: "package",
  }) as unknown as DevelopmentPlugin;
  const watchers = (): number =>
    process.getActiveResourcesInfo().filter((each) => each.startsWith("FSEvent")).length;
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);
  const serverOf = (environment: object): object => ({
    config: { logger: { error: tell, warn: tell, info: tell } },
    httpServer: null,
    environments: { client: environment },
  });
  const server = path.join(cwd, "one/server.ts");
  const [first, second] = [{}, {}];
  plugin.configureServer(serverOf(first));
  await eventually(() => watchers() > 0 && existsSync(server));
  plugin.configureServer(serverOf(second));
  plugin.closeBundle.call({ environment: first });
  save("List them all.");
  await eventually(() => /List them all\./.test(readFileSync(server, "utf8")));
  plugin.closeBundle.call({ environment: second });
  await eventually(() => watchers() === 0);
  assert.deepEqual(told, []);
});
