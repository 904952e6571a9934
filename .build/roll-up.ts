import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "./licences.js";

/** Optional packages of a program. They stay outside, because its other code uses the same instance. */
export const optionalPeers = ["@opentelemetry/api"];

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Groups of modules that are loaded at once, and of those that are loaded when first used. A group also takes the
 * modules that it imports, so the first group takes what others would take from the entry.
 */
const groups = [
  { name: "core", tags: ["$initial" as const], priority: 1 },
  // Shared by the checks of values, tools for models and the manager of many servers.
  { name: "nearest-name", test: /runtime[\\/]contract[\\/]nearest-name/ },
  {
    name: "schema",
    test: /runtime[\\/]schema[\\/](check[\\/]|patterns[\\/]|compiled-schema)/,
  },
  {
    name: "openapi-sampler",
    test: /node_modules[\\/](openapi-sampler|foreach|json-pointer|fast-xml-parser|strnum)[\\/]/,
  },
  { name: "jmespath", test: /node_modules[\\/]@jmespath-community[\\/]/ },
  // Shared by calls of APIs and the client. Only an API that streams needs the events.
  {
    name: "common",
    test: /runtime[\\/](net[\\/](retries|unix-socket)|protocol[\\/](text[\\/]|read-integers)|contract[\\/](address|environment|media-type|reserved-headers)|schema[\\/]copied-digits|server[\\/]types[\\/]mounted-by)/,
  },
  // Shared by servers over HTTP, calls of APIs and the client.
  { name: "net", test: /runtime[\\/]net[\\/](arrivals|linked-list|platform|shared-timer)/ },
  { name: "network-errors", test: /runtime[\\/]contract[\\/]network-errors/ },
  { name: "event-stream", test: /runtime[\\/]net[\\/]event-reader/ },
  // Before groups that share modules with it, because the first call of an API must not load those.
  {
    name: "upstream",
    test: /runtime[\\/](upstream[\\/](upstream|security[\\/]destinations)|contract[\\/]credential-methods|server[\\/]operations[\\/]operation-call)\.js$/,
  },
  { name: "jose", test: /node_modules[\\/]jose[\\/]/ },
  // What the checks of tokens need of it, without the library.
  {
    name: "oauth-metadata",
    test: /runtime[\\/]oauth[\\/](oauth-error|reason-of|metadata[\\/])/,
  },
  // What the logins of APIs and those of clients share. The rest has its place below.
  // Starts a process and a server, which other runtimes than Node can't.
  { name: "browser", test: /runtime[\\/]oauth[\\/]browser[\\/]/ },
  {
    name: "oauth",
    test: /node_modules[\\/]oauth4webapi[\\/]|runtime[\\/]oauth[\\/](client-authentication|tokens[\\/]|stores[\\/](private-files|file-lock))/,
  },
  { name: "api-oauth", test: /runtime[\\/]upstream[\\/]security[\\/]oauth[\\/]/ },
  {
    name: "search",
    test: /node_modules[\\/]minisearch[\\/]|server[\\/]search[\\/](?!search|searchable)/,
  },
  // What the first call of a handler loads. Before groups that share modules with it.
  {
    name: "calls",
    test: /runtime[\\/]server[\\/](methods[\\/]calls[\\/]|mounting[\\/]mounted-context)/,
  },
  // Shared by the questions that a server asks and those that the client answers.
  { name: "capabilities", test: /runtime[\\/]protocol[\\/]questions[\\/]capabilities/ },
  {
    name: "run-tools",
    test: /runtime[\\/]server[\\/]client-input[\\/]helpers[\\/](run-tools|offered-tool|nested-context)/,
  },
  // Without the part that is in "core", because `inputRequired` checks its arguments at once.
  {
    name: "client-input",
    test: /runtime[\\/](server[\\/]client-input|session[\\/](visits|legacy-errors)|protocol[\\/]codec[\\/]codec-requests)/,
  },
  {
    name: "client-authorization",
    test: /runtime[\\/](oauth|client[\\/]authorization)[\\/](?!factories)/,
  },
  { name: "testing", test: /runtime[\\/]testing[\\/](?!open-)/ },
  { name: "ws", test: /node_modules[\\/]ws[\\/]/ },
  {
    name: "undici",
    test: /node_modules[\\/]undici[\\/](?!lib[\\/](api|dispatcher[\\/](env-|proxy|socks5|agent|pool)|core[\\/]socks5))/,
  },
  { name: "undici-proxy", test: /node_modules[\\/]undici[\\/]|undici[\\/]proxy-agent/ },
  // What sends the calls of an API in Node, and what it shares with the way that other platforms have for rare requests.
  { name: "node-fetch", test: /runtime[\\/]upstream[\\/]exchange[\\/](node-fetch|content-coding)/ },
  { name: "upstream-undici", test: /runtime[\\/]upstream[\\/]exchange[\\/]undici[\\/]/ },
  // Without the part that is in "core": the checks of options, and the answers to requests without a token.
  { name: "authorization", test: /runtime[\\/]authorization[\\/]/ },
  {
    name: "result-checks",
    test: /runtime[\\/]server[\\/]results[\\/](result-checks|json-value|tool-result-writer)/,
  },
  {
    name: "middleware",
    test: /runtime[\\/]server[\\/]middleware[\\/](chain|entry-c)/,
  },
  { name: "tasks", test: /runtime[\\/]server[\\/]tasks[\\/]/ },
  {
    name: "lazy-methods",
    test: /runtime[\\/]server[\\/](methods[\\/]lazy[\\/]|registry[\\/]unlisted|results[\\/]read-resource)/,
  },
  {
    name: "telemetry",
    test: /runtime[\\/](telemetry[\\/]|server[\\/]monitoring[\\/]request-monitor)/,
  },
  { name: "request-limits", test: /runtime[\\/]server[\\/]limits[\\/]request-limits/ },
  { name: "memory-state", test: /runtime[\\/]state[\\/](memory[\\/]|event-id|lifetime)/ },
  // Ready-made resources. Those of URLs need no Node, so they load nothing of those of files.
  { name: "source-content", test: /runtime[\\/]sources[\\/]content/ },
  { name: "http-source", test: /runtime[\\/]sources[\\/]http[\\/]/ },
  {
    name: "file-sources",
    test: /runtime[\\/]sources[\\/]file[\\/]|node_modules[\\/](mime|picomatch)[\\/]/,
  },
  {
    name: "sqlite-memory",
    test: /runtime[\\/]memory-server[\\/]sqlite[\\/]/,
  },
  { name: "memory-server", test: /runtime[\\/]memory-server[\\/](?!factories|memory-store)/ },
  // Shared by servers over HTTP and clients.
  { name: "mcp-headers", test: /runtime[\\/]protocol[\\/]headers[\\/]/ },
  // Clients, without the doors to them that are in "core". First what all transports share.
  {
    name: "client",
    test: /runtime[\\/]client[\\/](exchange|features|channels[\\/][^\\/]+$|connect[\\/](open-client|with-retries|known-eras|line-start|connect-transport))/,
  },
  {
    name: "client-http",
    test: /runtime[\\/]client[\\/](channels[\\/](http|sse)[\\/]|connect[\\/](connect-http|http-era))/,
  },
  { name: "jsonc-parser", test: /node_modules[\\/]jsonc-parser[\\/]/ },
  { name: "client-config", test: /runtime[\\/]client[\\/]manager[\\/]config[\\/]/ },
  // Shared by tools for models and the manager.
  { name: "model-names", test: /runtime[\\/]client[\\/]manager[\\/](names[\\/]|result-text)/ },
  { name: "model-tools", test: /runtime[\\/]client[\\/]manager[\\/]model-tools[\\/]/ },
  { name: "client-manager", test: /runtime[\\/]client[\\/]manager[\\/](?!factories)/ },
  // On Windows only.
  {
    name: "spawn-windows",
    test: /node_modules[\\/](cross-spawn|isexe|path-key|shebang-[a-z]+|which)[\\/]|process[\\/]spawn-windows/,
  },
  {
    name: "client-process",
    test: /runtime[\\/]client[\\/](process[\\/]|connect[\\/]connect-stdio)/,
  },
  // Shared by servers and clients.
  { name: "reading-pace", test: /runtime[\\/]transports[\\/]reading-pace/ },
  {
    name: "websocket-transport",
    test: /runtime[\\/]transports[\\/]websocket[\\/]websocket-transport/,
  },
  {
    name: "client-websocket",
    test: /runtime[\\/]client[\\/](channels[\\/]websocket[\\/]|connect[\\/]connect-websocket)/,
  },
  // This group precedes those that import its modules, and holds what they share. The stdio transport loads nothing of it.
  {
    name: "http",
    test: /runtime[\\/](server[\\/]program[\\/]run-http|transports[\\/]((access|http)[\\/]|[^\\/]+$))/,
  },
  { name: "adapters", test: /runtime[\\/]transports[\\/]adapters[\\/]/ },
  { name: "sse", test: /runtime[\\/]transports[\\/]sse[\\/]/ },
  { name: "websocket", test: /runtime[\\/]transports[\\/]websocket[\\/]/ },
];

