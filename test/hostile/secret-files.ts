/** A folder of secrets beside a document, and documents with a reference in every place. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { generate } from "../../src/generate.js";
import { defaultOptions, type Options } from "../../src/options/table.js";

export const secret = "hunter2-of-the-neighbour";
export const scratch = mkdtempSync(path.join(tmpdir(), "hostile-files-"));
after(() => rmSync(scratch, { recursive: true }));

const key = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`;
const account = JSON.stringify({
  type: secret,
  project_id: secret,
  private_key: key,
  list: [secret, secret],
  nested: { password: secret, list: [{ token: secret }] },
});

let folders = 0;

/** Makes a folder with secrets beside a document, and one above it. */
export function folderWithSecrets(): string {
  const folder = path.join(scratch, String(folders++), "api");
  const files = {
    ".env": `TOKEN=${secret}\n`,
    ".ENV": `TOKEN: ${secret}\n`,
    ".env.yaml": `description: ${secret}\n`,
    ".git/config": `description: ${secret}\n`,
    ".aws/credentials.json": JSON.stringify({ description: secret }),
    ".ssh/notes.md": secret,
    id_rsa: key,
    "key.pem": key,
    "secret.env": `description: ${secret}\n`,
    "scalar.yaml": `${secret}\n`,
    "quoted.json": JSON.stringify(secret),
    "account.json": account,
    "notes.markdown": secret,
    "trailing.yaml.": `description: ${secret}\n`,
    "folder.yaml/inner": secret,
    "fine.md": "A text for everyone.",
    "fine.yaml": "texts: {one: from an object}\ntype: object\nproperties: {a: {type: string}}\n",
    "../outside.yaml": `description: ${secret}\n`,
    "../outside.md": secret,
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  symlinkSync("../outside.yaml", path.join(folder, "link-out.yaml"));
  symlinkSync(".env", path.join(folder, "link-hidden.md"));
  symlinkSync("id_rsa", path.join(folder, "link-kind.txt"));
  symlinkSync("..", path.join(folder, "above"));
  symlinkSync("/proc/self/environ", path.join(folder, "environ.txt"));
  symlinkSync("/dev/zero", path.join(folder, "zero.txt"));
  linkSync(path.join(folder, "../outside.md"), path.join(folder, "hard.md"));
  linkSync(path.join(folder, ".env.yaml"), path.join(folder, "hard.yaml"));
  execFileSync("mkfifo", [path.join(folder, "pipe.md")]);
  return folder;
}

export const refused = [
  ".env",
  "./.env",
  ".ENV",
  "%2eenv",
  "%2Eenv",
  "./%2e/.env",
  ".env.yaml",
  ".env.yaml#/description",
  ".git/config",
  "x/../.git/config",
  ".aws/credentials.json#/description",
  ".ssh/notes.md",
  ".ssh%2fnotes.md",
  "id_rsa",
  "key.pem",
  "secret.env#/description",
  "scalar.yaml",
  "quoted.json",
  "account.json",
  "account.json#/private_key",
  "account.json#/list",
  "account.json#/list/0",
  "account.json#/nested",
  "account.json#/nested/password",
  "account.json#/nested/list/0",
  "account.json#/private%5fkey",
  "notes.markdown",
  "trailing.yaml.",
  "folder.yaml",
  "folder.yaml/inner",
  "../outside.yaml",
  "..%2foutside.yaml",
  "%2e%2e/outside.md",
  "..\\outside.md",
  "link-out.yaml",
  "link-hidden.md",
  "link-kind.txt",
  "above/outside.md",
  "hard.md",
  "hard.yaml",
  "pipe.md",
  "environ.txt",
  "zero.txt",
  "/proc/self/environ",
  "/dev/stdin",
  "file:///proc/self/environ",
  "file:///proc/self/fd/0",
  "file:///dev/stdin",
  "file:///dev/zero",
  "file://localhost/etc/passwd",
  "file://evil.example/share/a.yaml",
  "//evil.example/share/a.yaml",
  "C:\\Users\\me\\secret.yaml",
  "\\\\evil\\share\\a.yaml",
  "fine.md%00.env",
  "scalar.yaml\u0000.md",
];

interface Outcome {
  readonly text: string;
  readonly codes: readonly string[];
}

/** Generates from a document in a folder; returns everything that was written or said. */
export async function outcomeOf(
  folder: string,
  document: object,
  options: Partial<Options> = {},
): Promise<Outcome> {
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  process.env["HOSTILE_FILES_SECRET"] = secret;
  const {
    files = [],
    diagnostics,
    surface,
  } = await generate(
    "openapi.json",
    { ...defaultOptions(), runtime: "package", tests: true, ...options },
    { cwd: folder },
  );
  const text = JSON.stringify([files, surface?.operations, diagnostics]);
  return { text, codes: diagnostics.map(({ code }) => code) };
}

type Place = (ref: { readonly $ref?: string }) => object;

export const get = (operation: object): object => ({
  "/a": { get: { responses: {}, ...operation } },
});
export const three =
  (openapi: string, rest: Place): Place =>
  (ref) => ({ openapi, info: { title: "A", version: "1" }, ...rest(ref) });
export const body = (media: object): object => ({
  paths: {
    "/a": { post: { requestBody: { content: { "application/json": media } }, responses: {} } },
  },
});
const answer = (media: object): object => ({
  paths: get({ responses: { 200: { description: "", content: { "application/json": media } } } }),
});
const query = (parameter: object): object => ({
  paths: get({ parameters: [{ name: "q", in: "query", schema: {}, ...parameter }] }),
});

/** Documents with a reference in every place where one is followed, and in some where none is. */
export const places: Readonly<Record<string, Place>> = {
  "3.0 info.description": (ref) => ({
    openapi: "3.0.3",
    info: { title: "A", version: "1", description: ref },
    paths: get({}),
  }),
  "3.1 info": (ref) => ({ openapi: "3.1.0", info: ref, paths: get({}) }),
  "3.2 with $self": (ref) => ({
    openapi: "3.2.0",
    $self: "openapi.json",
    info: { title: "A", version: "1", description: ref },
    paths: get({ description: ref }),
  }),
  operation: three("3.1.0", (ref) => ({ paths: get({ summary: ref, description: ref }) })),
  "path item": three("3.0.3", (ref) => ({ paths: { "/a": ref, ...get({}) } })),
  paths: three("3.1.0", (ref) => ({ paths: ref })),
  parameter: three("3.1.0", (ref) => query({ description: ref, schema: ref, examples: ref })),
  "parameter by reference": three("3.0.3", (ref) => ({ paths: get({ parameters: [ref] }) })),
  "parameter list": three("3.0.3", (ref) => ({ paths: get({ parameters: ref }) })),
  "through a component": three("3.1.0", (ref) => ({
    paths: get({ description: { $ref: "#/components/x" } }),
    components: { x: ref },
  })),
  "schema texts": three("3.1.0", (ref) =>
    body({
      schema: {
        type: "object",
        title: ref,
        description: ref,
        properties: { a: { description: ref } },
      },
    }),
  ),
  "schema data": three("3.1.0", (ref) =>
    body({ schema: { default: ref, examples: [ref], enum: [ref, "b"], const: ref } }),
  ),
  "schema lists": three("3.1.0", (ref) =>
    body({ schema: { type: ref, enum: ref, required: ref, pattern: ref, allOf: ref } }),
  ),
  "schema maps": three("3.0.3", (ref) =>
    body({ schema: { properties: { a: ref }, allOf: [ref] } }),
  ),
  "body and its example": three("3.0.3", (ref) => body({ schema: ref, example: ref })),
  examples: three("3.1.0", (ref) =>
    answer({ schema: {}, examples: { a: ref, b: { value: ref }, c: { externalValue: ref.$ref } } }),
  ),
  response: three("3.1.0", (ref) => ({ paths: get({ responses: { 200: ref } }) })),
  "response description": three("3.2.0", (ref) => ({
    paths: get({ responses: { 200: { description: ref, summary: ref, headers: { h: ref } } } }),
  })),
  servers: three("3.1.0", (ref) => ({
    servers: [{ url: "https://a.example", description: ref }],
    paths: get({ servers: [ref] }),
  })),
  tags: three("3.0.3", (ref) => ({
    tags: [{ name: "t", description: ref }],
    paths: get({ tags: ["t"] }),
  })),
  security: three("3.1.0", (ref) => ({
    paths: get({ security: [{ s: [] }, { t: [] }] }),
    components: {
      securitySchemes: { s: ref, t: { type: "http", scheme: "bearer", description: ref } },
    },
  })),
  "x-mcp": three("3.1.0", (ref) => ({
    paths: get({ "x-mcp": { description: ref, arguments: { q: { default: ref, fix: ref } } } }),
  })),
  "2.0": (ref) => ({
    swagger: "2.0",
    info: { title: "A", version: "1", description: ref },
    paths: get({
      description: ref,
      parameters: [{ name: "q", in: "query", type: "string", description: ref, default: ref }],
      responses: { 200: { description: ref, schema: ref, examples: { "application/json": ref } } },
    }),
    definitions: { A: ref },
  }),
};
