/** The minified runtime: which files it has, and which of them a server loads. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "./support/cli.js";

const folder = path.join(root, "dist/vendored");
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
const sourceOf = (name: string): string => readFileSync(path.join(folder, name), "utf8");

/** Returns the modules that are imported statically by a file, directly or indirectly. */
function loadedBy(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [`./${entry}`];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (!name.startsWith("./")) continue;
    const imports = /(?:^|[;}\n])(?:import|export)(?:[^"'();]*?from)?"([^"]+)"/g;
    for (const [, imported] of sourceOf(name.slice(2)).matchAll(imports)) {
      if (imported !== undefined) waiting.push(imported);
    }
  }
  return seen;
}

/** Returns the files that a file loads besides those that every server has loaded, and the helpers of the bundler. */
function besidesCore(entry: string): readonly string[] {
  const known = new Set([...loadedBy("index.js"), "./rolldown-runtime.js"]);
  return [...loadedBy(entry)].filter((name) => name.startsWith("./") && !known.has(name)).sort();
}

test("a server on stdio loads two files", () => {
  const files = [...loadedBy("index.js")].filter((name) => name.startsWith("./"));
  assert.deepEqual(files.sort(), ["./core.js", "./index.js"]);
});

test("the first call of an API loads two files", () => {
  assert.deepEqual(besidesCore("api.js"), ["./api.js", "./shared.js"]);
});

test("no file of a server loads the client or starts a process", () => {
  const ofServers = scripts.filter((name) => !/^(?:client|connect|login)\.js$/.test(name));
  for (const name of ofServers) {
    const loaded = loadedBy(name);
    for (const foreign of ["./client.js", "./connect.js", "node:child_process"]) {
      assert.ok(!loaded.has(foreign), `${name} loads ${foreign}`);
    }
  }
});

test("HTTP loads no schema, no login and no WebSocket", () => {
  assert.deepEqual(besidesCore("http.js"), ["./http.js", "./shared.js"]);
});

test("it exports what the readable runtime exports", () => {
  const exportsOf = (source: string): readonly string[] => {
    const list = /export ?\{([^}]*)\}/.exec(source)?.[1] ?? "";
    const names = list.split(",").map((each) => each.trim().split(" as ").pop() ?? "");
    return names.filter((name) => name !== "").sort();
  };
  const readable = exportsOf(readFileSync(path.join(root, "dist/bundle/index.js"), "utf8"));
  assert.ok(readable.includes("McpServer"));
  assert.deepEqual(exportsOf(sourceOf("index.js")), readable);
});

test("a reviewer sees few files and few lines", () => {
  const lines = scripts.map((name) => sourceOf(name).split("\n").length);
  assert.ok(scripts.length <= 20, `${scripts.length} files`);
  assert.ok(lines.reduce((sum, each) => sum + each, 0) < 400, String(lines));
});

test("its modules are ASCII: others are read at half the speed", () => {
  assert.deepEqual(
    scripts.filter((name) => /[^\0-\x7f]/.test(sourceOf(name))),
    [],
  );
});
