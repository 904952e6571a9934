/** Files beside a document: which of them a reference can bring in. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { generate } from "../../src/generate.js";
import { refuseName } from "../../src/load/file-rules.js";
import { loadSources } from "../../src/load/load.js";
import { createPolicy, folderUrl, type Policy } from "../../src/load/policy.js";
import { readReferenced } from "../../src/load/read-referenced.js";
import { defaultOptions } from "../../src/options/table.js";
import {
  body,
  folderWithSecrets,
  get,
  outcomeOf,
  places,
  refused,
  scratch,
  secret,
  three,
} from "./secret-files.js";

/** Of every kind; in each place they could come in as an object, a list or a text. */
const inEveryPlace = [
  ".env",
  ".env.yaml#/description",
  "secret.env",
  "id_rsa",
  "scalar.yaml",
  "account.json",
  "account.json#/private_key",
  "account.json#/list",
  "account.json#/list/0",
  "account.json#/nested",
  "hard.md",
  "link-hidden.md",
  "../outside.md",
];

test("no reference to a secret file brings its content into the output, wherever it stands", async () => {
  const folder = folderWithSecrets();
  for (const [name, place] of Object.entries(places)) {
    for (const ref of inEveryPlace) {
      const { text } = await outcomeOf(folder, place({ $ref: ref }));
      assert.ok(!text.includes(secret), `${name}: ${ref}`);
    }
  }
});

const described = three("3.1.0", (ref) => ({
  ...body({ schema: { type: "object", description: ref, properties: { a: ref } } }),
}));

test("each way to write a reference to a secret is refused at the reference", async () => {
  const folder = folderWithSecrets();
  for (const ref of refused) {
    const { text, codes } = await outcomeOf(folder, described({ $ref: ref }));
    assert.ok(!text.includes(secret), ref);
    if (ref.startsWith("account.json")) continue;
    assert.ok(
      codes.some((code) => /^ref-(?:file|outside|unreadable)$/.test(code)),
      `${ref}: ${codes.join()}`,
    );
  }
});

test("with references allowed outside the folder, names and kinds still are judged", async () => {
  const folder = folderWithSecrets();
  for (const ref of [".env", ".git/config", "id_rsa", "hard.md", "link-hidden.md", "environ.txt"]) {
    const { text, codes } = await outcomeOf(folder, described({ $ref: ref }), {
      "allow-refs-outside": true,
    });
    assert.ok(!text.includes(secret), ref);
    assert.ok(codes.includes("ref-file"), ref);
  }
});

test("a listed file is read whatever its name, kind, links or folder", async () => {
  const folder = folderWithSecrets();
  for (const file of ["id_rsa", "hard.md", "notes.markdown", "../outside.md", ".ssh/notes.md"]) {
    const { text } = await outcomeOf(folder, described({ $ref: file }), { "allow-ref": [file] });
    assert.ok(text.includes(secret), file);
  }
  const other = await outcomeOf(folder, described({ $ref: "id_rsa" }), {
    "allow-ref": ["key.pem"],
  });
  assert.ok(!other.text.includes(secret));
});

test("texts come from .md and .txt files, objects from .json, .yaml and .yml files", async () => {
  const folder = folderWithSecrets();
  const prose = await outcomeOf(folder, places["3.0 info.description"]!({ $ref: "fine.md" }));
  assert.match(prose.text, /A text for everyone/);
  assert.deepEqual(
    prose.codes.filter((code) => code.startsWith("ref-")),
    [],
  );
  const object = await outcomeOf(
    folder,
    three("3.0.3", (ref) => body({ schema: ref }))({ $ref: "fine.yaml" }),
  );
  assert.deepEqual(
    object.codes.filter((code) => code.startsWith("ref-")),
    [],
  );
  const part = await outcomeOf(folder, described({ $ref: "fine.yaml#/texts/one" }));
  assert.ok(!part.text.includes("from an object"));
  assert.match(part.text, /takes a text from a file that is no text/);
  assert.match(part.text, /Move the text to a \.md or \.txt file, or list the file/);
  const listed = await outcomeOf(folder, described({ $ref: "fine.yaml#/texts/one" }), {
    "allow-ref": ["fine.yaml"],
  });
  assert.match(listed.text, /from an object/);
});