/**
 * Rolls the modules behind `entry`, a file below the folder `compiled`, up into a few readable ES modules in `target`,
 * with the packages they use and their licences. `external` packages stay imports.
 *
 * @returns the files of the modules
 */
export async function rollUp(
  compiled: string,
  entry: string,
  target: string,
  external: readonly string[] = [],
): Promise<readonly string[]> {
  const options = { cwd: root, input: path.join(compiled, entry), external, groups };
  return roll(options, target, (text, fileName) =>
    escapeWide(tidyChunk(text, fileName, root, compiled)),
  );
}

interface RollOptions {
  readonly cwd: string;
  readonly input: string | Record<string, string>;
  readonly external: readonly string[];
  readonly groups?: typeof groups;
}

/**
 * Rolls modules up into readable chunks, with the licences of the packages in them.
 *
 * @param finish returns a chunk as it is written, of its text, its file name and the ids of its modules
 * @returns the files of the modules
 */
export async function roll(
  { cwd, input, external, groups }: RollOptions,
  target: string,
  finish: (text: string, fileName: string, moduleIds: readonly string[]) => string,
): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd,
    input,
    platform: "node",
    // The CommonJS form of some packages can't be bundled.
    resolve: { mainFields: ["module", "main"] },
    external: [...external],
  });
  const { output } = await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
    ...(groups && { codeSplitting: { groups } }),
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { fileName, moduleIds } of chunks) {
    const file = path.join(target, fileName);
    writeFileSync(file, finish(readFileSync(file, "utf8"), fileName, moduleIds));
  }
  const modules = chunks.flatMap((file) => file.moduleIds);
  writeFileSync(path.join(target, "LICENSE"), licences(modules));
  return modules;
}

