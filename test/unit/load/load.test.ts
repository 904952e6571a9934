import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { loadSources, type LoadOptions, type LoadResult } from "../../../src/load/load.js";

const scratch = mkdtempSync(path.join(tmpdir(), "load-"));
after(() => rmSync(scratch, { recursive: true }));
let folders = 0;

/** Writes files into a new folder, or beside it if their path begins with `../`. */
function folderWith(files: { readonly [name: string]: string | Uint8Array }): string {
  const folder = path.join(scratch, String(folders++), "api");
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

async function load(
  folder: string,
  input = "openapi.yaml",
  more: Partial<LoadOptions> = {},
): Promise<LoadResult> {
  return loadSources(input, {
    cwd: folder,
    allowRemoteRefs: false,
    allowRefsOutside: false,
    fetch: () => assert.fail("no connection is made"),
    ...more,
  });
}

/** Returns the loaded files other than the root, relative to the folder. */
function filesRead(folder: string, { sources }: LoadResult): string[] {
  assert.ok(sources);
  const base = pathToFileURL(`${folder}/`).href;
  return [...sources.files.keys()]
    .filter((url) => url !== sources.root.url)
    .map((url) => decodeURIComponent(url.replace(base, "")))
    .sort();
}

function refusals(folder: string, { sources }: LoadResult): Record<string, string> {
  const base = pathToFileURL(`${folder}/`).href;
  const parent = pathToFileURL(path.dirname(folder)).href;
  return Object.fromEntries(
    [...(sources?.refused ?? [])].map(([url, refusal]) => [
      url.replace(base, "").replace(parent, ".."),
      refusal.code,
    ]),
  );
}

/** Returns a document whose only response refers to `ref`. */
function documentWith(ref: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    paths: { "/a": { get: { responses: { 200: { $ref: ref } } } } },
  });
}

const plain = "openapi: 3.1.0\npaths: {}\n";

for (const [name, input] of [
  [
    "a relative path",
    (folder: string) => path.relative(path.dirname(folder), folder) + "/a #1.yaml",
  ],
  ["an absolute path", (folder: string) => path.join(folder, "a #1.yaml")],
  ["a file: URL", (folder: string) => pathToFileURL(path.join(folder, "a #1.yaml")).href],
] as const) {
  test(`reads ${name}`, async () => {
    const folder = folderWith({ "a #1.yaml": plain });
    const result = await load(path.dirname(folder), input(folder));
    assert.deepEqual(result.diagnostics, []);
    assert.equal(result.sources?.root.url, pathToFileURL(path.join(folder, "a #1.yaml")).href);
    assert.deepEqual(result.sources?.root.value, { openapi: "3.1.0", paths: {} });
  });
}