test("an overlay's references are held to the same rules", async () => {
  const folder = folderWithSecrets();
  for (const ref of [".env", "account.json#/private_key", "hard.md"]) {
    const actions = [{ target: "$.info", update: { description: { $ref: ref } } }];
    const overlay = { overlay: "1.0.0", info: { title: "O", version: "1" }, actions };
    writeFileSync(path.join(folder, "overlay.json"), JSON.stringify(overlay));
    const document = three("3.1.0", () => ({ paths: get({}) }))({});
    const { text, codes } = await outcomeOf(folder, document, { overlay: ["overlay.json"] });
    assert.ok(!text.includes(secret), ref);
    assert.ok(codes.includes("ref-file"), ref);
  }
});

describe("between the check of a path and the opening", () => {
  const policyFor = (folder: string, afterCheck: () => void): Policy => {
    const policy = createPolicy(folderUrl(folder), {
      allowRemoteRefs: false,
      allowRefsOutside: false,
    });
    const locate: Policy["locate"] = (url) => {
      const located = policy.locate(url);
      afterCheck();
      return located;
    };
    return { ...policy, locate };
  };
  const target = (folder: string): string => path.join(folder, "sub/a.md");
  const swaps: Readonly<Record<string, (folder: string) => void>> = {
    "the file becomes a symbolic link": (folder) => {
      rmSync(target(folder));
      symlinkSync("../../outside.md", target(folder));
    },
    "the file becomes a hard link": (folder) => {
      rmSync(target(folder));
      linkSync(path.join(folder, "../outside.md"), target(folder));
    },
    "its folder becomes a symbolic link": (folder) => {
      renameSync(path.join(folder, "sub"), path.join(folder, "was"));
      mkdirSync(path.join(folder, "../elsewhere"));
      writeFileSync(path.join(folder, "../elsewhere/a.md"), secret);
      symlinkSync("../elsewhere", path.join(folder, "sub"));
    },
    "the file becomes a pipe": (folder) => {
      rmSync(target(folder));
      execFileSync("mkfifo", [target(folder)]);
    },
    "the file becomes a folder": (folder) => {
      rmSync(target(folder));
      mkdirSync(target(folder));
    },
  };
  for (const [what, swap] of Object.entries(swaps)) {
    test(`nothing is read when ${what}`, () => {
      const folder = folderWithSecrets();
      mkdirSync(path.join(folder, "sub"));
      writeFileSync(target(folder), "harmless");
      const policy = policyFor(folder, () => swap(folder));
      const result = readReferenced(pathToFileURL(target(folder)).href, policy, 1000);
      assert.notEqual(result.kind, "text");
      assert.ok(!JSON.stringify(result).includes(secret));
    });
  }
});

test("names that only Windows reads otherwise are refused there", () => {
  const names = [
    ".env",
    "a\\.git\\config.yaml",
    ".env:a.yaml",
    "secret.env:a.yaml",
    "a.yaml::$DATA",
    "con.yaml",
    "NUL.txt",
    "lpt1.json",
    "a.yaml.",
    "a.yaml ",
  ];
  for (const name of names) assert.equal(refuseName(name, "win32")?.code, "ref-file", name);
  for (const name of ["a.yaml", "sub\\A.JSON", "..\\shared\\b.yml", "constants.md"]) {
    assert.equal(refuseName(name, "win32"), undefined, name);
  }
});

test("a file of any length costs no more than the limit", async () => {
  const folder = folderWithSecrets();
  const huge = path.join(folder, "huge.md");
  writeFileSync(huge, "a");
  truncateSync(huge, 3 * 1024 ** 3);
  const { text } = await outcomeOf(folder, described({ $ref: "huge.md" }));
  assert.match(text, /larger than the limit/);
  const endless = await generate("/dev/zero", defaultOptions(), { cwd: folder });
  assert.match(JSON.stringify(endless.diagnostics), /not a regular file/);
});

test("hidden files beside a document on the web are not fetched", async () => {
  const fetched: string[] = [];
  const document = described({ $ref: "" });
  for (const ref of [".env", "%2egit/config", "sub/../.env", "x/%2E%2e/.aws/a.json"]) {
    const loaded = await loadSources("https://api.example/v1/openapi.json", {
      cwd: scratch,
      allowRemoteRefs: false,
      allowRefsOutside: false,
      fetch: (url) => {
        fetched.push(String(url));
        return Promise.resolve(
          new Response(JSON.stringify(document).replaceAll('""', JSON.stringify(ref))),
        );
      },
    });
    const codes = [...(loaded.sources?.refused.values() ?? [])].map(({ code }) => code);
    assert.deepEqual(codes, ["ref-file"], ref);
  }
  assert.deepEqual([...new Set(fetched)], ["https://api.example/v1/openapi.json"]);
});
