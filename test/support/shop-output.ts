/** The output for a document with some operations that share a schema. */
import assert from "node:assert/strict";
import { generate } from "../../src/generate.js";
import { defaultOptions, type Options } from "../../src/options/table.js";
import { root } from "./cli.js";

export interface OperationNode {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly object[];
  readonly responses: object;
}

/** Generates from a document with these operations. @returns The files by path */
export async function filesOf(
  operations: readonly OperationNode[],
  options: Partial<Options> = {},
): Promise<ReadonlyMap<string, string>> {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: Object.fromEntries(
      operations.map((each) => [`/things/${each.operationId}`, { get: each }]),
    ),
    components: { schemas: { Item: { type: "object", properties: { id: { type: "integer" } } } } },
  };
  const { files = [], diagnostics } = await generate(
    "-",
    { ...defaultOptions(), runtime: "package", ...options },
    { cwd: root, readStdin: () => Promise.resolve(JSON.stringify(document)) },
  );
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  return new Map(files.map(({ path, content }) => [path, content]));
}

/** Returns the paths of the files that differ, sorted. */
export function changed(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...now.keys()]);
  return [...paths].filter((path) => before.get(path) !== now.get(path)).sort();
}
