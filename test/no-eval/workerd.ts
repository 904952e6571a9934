/** Runs a generated server in workerd, the program behind Cloudflare Workers. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";

/** What Wrangler would read of a configuration. */
export interface WorkerConfiguration {
  /** The entry, relative to the project. */
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
}

const { default: program } = createRequire(import.meta.url)("workerd") as { default: string };

const ownConfiguration: WorkerConfiguration = {
  main: "worker.js",
  compatibility_date: "2026-06-01",
  compatibility_flags: ["nodejs_compat"],
};

/**
 * Bundles the Worker of a generated project, as Wrangler would, and serves it.
 *
 * @param variables what the Worker finds in `process.env`, and gets as bindings
 */
export async function startWorker(
  project: string,
  variables: Readonly<Record<string, string>>,
  { main, ...compatibility }: WorkerConfiguration = ownConfiguration,
): Promise<{ readonly url: URL; close(): Promise<void> }> {
  const out = path.join(project, "worker");
  const build = await rolldown({
    input: { worker: path.join(project, main) },
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    platform: "node",
    external: ["@opentelemetry/api", "redis"],
  });
  const { output } = await build.write({ dir: out, format: "esm" });
  await build.close();
  const names = output.filter(({ type }) => type === "chunk").map(({ fileName }) => fileName);
  const config = path.join(out, "config.capnp");
  writeFileSync(config, configuration(names, variables, compatibility));
  const child = spawn(program, ["serve", "--control-fd=3", config], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const [line] = (await Promise.race([
    once(child.stdio[3]!, "data"),
    once(child, "exit").then(() => assert.fail("workerd ended before it listened")),
  ])) as [Buffer];
  const { port } = JSON.parse(line.toString("utf8").split("\n")[0]!) as { port: number };
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      // It would wait for idle connections to end.
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** @see https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
function configuration(
  names: readonly string[],
  variables: Readonly<Record<string, string>>,
  compatibility: Omit<WorkerConfiguration, "main">,
): string {
  // The first module is the entry.
  const modules = [...names].sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"));
  const texts = (list: readonly string[]): string => list.map((each) => `    ${each}`).join(",\n");
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .server),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const server :Workerd.Worker = (
  compatibilityDate = ${JSON.stringify(compatibility.compatibility_date)},
  compatibilityFlags = ${JSON.stringify(compatibility.compatibility_flags)},
  globalOutbound = "internet",
  modules = [
${texts(modules.map((name) => `(name = "${name}", esModule = embed "${name}")`))}
  ],
  bindings = [
${texts(Object.entries(variables).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`))}
  ],
);
`;
}
