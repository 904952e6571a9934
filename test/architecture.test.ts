import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Folders, each with those that it may import besides itself. */
const generator: Record<string, readonly string[]> = {
  diagnostics: ["load"],
  load: ["diagnostics"],
  normalise: ["load", "diagnostics"],
  operations: ["normalise", "load", "diagnostics"],
  routes: ["operations", "load", "diagnostics", "options"],
  surface: ["routes", "operations", "diagnostics"],
  findings: ["surface", "operations", "load", "diagnostics"],
  listed: ["surface", "operations", "normalise", "load", "diagnostics"],
  samples: ["surface", "operations", "diagnostics"],
  changes: ["surface", "operations", "diagnostics"],
  mounts: ["surface", "diagnostics"],
  emit: ["surface", "listed", "samples", "operations", "load", "diagnostics"],
  packaging: ["emit", "surface", "diagnostics"],
  "new-server": ["emit"],
  "type-schemas": ["overrides", "emit", "load", "diagnostics"],
  "client-setup": ["packaging", "emit", "load", "options"],
  migrate: ["routes", "load"],
  write: ["changes", "emit", "diagnostics"],
  overrides: ["write", "emit", "diagnostics", "load"],
  output: ["overrides", "write", "changes", "emit", "options", "diagnostics"],
  watch: ["write", "load"],
  memory: ["write", "options", "load", "diagnostics"],
  options: [],
  starter: ["findings", "routes", "operations"],
  config: ["surface", "load", "diagnostics", "options"],
  "server-class": ["surface", "routes", "config", "options", "diagnostics"],
  unplugin: ["config", "watch", "options", "diagnostics"],
  gateway: ["config", "load", "options", "diagnostics"],
};

const runtime: Record<string, readonly string[]> = {
  protocol: [],
  net: ["protocol"],
  contract: ["protocol"],
  schema: ["protocol", "contract"],
  state: ["protocol"],
  session: ["protocol", "state"],
  oauth: ["protocol", "net", "contract"],
  authorization: ["protocol", "contract", "session", "oauth"],
  telemetry: ["protocol", "session"],
  upstream: ["protocol", "net", "contract", "oauth"],
  resources: ["protocol"],
  transports: ["protocol", "net", "state", "session", "authorization"],
  server: [
    "protocol",
    "contract",
    "schema",
    "state",
    "session",
    "telemetry",
    "oauth",
    "authorization",
    "upstream",
    "resources",
    "transports",
  ],
  client: [
    "protocol",
    "net",
    "contract",
    "schema",
    "session",
    "telemetry",
    "oauth",
    "resources",
    "transports",
  ],
  compose: ["protocol", "net", "resources", "session", "transports", "server", "client"],
  sources: ["protocol", "contract", "resources", "server"],
  "memory-server": ["protocol", "session", "server"],
  testing: [
    "protocol",
    "contract",
    "session",
    "server",
    "upstream",
    "transports",
    "client",
    "compose",
  ],
  codegen: [
    "protocol",
    "contract",
    "session",
    "server",
    "upstream",
    "resources",
    "transports",
    "testing",
    "client",
    "compose",
  ],
};

/**
 * The rooms of the two largest folders, ground first: a room imports only rooms above it in this list. A name that ends in
 * `.ts` is a file beside the rooms.
 */
const rooms: Record<string, readonly string[]> = {
  "src/surface": [
    "names",
    "model.ts",
    "schema",
    "answer",
    "api",
    "body",
    "arguments",
    "resource-address.ts",
    "exposure.ts",
    "listing",
    "build-operation.ts",
    "build-surface.ts",
    "plan",
  ],
  "runtime/server": [
    "types",
    "registry",
    "results",
    "client-input",
    "notifications",
    "lifespan.ts",
    "tasks",
    "custom",
    "middleware",
    "mounting",
    "monitoring",
    "limits",
    "methods",
    "request-router.ts",
    "create-server.ts",
    "serve",
    "decorators",
    "mount.ts",
    "mcp-server.ts",
    "drift",
    "operations",
    "search",
    "openapi-server.ts",
    "openapi-gateway.ts",
    "program",
    "untyped-api-server.ts",
    "decorated-server.ts",
  ],
  "runtime/client": [
    "errors.ts",
    "client-options.ts",
    "client.ts",
    "channel.ts",
    "growing-pause.ts",
    "authorization",
    "channels",
    "process",
    "exchange",
    "features",
    "connect",
    "manager",
  ],
};

/** Keeps listings short for newcomers; well-kept projects have about twenty files in their fullest folders. */
const mostFilesInFolder = 25;

/**
 * The door between the halves: the facts that generated code states and the rules that both halves follow, in a folder of
 * their own, the one helper that both are written with, and the one place that compiles patterns.
 */
const runtimeSeenBySrc =
  /^runtime\/(contract\/|protocol\/defined\.js$|schema\/patterns\/compile-pattern\.js$)/;
