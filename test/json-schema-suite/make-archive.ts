/**
 * Writes `suite.json.gz` from a checkout of the official JSON-Schema-Test-Suite, unchanged but for white space:
 * `node --import tsx test/json-schema-suite/make-archive.ts DIR COMMIT`. The packages of the suite on npm either stop at
 * draft-04 or fetch it from GitHub when they are installed.
 *
 * @see https://github.com/json-schema-org/JSON-Schema-Test-Suite
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Archive, Group } from "./archive.js";

const [, , from = "", commit = ""] = process.argv;
/** Our names of the dialects, and the folders of the suite. */
const folders = {
  "2020-12": "draft2020-12",
  "2019-09": "draft2019-09",
  "draft-07": "draft7",
  "draft-06": "draft6",
  "draft-04": "draft4",
};
/** What is optional is left out, except what all engines of ECMAScript can do. */
const optional = ["ecmascript-regex.json", "non-bmp-regex.json", "unknownKeyword.json"];

const dialects: Record<string, Record<string, readonly Group[]>> = {};
for (const [dialect, folder] of Object.entries(folders)) {
  const files: Record<string, readonly Group[]> = (dialects[dialect] = {});
  const required = readdirSync(path.join(from, "tests", folder)).filter((name) =>
    name.endsWith(".json"),
  );
  const present = new Set(readdirSync(path.join(from, "tests", folder, "optional")));
  const names = [
    ...required,
    ...optional.filter((name) => present.has(name)).map((name) => `optional/${name}`),
  ];
  for (const name of names.sort()) {
    files[name] = JSON.parse(
      readFileSync(path.join(from, "tests", folder, name), "utf8"),
    ) as Group[];
  }
}
const licence = readFileSync(path.join(from, "LICENSE"), "utf8");
const archive: Archive = { commit, licence, dialects };
writeFileSync(
  new URL("suite.json.gz", import.meta.url),
  gzipSync(JSON.stringify(archive), { level: 9 }),
);
