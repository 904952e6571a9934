/** Generates the museum's server and starts it. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root, runCommand } from "./cli.js";

const inputs = path.join(root, "test/e2e/museum");

/** Generates the server below `folder` and returns its path. */
export async function generateMuseum(folder: string): Promise<string> {
  const out = path.join(folder, "museum-mcp");
  const run = await runCommand(["openapi.yaml", "--routes", "routes.yaml", "--out", out], {
    cwd: inputs,
  });
  assert.equal(run.code, 0, run.stderr);
  return out;
}

/** Returns the environment variable that makes the server call `upstream`. */
export function environmentFor(out: string, upstream: string): Record<string, string> {
  const text = readFileSync(path.join(out, "src/generated/server.ts"), "utf8");
  const variable = /baseUrlEnv: "([A-Z0-9_]+)"/.exec(text)?.[1];
  assert.ok(variable, "the class names its base URL variable");
  return { [variable]: upstream };
}

export interface HttpServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** Starts the server on a free port and waits until it prints its URL. */
export async function startHttp(out: string, env: Record<string, string>): Promise<HttpServer> {
  const main = path.join(out, "dist/main.js");
  const child = spawn(process.execPath, [main, "--http", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await firstUrl(child);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

export function firstUrl(child: ChildProcess): Promise<URL> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      // It says first where it sends credentials: "NAME → https://host".
      const found = /(?<!→ )http:\/\/\S+/.exec(text)?.[0];
      if (found) resolve(new URL(found));
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
  });
}
