/** Hosts of web-standard handlers: Next.js, whose Turbopack builds a route, and workerd, which Cloudflare Workers run on. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { startWorker } from "../no-eval/workerd.js";
import { hostProgram, hosts, workFolder } from "./installed.js";
import { checkUrl, document, generateShop, installPackage, runTool } from "./shop.js";

const work = workFolder();

/** A folder with the package. */
function packageProject(name: string): string {
  const project = path.join(work, name);
  mkdirSync(project, { recursive: true });
  installPackage(project);
  writeFileSync(path.join(project, "package.json"), '{ "type": "module", "private": true }');
  return project;
}

const route = `import { fetchHandler } from "mcp-codegen/runtime";
import { ShopServer } from "../../generated";

const handler = fetchHandler(new ShopServer({ mock: true }), { loopback: true, path: "/mcp" });
const answer = async (request: Request): Promise<Response> => (await handler)(request);

export { answer as DELETE, answer as GET, answer as POST };
`;

const layout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

/** Turbopack has no plugins: the configuration of Next.js generates. */
const nextConfig = `import { withMcpCodegen } from "mcp-codegen/next";
export default withMcpCodegen(
  { turbopack: { root: ${JSON.stringify(hosts)} } },
  {
    input: ${JSON.stringify(document)},
    out: "generated",
    layout: "module",
    runtime: "package",
    importExtension: "none",
    split: "tag",
    inputSchemaLimit: 0,
  },
);
`;

test("Next.js generates, builds a route with Turbopack from imports without extension, and serves it", async (t) => {
  const project = packageProject("next");
  mkdirSync(path.join(project, "app/mcp"), { recursive: true });
  writeFileSync(path.join(project, "app/layout.tsx"), layout);
  writeFileSync(path.join(project, "app/page.tsx"), "export default () => null;\n");
  writeFileSync(path.join(project, "app/mcp/route.ts"), route);
  writeFileSync(path.join(project, "next.config.js"), nextConfig);
  const next = hostProgram("next/dist/bin/next");
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  const output = runTool(process.execPath, [next, "build", "--turbopack"], project, env);
  t.diagnostic(/Next\.js [\d.]+ \(Turbopack\)/.exec(output)?.[0] ?? output);
  const child = spawn(process.execPath, [next, "start", "--port", "0", "-H", "127.0.0.1"], {
    cwd: project,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await checkUrl(new URL("/mcp", await addressOf(child.stdout)));
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

/** Returns the first address that a program prints, and goes on reading what it prints. */
function addressOf(output: Readable): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      const found = /http:\/\/\S+:\d+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    output.once("end", () => reject(new Error(`no address in ${text}`)));
  });
}

const worker = `import { fetchHandler } from "mcp-codegen/runtime";
import { ShopServer } from "./generated/index.js";

let handler: ReturnType<typeof fetchHandler> | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    handler ??= fetchHandler(new ShopServer({ mock: true }), { loopback: true, path: "/mcp" });
    return (await handler)(request);
  },
};
`;

test("workerd serves generated modules", async () => {
  const project = packageProject("worker");
  const options = ["--layout", "module", "--runtime", "package"];
  await generateShop(path.join(project, "generated"), "js", ...options);
  writeFileSync(path.join(project, "worker.ts"), worker);
  const running = await startWorker(
    project,
    {},
    {
      main: "worker.ts",
      compatibility_date: "2026-06-01",
      compatibility_flags: ["nodejs_compat"],
    },
  );
  try {
    await checkUrl(running.url);
  } finally {
    await running.close();
  }
});