for (const [name, bytes] of [
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${plain}`)],
  ["UTF-16", Buffer.from(`\ufeff${plain}`, "utf16le")],
] as const) {
  test(`reads ${name}`, async () => {
    const result = await load(folderWith({ "openapi.yaml": bytes }));
    assert.equal(result.sources?.root.text, plain);
  });
}

const unreadable: readonly (readonly [
  name: string,
  files: { readonly [name: string]: string | Uint8Array },
  code: string,
  message: RegExp,
])[] = [
  ["a missing file", {}, "input-unreadable", /^openapi\.yaml does not exist\.$/],
  ["a folder", { "openapi.yaml/x": "" }, "input-unreadable", /^openapi\.yaml is a folder\.$/],
  [
    "bytes that are no text",
    { "openapi.yaml": Buffer.from([0x7b, 0xc3, 0x28]) },
    "input-unreadable",
    /not UTF-8/,
  ],
  [
    "too much",
    { "openapi.yaml": plain.padEnd(200) },
    "input-too-large",
    /larger than the limit of 100 bytes/,
  ],
];

for (const [name, files, code, message] of unreadable) {
  test(`says that the input is ${name}`, async () => {
    const result = await load(folderWith(files), "openapi.yaml", { maxBytes: 100 });
    assert.equal(result.sources, undefined);
    assert.equal(result.diagnostics.length, 1);
    assert.equal(result.diagnostics[0]?.code, code);
    assert.match(result.diagnostics[0]?.message ?? "", message);
  });
}

test("an input that is neither JSON nor YAML comes with its text, to show where", async () => {
  const folder = folderWith({ "openapi.yaml": "a: [1\n" });
  const result = await load(folder);
  assert.equal(result.sources, undefined);
  assert.equal(result.diagnostics[0]?.code, "syntax");
  assert.equal(result.files.get(result.diagnostics[0]?.place?.file ?? "")?.text, "a: [1\n");
});

test("standard input refers to files in the working directory", async () => {
  const folder = folderWith({ "r.yaml": "description: ok\n" });
  const readStdin = async () => documentWith("r.yaml");
  const result = await load(folder, "-", { readStdin });
  assert.equal(result.sources?.root.url, "stdin:");
  assert.deepEqual(filesRead(folder, result), ["r.yaml"]);
});

test("reads files that refer to files, each relative to its own folder", async () => {
  const folder = folderWith({
    "openapi.yaml": documentWith("parts/r.yaml#/ok"),
    "parts/r.yaml": "ok: {content: {application/json: {schema: {$ref: 'shared/m.yaml'}}}}\n",
    "parts/shared/m.yaml":
      "properties: {a: {$ref: '../w.yaml#/W'}, b: {$ref: '../../openapi.yaml#/x'}}\n",
    "parts/w.yaml": "W: {$ref: '#/V'}\nV: {$ref: \"my%20v.json\"}\n",
    "parts/my v.json": "{}",
  });
  const result = await load(folder);
  assert.deepEqual(filesRead(folder, result), [
    "parts/my v.json",
    "parts/r.yaml",
    "parts/shared/m.yaml",
    "parts/w.yaml",
  ]);
  assert.deepEqual(refusals(folder, result), {});
});

const followed = `
openapi: 3.1.0
info:
  description: {$ref: text.md}
paths:
  /whole: {$ref: path.yaml}
  /a:
    parameters: [{$ref: parameter.yaml}]
    post:
      requestBody: {$ref: body.yaml}
      responses:
        default: {$ref: default.yaml}
        200:
          headers: {h: {$ref: header.yaml}}
          content:
            a/b:
              schema:
                properties:
                  $ref: {$ref: named-ref.yaml}
                  example: {$ref: named-example.yaml}
                  default: {items: {$ref: items.yaml}}
                  x-y: {anyOf: [{$ref: any.yaml}]}
                $defs: {const: {$ref: defs.yaml}}
              examples: {e: {$ref: example.yaml}}
  # Another file may hold the whole map.
  $ref: paths.yaml
components:
  schemas: {$ref: schemas.yaml}
  examples: {value: {$ref: component.yaml}}
`;

test("follows references in every place where one can stand", async () => {
  const names = [...followed.matchAll(/[\w-]+\.(?:yaml|md)/g)].map(([name]) => name);
  const files = Object.fromEntries(
    names.map((name) => [name, name === "text.md" ? "# Hi: {" : "{}"]),
  );
  const folder = folderWith({ ...files, "openapi.yaml": followed });
  const result = await load(folder);
  assert.deepEqual(filesRead(folder, result), names.sort());
  assert.equal(
    result.sources?.files.get(pathToFileURL(path.join(folder, "text.md")).href)?.value,
    "# Hi: {",
  );
});

const data = `
openapi: 3.1.0
x-a: {$ref: no.yaml}
paths:
  x-b: {get: {responses: {200: {$ref: no.yaml}}}}
  /a:
    get:
      x-c: {$ref: no.yaml}
      parameters:
        - {name: a, in: query, example: {$ref: no.yaml}, examples: {e: {value: {$ref: no.yaml}}, f: {dataValue: {$ref: no.yaml}}}}
      responses:
        200:
          links: {l: {operationRef: no.yaml, parameters: {a: {$ref: no.yaml}}}}
          content:
            a/b:
              example: {$ref: no.yaml}
              schema:
                example: {$ref: no.yaml}
                examples: [{$ref: no.yaml}]
                default: {$ref: no.yaml}
                const: {$ref: no.yaml}
                enum: [{$ref: no.yaml}]
                discriminator: {propertyName: t, mapping: {a: no.yaml}}
                properties: {$ref: {type: string}, b: {$ref: {type: string}}}
`;

test("data is never followed", async () => {
  const folder = folderWith({ "openapi.yaml": data, "no.yaml": "{}" });
  assert.deepEqual(filesRead(folder, await load(folder)), []);
});

test("a map in another file may have names that are keywords elsewhere", async () => {
  const folder = folderWith({
    "openapi.yaml": documentWith("all.yaml#/default"),
    "all.yaml":
      "default: {content: {a/b: {schema: {$ref: s.yaml}}}}\nexample: {$ref: unused.yaml}\n",
    "s.yaml": "{}",
  });
  assert.deepEqual(filesRead(folder, await load(folder)), ["all.yaml", "s.yaml"]);
});

test("a pointer may lead through another reference", async () => {
  const folder = folderWith({
    "openapi.yaml": JSON.stringify({
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { 200: { $ref: "#/x/responses/R" } } } } },
      x: { responses: { $ref: "r.yaml" } },
    }),
    "r.yaml": "R: {content: {a/b: {schema: {$ref: s.yaml}}}}\n",
    "s.yaml": "{}",
  });
  assert.deepEqual(filesRead(folder, await load(folder)), ["r.yaml", "s.yaml"]);
});

test("references that lead through themselves end", async () => {
  const folder = folderWith({
    "openapi.yaml": documentWith("loop.yaml#/a"),
    "loop.yaml": "{$ref: 'loop.yaml#/b'}\n",
  });
  assert.deepEqual(filesRead(folder, await load(folder)), ["loop.yaml"]);
});

test("files outside the folder are refused unread", async () => {
  for (const ref of [
    "../secret.yaml",
    "file:///etc/hostname",
    "x/../../secret.yaml",
    "..%2Fsecret.yaml",
  ]) {
    const folder = folderWith({ "openapi.yaml": documentWith(ref), "../secret.yaml": "{}" });
    const result = await load(folder);
    assert.deepEqual(filesRead(folder, result), []);
    const codes = Object.values(refusals(folder, result));
    assert.deepEqual(codes, ref.includes("%2F") ? [] : ["ref-outside"], ref);
  }
});

test("a symbolic link out of the folder is refused, one inside is fine", async () => {
  const folder = folderWith({
    "openapi.yaml": JSON.stringify({
      openapi: "3.1.0",
      components: {
        responses: {
          a: { $ref: "out.yaml" },
          b: { $ref: "in.yaml" },
          c: { $ref: "dir/secret.yaml" },
        },
      },
    }),
    "../secret.yaml": "{}",
    "real.yaml": "{}",
  });
  symlinkSync("../secret.yaml", path.join(folder, "out.yaml"));
  symlinkSync("real.yaml", path.join(folder, "in.yaml"));
  symlinkSync("..", path.join(folder, "dir"));
  const result = await load(folder);
  assert.deepEqual(filesRead(folder, result), ["in.yaml"]);
  assert.deepEqual(refusals(folder, result), {
    "out.yaml": "ref-outside",
    "dir/secret.yaml": "ref-outside",
  });
  const allowed = await load(folder, "openapi.yaml", { allowRefsOutside: true });
  assert.deepEqual(refusals(folder, allowed), {});
});

test("a document in a folder reached by a symbolic link finds its neighbours", async () => {
  const folder = folderWith({ "openapi.yaml": documentWith("r.yaml"), "r.yaml": "{}" });
  symlinkSync("api", `${folder}-link`);
  const result = await load(`${folder}-link`);
  assert.equal(result.sources?.refused.size, 0);
  assert.equal(result.sources?.files.size, 2);
});

test("files that can't be used are refused by place, without a word of what they hold", async () => {
  const folder = folderWith({
    "openapi.yaml": JSON.stringify({
      openapi: "3.1.0",
      components: {
        responses: {
          a: { $ref: "gone.yaml" },
          b: { $ref: "secret.json" },
          c: { $ref: "dir.yaml" },
          d: { $ref: "pipe.yaml" },
        },
      },
    }),
    "secret.json": "a: 1\nTOKEN: !secret hunter2\n",
    "dir.yaml/x": "",
  });
  execFileSync("mkfifo", [path.join(folder, "pipe.yaml")]);
  const result = await load(folder);
  assert.deepEqual(refusals(folder, result), {
    "gone.yaml": "ref-unreadable",
    "secret.json": "ref-unreadable",
    "dir.yaml": "ref-unreadable",
    "pipe.yaml": "ref-unreadable",
  });
  const shown = JSON.stringify([...(result.sources?.refused.values() ?? []), result.diagnostics]);
  assert.doesNotMatch(shown, /TOKEN|hunter2|!secret/);
  assert.match(shown, /neither valid JSON nor YAML \(line 2, column \d+\)/);
  assert.deepEqual(
    [...result.files.keys()].map((url) => path.basename(url)),
    ["openapi.yaml"],
  );
});

test("the limit counts all files together", async () => {
  const folder = folderWith({ "openapi.yaml": documentWith("r.yaml"), "r.yaml": "x".repeat(200) });
  const result = await load(folder, "openapi.yaml", { maxBytes: 250 });
  assert.deepEqual(refusals(folder, result), { "r.yaml": "ref-unreadable" });
});

test("a URL that a document gives itself means that document", async () => {
  const folder = folderWith({
    "openapi.yaml": JSON.stringify({
      openapi: "3.2.0",
      $self: "https://api.test/v1/openapi.yaml",
      components: {
        responses: { a: { $ref: "https://api.test/v1/openapi.yaml#/x" }, b: { $ref: "r.yaml" } },
      },
    }),
    "r.yaml": "{}",
  });
  const result = await load(folder);
  assert.deepEqual(refusals(folder, result), {});
  assert.deepEqual(filesRead(folder, result), ["r.yaml"]);
});

test("each step is reported", async () => {
  const steps: string[] = [];
  const folder = folderWith({ "openapi.yaml": documentWith("r.yaml"), "r.yaml": "{}" });
  await load(folder, "openapi.yaml", { onProgress: (what) => steps.push(what) });
  assert.deepEqual(steps, ["Read 2 files"]);
});
