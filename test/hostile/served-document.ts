/** Serves a document as `serve` does, with a client and an API in this process. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import type { Operation } from "../../runtime/contract/operation.js";
import type { OpenApiServerOptions } from "../../runtime/server/openapi-server.js";
import { serverOfFacts } from "../../runtime/server/untyped-api-server.js";
import type { CannedAnswer, ExpectedRequest } from "../../runtime/testing/operation-case.js";
import { OperationBench } from "../../runtime/testing/operation-bench.js";
import { memoryUpstream } from "../../runtime/testing/test-upstream.js";
import { readSurface } from "../../src/read-surface.js";
import { defaultOptions, type Options } from "../../src/options/table.js";

export interface Called {
  readonly isError: boolean;
  /** The first text of the result. */
  readonly text: string;
  /** The whole result as JSON. */
  readonly result: string;
  readonly questions: string | undefined;
  readonly urls: readonly string[];
  readonly bodies: readonly string[];
  readonly headers: readonly { readonly [name: string]: string }[];
}

export interface ServedDocument {
  readonly operations: readonly Operation[];
  call(
    tool: string,
    args?: object,
    answer?: CannedAnswer | readonly CannedAnswer[],
  ): Promise<Called>;
}

export interface ServedOptions {
  readonly routes?: object;
  readonly generate?: Partial<Options>;
  readonly server?: OpenApiServerOptions;
  /** Values of security schemes with one variable. */
  readonly credentials?: { readonly [scheme: string]: string };
}

/** @throws AssertionError if the document or the route map can't be used */
export async function serveDocument(
  t: TestContext,
  document: object,
  { routes, generate = {}, server = {}, credentials = {} }: ServedOptions = {},
): Promise<ServedDocument> {
  const cwd = mkdtempSync(path.join(tmpdir(), "hostile-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(path.join(cwd, "openapi.json"), JSON.stringify(document));
  if (routes) writeFileSync(path.join(cwd, "routes.yaml"), JSON.stringify(routes));
  const options = {
    ...defaultOptions(),
    ...(routes ? { routes: path.join(cwd, "routes.yaml") } : {}),
    ...generate,
  };
  const read = await readSurface(path.join(cwd, "openapi.json"), options, { cwd });
  const { surface, diagnostics } = read;
  assert.ok(surface, JSON.stringify(diagnostics));
  const faults = diagnostics.filter(({ severity }) => severity === "error");
  assert.deepEqual(faults, []);
  const operations = surface.operations.map(({ facts }) => facts);
  const upstream = memoryUpstream();
  const Server = serverOfFacts(surface.api, operations);
  const env = Object.fromEntries(
    Object.entries(credentials).map(([scheme, value]) => {
      const facts = surface.api.securitySchemes?.[scheme];
      return [facts && "env" in facts ? facts.env : "", value];
    }),
  );
  const made = new Server({ env, fetch: upstream.fetch, ...server });
  const bench = await OperationBench.open(made, upstream);
  t.after(() => bench.close());
  return {
    operations,
    call: async (tool, args = {}, answer = { status: 200, type: "application/json", json: {} }) => {
      const run = await bench.run({ tool, arguments: args as Record<string, unknown>, answer });
      const { content, isError } = run.result as { content?: { text?: string }[]; isError?: true };
      const sent = run.sends as readonly ExpectedRequest[];
      return {
        isError: isError === true || "error" in run.result,
        text: content?.[0]?.text ?? JSON.stringify(run.result),
        result: JSON.stringify(run.result),
        questions: run.asks,
        urls: sent.map(({ request }) => request.slice(request.indexOf(" ") + 1)),
        bodies: sent.map(({ body = "" }) => (Array.isArray(body) ? body.join("") : String(body))),
        headers: sent.map(({ headers = {} }) => headers),
      };
    },
  };
}

// Documents with one operation, `op`, and route maps for its arguments.

export type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly [member: string]: unknown;
};

export const anyObject = { type: "object", additionalProperties: { type: "string" } };
export const text = { type: "string" };

export function documentOf(
  operation: object,
  { path = "/x", method = "get", version = "3.1.1", ...more }: Record<string, unknown> = {},
): object {
  return {
    openapi: version,
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: { [path as string]: { [method as string]: { operationId: "op", ...operation } } },
    ...more,
  };
}

export function withParameters(parameters: readonly Parameter[], more: object = {}): object {
  const all = parameters.map((each) => ({
    ...(each["content"] ? {} : { schema: text }),
    ...(each.in === "path" ? { required: true } : {}),
    ...each,
  }));
  return documentOf({ parameters: all, responses: { 204: { description: "Done." } } }, { ...more });
}

export function withForm(type: string, properties: object, media: object = {}): object {
  const schema = { type: "object", properties };
  return documentOf(
    {
      requestBody: { required: true, content: { [type]: { schema, ...media } } },
      responses: { 204: { description: "Done." } },
    },
    { method: "post" },
  );
}

export function rules(args: object, more: object = {}): { readonly routes: object } {
  return { routes: { routes: [{ match: {}, args, ...more }] } };
}
