/** The files of a new server that is written by hand. All are the user's. */
import { compileProject } from "../emit/compile.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { runtimeFolder } from "../emit/runtime-folder.js";
import { bundledRuntime } from "../emit/runtime-specifier.js";

/** What a new server is called, and where it has the runtime from. */
export interface NewServer {
  /** A name of a package and of a server: lower case, with dashes. */
  readonly name: string;
  /** The specifier of the runtime in imports. */
  readonly runtime: string;
  /** The files of a runtime that the project carries. */
  readonly runtimeFiles: readonly { readonly path: string; readonly content: string }[];
  /** The version of mcp-codegen that the project depends on; absent if it carries the runtime. */
  readonly dependency?: string | undefined;
}

/** Returns the files of a server with one tool, its test and the configuration of clients, compiled. */
export async function newServerFiles(server: NewServer): Promise<readonly GeneratedFile[]> {
  const scaffold: readonly GeneratedFile[] = Object.entries(textsOf(server)).map(
    ([path, content]) => ({ path, content, role: "scaffold" }),
  );
  const { files: compiled } = await compileProject(scaffold, []);
  return [...scaffold, ...compiled, ...runtimeFolder(server.runtimeFiles, "runtime/")];
}

/** The compiled server, as its test imports it. */
const compiledServer = "../dist/server.js";

function textsOf({ name, runtime, dependency }: NewServer): Readonly<Record<string, string>> {
  const program = { command: "node", args: ["dist/main.js"] };
  return {
    "src/server.ts": `import { McpServer } from "${runtime}";

/** Returns the server without a transport, so that tests can connect to it in memory. */
export function createServer() {
  const server = new McpServer({ name: "${name}", version: "0.1.0" });
  server.tool(
    {
      name: "greet",
      description: "Greets somebody by name.",
      input: {
        type: "object",
        properties: { name: { type: "string", description: "Who is greeted." } },
        required: ["name"],
      },
      annotations: { readOnlyHint: true },
    },
    ({ name }) => \`Hello, \${name}!\`,
  );
  return server;
}
`,
    "src/main.ts": `import { serve } from "${runtime}";
import { createServer } from "./server.js";

// Serves on stdio. For HTTP: serve(createServer(), { transports: ["http"], port: 3000 })
await serve(createServer());
`,
    "test/server.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMemory } from "${runtime}";
import { createServer } from "${compiledServer}";

test("greet greets by name", async () => {
  const client = await connectMemory(createServer());
  const { content } = await client.callTool("greet", { name: "Ada" });
  assert.deepEqual(content, [{ type: "text", text: "Hello, Ada!" }]);
  await client.close();
});
`,
    "package.json": json({
      name,
      version: "0.1.0",
      private: true,
      type: "module",
      ...(runtime === bundledRuntime && { imports: { [runtime]: "./runtime/index.js" } }),
      scripts: { build: "tsc", start: "node dist/main.js", test: "node --test" },
      engines: { node: ">=20.19" },
      ...(dependency !== undefined && { dependencies: { "mcp-codegen": `^${dependency}` } }),
      devDependencies: { "@types/node": "^20.19.0", typescript: ">=5.5" },
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "ES2022",
        module: "NodeNext",
        types: ["node"],
        rootDir: "src",
        outDir: "dist",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noImplicitOverride: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
      },
      include: ["src"],
    }),
    ".mcp.json": json({ mcpServers: { [name]: program } }),
    ".vscode/mcp.json": json({ servers: { [name]: { type: "stdio", ...program } } }),
    ".gitignore": "node_modules/\ndist/\n",
    "README.md": readme(name, dependency !== undefined),
  };
}

function readme(name: string, installs: boolean): string {
  const install = installs ? "npm install\n" : "";
  const first = installs ? "" : "It runs as it is; `npm install` is for changing it.\n\n";
  return `# ${name}

An MCP server with one tool, \`greet\`. ${first}\`\`\`sh
${install}npm test
npm start
\`\`\`

Change \`src/server.ts\`, then run \`npm ${installs ? "" : "install && npm "}run build\`. \`.mcp.json\` (Claude Code) and
\`.vscode/mcp.json\` start the server for clients that are opened in this folder.
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, "\t")}\n`;
}
