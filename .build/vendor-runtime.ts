import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { escapeWide, optionalPeers } from "./roll-up.js";

/**
 * The files of the minified runtime, each with the modules of the readable one that it holds. A file is loaded when one
 * of its modules is first used, so modules that are used together share a file. What a server on stdio runs is
 * "core"; modules that need Node are not in a file that a server on Workers loads.
 */
const files: Readonly<Record<string, readonly string[]>> = {
  core: ["core", "rolldown-runtime"],
  shared: [
    "calls",
    "common",
    "net",
    "event-stream",
    "network-errors",
    "mcp-headers",
    "capabilities",
    "memory-state",
  ],
  schema: ["schema", "adapt-schema", "nearest-name", "standard-issues"],
  api: [
    "upstream",
    "answer-links",
    "body-forms",
    "client-certificate",
    "confirm-call",
    "help-text",
    "large-answers",
    "lazy-body",
    "lazy-parameters",
    "local-file",
    "multipart-answer",
    "pagination",
    "reply-cache",
    "same-text",
    "shape-value",
    "start-notice",
    "stream-answer",
    "unexpected-text",
    "xml",
  ],
  select: ["select", "jmespath"],
  charsets: ["encode-text", "legacy-charsets"],
  methods: [
    "client-input",
    "run-tools",
    "lazy-methods",
    "read-server-resource",
    "request-limits",
    "middleware",
    "result-checks",
    "tasks",
    "telemetry",
  ],
  search: ["search", "search-tools", "load-definition"],
  oauth: [
    "oauth-metadata",
    "oauth",
    "jose",
    "api-oauth",
    "client-authorization",
    "authorization",
    "inbound-token",
  ],
  http: ["http", "serve-all", "sse", "adapters", "reading-pace"],
  websocket: ["websocket", "websocket-transport", "ws"],
  extras: ["open-redis-state", "source-content", "http-source", "memory-server"],
  program: ["parse-args", "report"],
  client: [
    "client",
    "client-http",
    "connect-target",
    "client-manager",
    "remote-server",
    "client-config",
    "jsonc-parser",
    "model-names",
    "model-tools",
  ],
  undici: ["undici", "undici-proxy", "upstream-undici", "node-fetch"],
  // What starts processes, or opens sockets of its own.
  connect: ["client-process", "client-websocket", "spawn-windows", "login-command", "browser"],
  files: ["file-sources", "sqlite-memory"],
  testing: ["testing", "mock", "openapi-sampler"],
};

/**
 * Writes the runtime that projects carry by default: the modules of the readable bundle, minified into few files, its
 * declarations and its licences. Reviewers read neither form, and a few files of one line are a diff that they can fold.
 *
 * @param readable the folder of the readable bundle
 * @param target the folder to write
 * @throws Error if a module of the readable bundle has no place in a file
 */
export async function vendorRuntime(readable: string, target: string): Promise<void> {
  const fileOf = new Map(
    Object.entries(files).flatMap(([name, modules]) => modules.map((each) => [each, name])),
  );
  const bundle = await rolldown({
    cwd: readable,
    input: path.join(readable, "index.js"),
    platform: "node",
    // Needed for files that are made of the modules named here and of nothing else.
    preserveEntrySignatures: "allow-extension",
    external: [...optionalPeers],
    // Some modules that the readable bundle loads late are in a file with those that load them.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: Object.keys(files).map((name) => ({
        name,
        test: (id: string) => fileOf.get(path.basename(id, ".js")) === name,
      })),
    },
  });
  await bundle.close();
  mkdirSync(target);
  for (const file of output) {
    if (file.type !== "chunk") continue;
    const name = file.fileName.replace(/\.js$/, "");
    if (!(name in files) && name !== "index" && name !== "rolldown-runtime") {
      throw new Error(`${name} has no place in a file of the minified runtime`);
    }
    writeFileSync(path.join(target, file.fileName), escapeWide(file.code));
  }
  for (const name of ["index.d.ts", "LICENSE"]) {
    copyFileSync(path.join(readable, name), path.join(target, name));
  }
  writeFileSync(path.join(target, "README.md"), readme);
}

const readme = `# The runtime of this server

These files are the runtime of mcp-codegen with everything that it needs, minified. A server on stdio loads \`core.js\`;
every other file is loaded when it is first used. \`index.d.ts\` declares what code may import, and \`LICENSE\` holds the
licences of the packages inside.

- To read the runtime, generate with \`--runtime readable\`: the same code in one file for each part, with its comments.
- To verify these files, run \`mcp-codegen check\`: it compares them with those of the version that
  \`.mcp-codegen.json\` names, byte for byte.
- To have no copy in your repository, generate with \`--runtime package\`, or let several servers share one folder with
  \`--runtime-dir\`.
`;
