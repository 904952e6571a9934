/**
 * The user's own files in an output folder, whichever way it is written again. What a plan does with single files, links
 * and manifests is tested in test/unit/write.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { runCommand } from "../support/cli.js";
import { documentOf } from "./repository.js";

const base = mkdtempSync(path.join(tmpdir(), "folders-"));
after(() => rmSync(base, { recursive: true, force: true }));
// Otherwise the project would be whatever the folder of temporary files is in.
writeFileSync(path.join(base, "package.json"), "{}");

const document = documentOf([{ id: "listPets" }, { id: "addPet" }]);
const smaller = documentOf([{ id: "listPets" }]);
const longAgo = new Date("2001-02-03T04:05:06Z");

/** Everything that a user may keep in an output folder: relative paths and contents. */
const own: Readonly<Record<string, string>> = {
  "custom.ts": "export const mine = 1;\n",
  "notes.md": "# Notes\r\nWithout a line end",
  "openapi.yaml": document,
  "sub/keep.txt": "kept\n",
  "generated/server.ts": "// Named like a generated file, elsewhere.\n",
  ".env": "TOKEN=secret\n",
  "image.bin": "\0\u0001\u0002",
  "operations.js": "export {};\n",
};

const layouts = {
  project: { args: ["--no-build"], code: "src/generated" },
  module: { args: ["--layout", "module", "--runtime", "package"], code: "." },
} as const;

/** Returns what is below a folder: hash and time of files, targets of links, and folders. */
function contents(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return new Map(entries.map((name) => [name, describeEntry(path.join(folder, name))]));
}

function describeEntry(file: string): string {
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(file)}`;
  if (stat.isDirectory()) return "folder";
  return `${createHash("sha256").update(readFileSync(file)).digest("hex")} ${stat.mtimeMs}`;
}

function putOwnFiles(folder: string, outside: string): void {
  for (const [name, text] of Object.entries(own)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, longAgo, longAgo);
  }
  mkdirSync(path.join(folder, "empty"));
  mkdirSync(path.join(folder, "sub/empty"));
  symlinkSync(path.relative(folder, outside), path.join(folder, "link"));
  symlinkSync(path.join(outside, "file.txt"), path.join(folder, "file-link"));
  symlinkSync("nowhere", path.join(folder, "dangling"));
}

function subset(
  all: ReadonlyMap<string, string>,
  names: Iterable<string>,
): ReadonlyMap<string, string | undefined> {
  return new Map([...names].map((name) => [name, all.get(name)]));
}

async function generate(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stderr } = await runCommand(args, { cwd });
  assert.equal(code, 0, stderr);
  return stderr;
}

for (const [layout, { args, code }] of Object.entries(layouts)) {
  describe(layout, () => {
    test("files, links and empty folders of the user's survive every kind of run", async () => {
      const folder = path.join(base, layout);
      const [gen, outside] = [path.join(folder, "gen"), path.join(folder, "outside")];
      mkdirSync(outside, { recursive: true });
      writeFileSync(path.join(outside, "file.txt"), "outside\n");
      writeFileSync(path.join(folder, "v1.json"), document);
      writeFileSync(path.join(folder, "v2.json"), smaller);
      await generate(folder, ["v1.json", "--out", "gen", ...args]);
      const generated = new Set(contents(gen).keys());
      putOwnFiles(gen, outside);
      const mine = [...contents(gen).keys()].filter((name) => !generated.has(name));
      assert.ok(mine.includes("empty") && mine.includes("dangling"));
      const before = [subset(contents(gen), mine), contents(outside)];

      const everyPermission = [
        "--force",
        "--allow-removed",
        "--allow-wider",
        "--allow-other-document",
      ];
      const runs: readonly (readonly [string, readonly string[]])[] = [
        [folder, ["v1.json", "--out", "gen"]],
        [folder, ["v2.json", "--out", "gen", ...everyPermission]],
        [gen, ["openapi.yaml", "--out", "."]],
        [gen, ["../v2.json", "--out", "./", ...everyPermission]],
        [gen, ["openapi.yaml", "--out", "../gen", "--force"]],
      ];
      for (const [cwd, words] of runs) {
        await generate(cwd, [...words, ...args]);
        assert.deepEqual([subset(contents(gen), mine), contents(outside)], before, words.join(" "));
      }
      const left = [...contents(gen).keys()].filter((name) => !mine.includes(name));
      assert.deepEqual(left, [...generated], "and nothing else is left there");
    });

    test("a file with the name of an output that is not the tool's is named, and kept without --force", async () => {
      for (const name of ["server.ts", "index.ts"]) {
        const folder = path.join(base, `${layout}-${name}`);
        const file = path.join(folder, "gen", code, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(path.join(folder, "v1.json"), document);
        // Without a manifest even a header like ours makes no file ours.
        writeFileSync(file, "// Generated by mcp-codegen 0.1.0. Do not edit.\nexport {};\n");
        const before = contents(folder);
        const refused = await runCommand(["v1.json", "--out", "gen", ...args], { cwd: folder });
        assert.equal(refused.code, 1);
        assert.equal(refused.stdout, "");
        const named = path.posix.join(code, name);
        assert.ok(
          refused.stderr.includes(`error[out-not-ours]: ${named} can't be written`),
          refused.stderr,
        );
        assert.match(refused.stderr, /--force/);
        assert.deepEqual(contents(folder), before);
      }
    });
  });
}