/** Values are checked, and the templates of resources parsed, as the server does it. */
const checkSeenBySrc =
  /^runtime\/(schema\/(check\/compile|definitions|violation)|resources\/uri-template)\.js$/;
/** The command line runs the runtime for `serve`, and to try emitted tests before they are written. */
const mayRunTheRuntime = /^src\/(cli|unplugin|emit\/tests)\//;

/** The transport writes messages of the protocol, and keeps others from doing so. */
const mayWriteToStdout = /^runtime\/transports\/stdio\//;

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports = [...importsBelow("src"), ...importsBelow("runtime")];

test("sources of both halves were found", () => {
  assert.ok(imports.filter((each) => each.from.startsWith("src/")).length > 50);
  assert.ok(imports.filter((each) => each.from.startsWith("runtime/")).length > 50);
});

test("the runtime never imports the generator", () => {
  assert.deepEqual(
    imports.filter((each) => each.from.startsWith("runtime/") && !each.to.startsWith("runtime/")),
    [],
  );
});

test("the generator sees only the runtime's facts", () => {
  assert.deepEqual(
    imports.filter(
      (each) =>
        each.from.startsWith("src/") &&
        each.to.startsWith("runtime/") &&
        !runtimeSeenBySrc.test(each.to) &&
        !checkSeenBySrc.test(each.to) &&
        !mayRunTheRuntime.test(each.from),
    ),
    [],
  );
});

for (const [half, layers] of [
  ["src", generator],
  ["runtime", runtime],
] as const) {
  test(`imports go one way in ${half}`, () => {
    const wrong = imports.filter(({ from, to }) => {
      const [fromHalf, fromLayer, fromRest] = from.split("/");
      const [toHalf, toLayer, toRest] = to.split("/");
      if (fromHalf !== half || toHalf !== half || !fromRest || !toRest) return false;
      const allowed = layers[fromLayer ?? ""];
      if (!allowed) return fromLayer !== "cli";
      return fromLayer !== toLayer && !allowed.includes(toLayer ?? "");
    });
    assert.deepEqual(wrong, []);
  });
}

for (const [folder, order] of Object.entries(rooms)) {
  const roomOf = (file: string): string => file.slice(folder.length + 1).split("/")[0] ?? "";
  const inside = (file: string): boolean => file.startsWith(`${folder}/`);
  const level = (file: string): number => order.indexOf(roomOf(file.replace(/\.js$/, ".ts")));

  test(`every room of ${folder} has a place in the order`, () => {
    const found = new Set(filesBelow(folder).map(roomOf));
    assert.deepEqual([...found].sort(), [...order].sort());
  });

  test(`imports go one way in ${folder}`, () => {
    const wrong = imports.filter(
      ({ from, to }) => inside(from) && inside(to) && level(from) < level(to),
    );
    assert.deepEqual(wrong, []);
  });
}

test("one module writes to the terminal", () => {
  const writes =
    /\bconsole\.|\bprocess\.std(?:out|err)\b|std(?:out|err)[\w, ]*\} = process|\bwriteSync\([12],/;
  const writers = [...filesBelow("src"), ...filesBelow("runtime")].filter((file) => {
    const code = readFileSync(path.join(root, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    return writes.test(code);
  });
  assert.deepEqual(
    writers.filter((file) => !mayWriteToStdout.test(file)),
    // The second hands the streams themselves to libraries.
    [
      "runtime/protocol/terminal/end-with-reader.ts",
      "runtime/protocol/terminal/node-streams.ts",
      "runtime/protocol/terminal/print.ts",
    ],
  );
});

test("every folder of both halves has a place in the order", () => {
  const known = new Set([...Object.keys(generator), ...Object.keys(runtime), "cli"]);
  const unknown = [...foldersOf("src"), ...foldersOf("runtime")].filter((name) => !known.has(name));
  assert.deepEqual(unknown, []);
});

test("no folder is crowded", () => {
  const counts = new Map<string, number>();
  for (const file of [...filesBelow("src"), ...filesBelow("runtime"), ...filesBelow("test")]) {
    if (/^test\/golden\/[^/]+\//.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts].filter(([, count]) => count > mostFilesInFolder);
  assert.deepEqual(crowded, []);
});

test("files are short", () => {
  const long = [...filesBelow("src"), ...filesBelow("runtime")].filter(
    (file) => readFileSync(path.join(root, file), "utf8").split("\n").length > 400,
  );
  assert.deepEqual(long, []);
});

function importsBelow(folder: string): Import[] {
  return filesBelow(folder).flatMap((from) => {
    const text = readFileSync(path.join(root, from), "utf8");
    const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g);
    return [...specifiers].map((match) => ({
      from,
      to: path.posix.join(path.posix.dirname(from), match[1] ?? ""),
    }));
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"),
    )
    .sort();
}

function foldersOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