/**
 * Takes out of a chunk what changes with every build: the bundler names each module by its path.
 *
 * @param cwd the folder that the bundler ran in
 */
export function tidyChunk(text: string, fileName: string, cwd: string, compiled = cwd): string {
  const place = path.relative(cwd, compiled);
  const tidied = place === "" ? text : text.replaceAll(`// ${place}/`, "// ");
  return fileName === "rolldown-runtime.js" ? requireWhenCalled(tidied) : tidied;
}

/**
 * Makes the bundler's `require` only when it is called. Almost all chunks load the bundler's module, and Cloudflare Workers
 * have no `import.meta.url` from which it could be made. Only the WebSocket transport, which needs Node, calls it.
 */
function requireWhenCalled(source: string): string {
  return source
    .replace(/^import \{ createRequire \} from "node:module";\n/m, "")
    .replace(
      /\/\* [@#]__PURE__ \*\/ \(\(\) => createRequire\(import\.meta\.url\)\)\(\)/,
      '(name) => process.getBuiltinModule("node:module").createRequire(import.meta.url)(name)',
    );
}

/**
 * Rewrites the program in ASCII. One character beyond Latin-1 makes V8 keep the whole source at two bytes per
 * character, and a server that starts for each conversation reads it each time.
 */
export function escapeWide(source: string): string {
  return source.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
