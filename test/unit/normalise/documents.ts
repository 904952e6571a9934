/** Builds documents from values. */
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import { ReferenceResolver } from "../../../src/load/references/resolver.js";
import type { Source, Sources } from "../../../src/load/source.js";
import type { NormalDocument } from "../../../src/normalise/document.js";
import { normalise } from "../../../src/normalise/normalise.js";
import type { ApiModel, Operation, Schema } from "../../../src/operations/model.js";
import { readOperations } from "../../../src/operations/read-operations.js";

export type Value = Record<string, unknown>;

/** Loads files. The first is the document; names of the others are relative to it. */
export function sourcesOf(
  document: unknown,
  others: Value = {},
  url = "file:///api/openapi.json",
): Sources {
  const source = (name: string, value: unknown): Source => ({
    url: new URL(name, url).href,
    text: JSON.stringify(value),
    format: "json",
    value,
  });
  const root = source(url, document);
  const files = [root, ...Object.entries(others).map(([name, value]) => source(name, value))];
  return { root, files: new Map(files.map((file) => [file.url, file])), refused: new Map() };
}

export function normalised(
  document: unknown,
  others?: Value,
  url?: string,
): { document?: NormalDocument; diagnostics: readonly Diagnostic[] } {
  const sources = sourcesOf(document, others, url);
  return normalise(sources, new ReferenceResolver(sources));
}

export function read(
  document: unknown,
  others?: Value,
  url?: string,
): { model: ApiModel; diagnostics: readonly Diagnostic[]; codes: string[] } {
  const sources = sourcesOf(document, others, url);
  const resolver = new ReferenceResolver(sources);
  const { document: normal, diagnostics } = normalise(sources, resolver);
  if (normal === undefined) throw new Error(JSON.stringify(diagnostics));
  const { model, diagnostics: found } = readOperations(normal, resolver);
  const all = [...diagnostics, ...found];
  return { model, diagnostics: all, codes: all.map(({ severity, code }) => `${severity} ${code}`) };
}

export function api(paths: Value, rest: Value = {}, version = "3.1.0"): Value {
  return { openapi: version, info: { title: "T", version: "1" }, paths, ...rest };
}

export function swagger(paths: Value, rest: Value = {}): Value {
  return { swagger: "2.0", info: { title: "T", version: "1" }, paths, ...rest };
}

export const ok = { "200": { description: "ok" } };

/** Returns one schema as the model has it, in a JSON request body. */
export function converted(schema: unknown, version = "3.0.3", rest: Value = {}): Schema {
  const { model, diagnostics } = read(bodyApi(schema, version, rest));
  const body = model.operations[0]?.body?.contents[0]?.schema;
  if (body === undefined) throw new Error(JSON.stringify(diagnostics));
  return body;
}

export function problemsOf(schema: unknown, version = "3.0.3", rest: Value = {}): string[] {
  return read(bodyApi(schema, version, rest)).diagnostics.map(
    ({ severity, code, message }) => `${severity} ${code}: ${message}`,
  );
}

function bodyApi(schema: unknown, version: string, rest: Value): Value {
  const requestBody = { content: { "application/json": { schema } } };
  return api({ "/a": { post: { requestBody, responses: ok } } }, rest, version);
}

export function only(model: ApiModel): Operation {
  const [operation, ...others] = model.operations;
  if (operation === undefined || others.length > 0) throw new Error("not exactly one operation");
  return operation;
}
