/** What an operator reads of calls that the API refused or did not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Log } from "../../../runtime/protocol/log.js";
import type { LogEntry } from "../../../runtime/protocol/log-entry.js";
import { textLines } from "../../../runtime/protocol/terminal/log-line.js";
import type { UpstreamOptions } from "../../../runtime/upstream/upstream-options.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import { api, operation, record, reply } from "../../unit/upstream/support.js";

const petById = operation({
  path: "/pets/{petId}",
  params: [{ in: "path", name: "petId" }],
});

/** Calls an operation that fails, and returns what was logged. */
async function logged(
  baseUrl: string,
  options: UpstreamOptions & { readonly signal?: AbortSignal } = {},
  facts: Parameters<typeof api>[0] = {},
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const log = new Log((entry) => entries.push(entry));
  const { signal, ...settings } = options;
  const upstream = new Upstream(api(facts), { baseUrl, env: {}, ...settings }, log);
  await assert.rejects(upstream.call(petById, { petId: "s3cret" }, { signal }));
  return entries;
}

test("a refused call is told at the level that is on by default, with operation, status and time", async (t) => {
  for (const status of [400, 401, 404, 500, 503]) {
    const { url } = await record(t, reply(status, "application/json", '{"token":"t0ken"}'));
    const [entry, ...more] = await logged(url, { retries: 0 });
    assert.ok(entry);
    assert.deepEqual(more, []);
    assert.equal(entry.level, "warn");
    assert.equal(entry.message, `Status ${status} from GET /pets/{petId}`);
    assert.equal(entry.facts["operation"], "GET /pets/{petId}");
    assert.equal(entry.facts["status"], status);
    assert.equal(typeof entry.facts["ms"], "number");
    assert.doesNotMatch(textLines(entry), /s3cret|t0ken/);
  }
});

test("a call without an answer is told with its reason", async (t) => {
  const { url } = await record(t, () => {});
  const [late] = await logged(url, { timeoutMs: 50 });
  assert.match(
    late?.message ?? "",
    /^No answer to GET \/pets\/\{petId\}: No answer .* within 50 ms/,
  );
  const [refused] = await logged("http://127.0.0.1:9");
  assert.match(refused?.message ?? "", /^No answer to GET \/pets\/\{petId\}: /);
  assert.equal(refused?.error, undefined);
});

test("a missing base URL or credential is told with each call that needs it", async () => {
  const securitySchemes = {
    key: { type: "apiKey", in: "header", name: "X-Key", env: "SHOP_KEY" },
  } as const;
  const entries: LogEntry[] = [];
  const log = new Log((entry) => entries.push(entry));
  const shop = new Upstream(
    api({ securitySchemes }),
    { env: {}, baseUrl: "http://127.0.0.1:9" },
    log,
  );
  await assert.rejects(shop.call({ ...petById, security: [{ key: [] }] }, { petId: "1" }));
  assert.match(entries[0]?.message ?? "", /SHOP_KEY/);
  await assert.rejects(new Upstream(api(), { env: {} }, log).call(petById, { petId: "1" }));
  assert.match(entries[1]?.message ?? "", /SHOP_BASE_URL/);
});

test("a call that the client cancels is no failure", async (t) => {
  const { url } = await record(t, () => {});
  assert.deepEqual(await logged(url, { signal: AbortSignal.timeout(30) }), []);
});
