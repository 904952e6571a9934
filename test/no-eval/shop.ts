/** A small shop whose server uses all code that once was made from strings: checks, corrections, JMESPath, XML. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { root, runCommand } from "../support/cli.js";
import type { Recorder } from "../support/recorder.js";

export const inputs: string = path.join(root, "test/no-eval");

/** Makes a process refuse `eval` and `new Function`, as Cloudflare Workers do. */
export const noCodeFromStrings = { NODE_OPTIONS: "--disallow-code-generation-from-strings" };

const words = ["openapi.yaml", "--routes", "routes.yaml"];
export const serveWords: readonly string[] = ["serve", ...words];

/** Generates the shop's server below `folder` and returns its path. */
export async function generateShop(folder: string): Promise<string> {
  const out = path.join(folder, "shop-mcp");
  const run = await runCommand([...words, "--out", out], { cwd: inputs });
  assert.equal(run.code, 0, run.stderr);
  cpSync(path.join(inputs, "worker.js"), path.join(out, "worker.js"));
  return out;
}

/** The variables that point the server to an API and authenticate it. */
export function environment(api: string): Record<string, string> {
  return { MCP_CODEGEN_SHOP_BASE_URL: api, MCP_CODEGEN_SHOP_KEY: "sesame" };
}

export interface ShopClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text?: string }[];
}

/** Makes calls whose arguments and answers are right and wrong, and compares what the API and the client received. */
export async function useShop(client: ShopClient, api: Recorder): Promise<void> {
  const call = async (name: string, args: Record<string, unknown>): Promise<Result> =>
    (await client.callTool({ name, arguments: args })) as Result;
  const texts = (result: Result): string => result.content.map(({ text }) => text ?? "").join("\n");

  const orders = [{ id: 1, state: "open" }];
  api.answerNext({ body: orders });
  const listed = await call("listOrders", { code: "abc", limit: 2 });
  assert.deepEqual(listed.structuredContent, { result: orders }, JSON.stringify(listed));
  const [request] = api.take();
  assert.equal(request?.target, "/orders?code=abc&limit=2");
  assert.equal(request.headers["x-api-key"], "sesame");

  for (const wrong of [{ limit: 51 }, { code: `${"a".repeat(60)}!` }, { limit: "many" }]) {
    const refused = await call("listOrders", wrong);
    assert.equal(refused.isError, true);
    assert.match(texts(refused), new RegExp(`\`${Object.keys(wrong)[0]}\` must`));
  }
  const incomplete = await call("createOrder", { id: 7 });
  assert.match(texts(incomplete), /`state`/);
  assert.deepEqual(api.take(), []);

  api.answerNext({ status: 201, body: { id: 7, state: "paid" } });
  const created = await call("createOrder", { id: 7, state: "paid", code: "x" });
  assert.deepEqual(created.structuredContent, { id: 7, state: "paid" });
  assert.equal(api.take()[0]?.body, '{"id":7,"state":"paid","code":"x"}');

  // A correction, and a note for what can't be corrected.
  api.answerNext({ body: { id: 7, state: "lost" } });
  const differing = await call("getOrder", { id: 7 });
  assert.match(texts(differing), /state/);

  api.answerNext({ body: { orders: [{ state: "paid", price: 2 }, { state: "open" }] } });
  assert.match(texts(await call("getTotal", {})), /^2$|"result":2/m);

  api.answerNext({
    type: "application/xml",
    body: "<report><line>a</line><line>b</line></report>",
  });
  assert.match(texts(await call("getReport", {})), /a.*b/s);
  api.answerNext({ status: 204, type: "", body: "" });
  assert.notEqual((await call("putReport", { title: "<b>" })).isError, true);
  assert.ok(api.take().at(-1)?.body.includes("<title>&#60;b&#62;</title>"));
}
