/** Reads the official JSON-Schema-Test-Suite, which is not a part of this repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Some tests of a schema, as the suite has them. */
export interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** Our names of the dialects, and the folders of the suite. */
export const folders: Readonly<Record<string, string>> = {
  "2020-12": "draft2020-12",
  "2019-09": "draft2019-09",
  "draft-07": "draft7",
  "draft-06": "draft6",
  "draft-04": "draft4",
};

/** What is optional is left out, except what all engines of ECMAScript can do. */
const optional = ["ecmascript-regex.json", "non-bmp-regex.json", "unknownKeyword.json"];

/** The suite's folder; `.ci/services` sets it. */
export const suiteFolder: string | undefined = process.env["JSON_SCHEMA_SUITE"];

/** Returns the groups of a dialect by file. */
export function readSuite(folder: string, dialect: string): ReadonlyMap<string, readonly Group[]> {
  const tests = path.join(folder, "tests", folders[dialect] ?? dialect);
  const required = readdirSync(tests).filter((name) => name.endsWith(".json"));
  const files = [...required, ...optional.map((name) => `optional/${name}`)]
    .filter((name) => existsSync(path.join(tests, name)))
    .sort();
  return new Map(
    files.map((name) => [
      name,
      JSON.parse(readFileSync(path.join(tests, name), "utf8")) as readonly Group[],
    ]),
  );
}
