/** Scopes hold for every method that names an entry, and what belongs to a caller is no one else's. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  McpServer,
  oauthResource,
  serveHttp,
  serveTransport,
  staticVerifier,
  type Caller,
  type HttpServer,
} from "../../runtime/index.js";
import { revisions, type Revision } from "../../runtime/protocol/revisions.js";
import type { ServerCore } from "../../runtime/server/methods/method.js";
import { protocolMethods } from "../../runtime/server/methods/protocol-methods.js";
import { eventually } from "../support/eventually.js";
import { memoryChannel } from "../support/wire/channels.js";
import { modernMeta, WireClient } from "../support/wire/client.js";

const scope = "vault:open";
const tasksExtension = "io.modelcontextprotocol/tasks";
const ann = (scopes: readonly string[]): Caller => ({ subject: "ann", scopes, claims: {} });
const authorizer = oauthResource({
  resource: "http://127.0.0.1/mcp",
  authorizationServers: ["https://auth.example"],
  verify: staticVerifier(
    new Map([
      ["weak", ann([])],
      ["strong", ann([scope])],
      ["broad", ann(["vault:*"])],
    ]),
  ),
  impliedScopes: { "vault:*": [scope] },
});

/** A server whose entries all need the scope. */
function vault(): McpServer {
  const server = new McpServer({ name: "vault", version: "1" });
  const scopes = [scope];
  const input = { type: "object", properties: { x: { type: "string" } } } as const;
  server.tool({ name: "open", scopes, task: "optional", input }, () => "gold");
  server.prompt(
    { name: "plan", scopes, arguments: [{ name: "x", complete: () => ["a"] }] },
    () => "p",
  );
  server.resource({ uri: "vault://gold", name: "gold", scopes }, () => "gold");
  server.template(
    { uriTemplate: "vault://box/{id}", name: "box", scopes, complete: { id: () => ["1"] } },
    () => "box",
  );
  server.method({ name: "example.com/open", scopes }, () => ({ gold: true }));
  return server;
}

type Row = "nothing" | readonly Record<string, unknown>[];

/** Every method, with params that each name an entry of the vault. `TASK` stands for a task's id. */
const decided: Record<string, Row> = {
  initialize: "nothing",
  ping: "nothing",
  "server/discover": "nothing",
  "logging/setLevel": "nothing",
  // As today: a list shows what exists, and a client learns from the refusal of a call which scopes it needs.
  "tools/list": "nothing",
  "prompts/list": "nothing",
  "resources/list": "nothing",
  "resources/templates/list": "nothing",
  // Only the caller's own.
  "tasks/list": "nothing",
  "tools/call": [{ name: "open", arguments: {} }],
  "prompts/get": [{ name: "plan", arguments: { x: "a" } }],
  "resources/read": [{ uri: "vault://gold" }, { uri: "vault://g%6Fld" }, { uri: "vault://box/1" }],
  "resources/subscribe": [
    { uri: "vault://gold" },
    { uri: "vault://%67old" },
    { uri: "vault://box/1" },
  ],
  "resources/unsubscribe": [{ uri: "vault://gold" }, { uri: "vault://box/1" }],
  "subscriptions/listen": [
    { notifications: { resourceSubscriptions: ["vault://gold"] } },
    { notifications: { resourceSubscriptions: ["vault://other", "vault://box/1"] } },
    { notifications: { taskIds: ["TASK"] } },
  ],
  "completion/complete": [
    { ref: { type: "ref/prompt", name: "plan" }, argument: { name: "x", value: "" } },
    { ref: { type: "ref/resource", uri: "vault://box/{id}" }, argument: { name: "id", value: "" } },
    { ref: { type: "ref/resource", uri: "vault://gold" }, argument: { name: "id", value: "" } },
    { ref: { type: "ref/resource", uri: "vault://box/1" }, argument: { name: "id", value: "" } },
  ],
  "tasks/get": [{ taskId: "TASK" }],
  "tasks/update": [{ taskId: "TASK", inputResponses: {} }],
  "tasks/cancel": [{ taskId: "TASK" }],
  "tasks/result": [{ taskId: "TASK" }],
  "example.com/open": [{}],
};

const table = protocolMethods({} as ServerCore);

test("it is decided for every method of the protocol what its requests name", () => {
  const missing = table.filter(([name]) => !Object.hasOwn(decided, name)).map(([name]) => name);
  assert.deepEqual(missing, []);
  for (const [name, { names }] of table) {
    assert.equal(names === "nothing", decided[name] === "nothing", name);
  }
});

let http: HttpServer;
before(async () => {
  http = await serveHttp(vault(), { port: 0, authorizer });
});
after(() => http.close());

type Asks = (
  method: string,
  params: Record<string, unknown>,
  token: string,
) => Promise<{
  readonly status: number;
  readonly scopes: string | undefined;
  readonly body: unknown;
}>;

/** Returns a function that sends requests of a revision over HTTP, before 2026-07-28 in a session. */
async function asker(revision: Revision): Promise<Asks> {
  const isModern = revision === "2026-07-28";
  let sessionId: string | undefined;
  const asks: Asks = async (method, params, token) => {
    const _meta = modernMeta({ extensions: { [tasksExtension]: {} } });
    const { name, uri } = params;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      "mcp-protocol-version": revision,
      ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
      ...(isModern && { "mcp-method": method }),
      ...(isModern && typeof (name ?? uri) === "string" && { "mcp-name": String(name ?? uri) }),
      ...(isModern && "taskId" in params && { "mcp-name": String(params["taskId"]) }),
    };
    const sent = {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: isModern ? { ...params, _meta } : params,
    };
    const reply = await fetch(http.url, { method: "POST", headers, body: JSON.stringify(sent) });
    sessionId ??= reply.headers.get("mcp-session-id") ?? undefined;
    const challenge = reply.headers.get("www-authenticate") ?? "";
    const scopes = /error="insufficient_scope".*scope="([^"]*)"/.exec(challenge)?.[1];
    const isStream = reply.headers.get("content-type") === "text/event-stream";
    if (isStream && method === "subscriptions/listen") await reply.body?.cancel();
    const body: unknown = isStream ? undefined : await reply.json().catch(() => undefined);
    return { status: reply.status, scopes, body };
  };
  if (!isModern) {
    const clientInfo = { name: "test", version: "1" };
    await asks("initialize", { protocolVersion: revision, capabilities: {}, clientInfo }, "weak");
  }
  return asks;
}

/** Begins a task of the scoped tool and returns its id. */
async function begin(asks: Asks, revision: Revision): Promise<string> {
  const params = { name: "open", arguments: {}, ...(revision === "2025-11-25" && { task: {} }) };
  const { body } = await asks("tools/call", params, "strong");
  const { result } = body as { result: { taskId?: string; task?: { taskId: string } } };
  const id = result.taskId ?? result.task?.taskId;
  assert.ok(id !== undefined, JSON.stringify(body));
  return id;
}

const withTask = (params: Record<string, unknown>, task: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(params).replaceAll("TASK", task)) as Record<string, unknown>;

const names = [...table.map(([name]) => name), "example.com/open"];
const eraOf = (name: string) => table.find(([each]) => each === name)?.[1].eras ?? "both";

for (const revision of revisions) {
  describe(revision, () => {
    const era = revision === "2026-07-28" ? "modern" : "legacy";
    const served = names.filter((name) => {
      if (name.startsWith("tasks/") && revision < "2025-11-25") return false;
      return eraOf(name) === "both" || eraOf(name) === era;
    });
    for (const method of served) {
      const rows = decided[method];
      if (rows === undefined || rows === "nothing") continue;
      test(`${method} needs the scopes of what it names`, async () => {
        const asks = await asker(revision);
        const needsTask = JSON.stringify(rows).includes("TASK");
        for (const row of rows) {
          const task = needsTask && revision >= "2025-11-25" ? await begin(asks, revision) : "none";
          const params = withTask(row, task);
          const refused = await asks(method, params, "weak");
          assert.equal(refused.status, 403, JSON.stringify([params, refused]));
          assert.equal(refused.scopes, scope, JSON.stringify(params));
          for (const token of ["strong", "broad"]) {
            const { status } = await asks(method, params, token);
            assert.equal(status, 200, JSON.stringify(params));
          }
        }
      });
    }
  });
}

describe("a connection, where no request has a status of its own", () => {
  for (const revision of revisions) {
    for (const known of [true, false]) {
      const by = known ? "by its authorizer" : "by name, without an authorizer";
      test(`requests of ${revision} are refused ${by}`, async () => {
        const connect = async (scopes: string[]): Promise<WireClient> => {
          const sender = { caller: ann(scopes), ...(known && { authorizer }) };
          const server = vault();
          const channel = memoryChannel((transport) => serveTransport(server, transport, sender));
          const client = new WireClient(channel, { revision });
          await client.initialize();
          return client;
        };
        const weak = await connect([]);
        const strong = await connect([scope]);
        for (const method of [
          "tools/call",
          "prompts/get",
          "resources/read",
          "completion/complete",
        ]) {
          const [params = {}] = decided[method] as readonly Record<string, unknown>[];
          const { error } = await weak.request(method, params);
          assert.deepEqual(error?.data, { error: "insufficient_scope", scope }, method);
          assert.equal((await strong.request(method, params)).error, undefined, method);
        }
      });
    }
  }
});

test("who lost a scope hears no more of the resource it subscribed to", async () => {
  const server = vault();
  const sender: { caller: Caller } = { caller: ann([scope]) };
  const channel = memoryChannel((transport) => serveTransport(server, transport, sender));
  const client = new WireClient(channel, { revision: "2025-11-25" });
  await client.initialize();
  await client.request("resources/subscribe", { uri: "vault://gold" });
  const heard = (): number =>
    client.notifications().filter(({ method }) => method === "notifications/resources/updated")
      .length;
  server.resourceUpdated("vault://gold");
  await eventually(() => assert.equal(heard(), 1));
  sender.caller = ann([]);
  server.resourceUpdated("vault://gold");
  await client.request("ping", {});
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(heard(), 1);
});

test("a resource that gets scopes after a subscription is not told of to who lacks them", async () => {
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const server = vault();
    const sender = { caller: ann([]) };
    const channel = memoryChannel((transport) => serveTransport(server, transport, sender));
    const client = new WireClient(channel, { revision });
    await client.initialize();
    const uri = "vault://later";
    if (revision === "2025-11-25") await client.request("resources/subscribe", { uri });
    else {
      void client.request("subscriptions/listen", {
        notifications: { resourceSubscriptions: [uri, "vault://free"] },
      });
      await eventually(() => assert.ok(client.notifications().length > 0));
    }
    server.resource({ uri, name: "later", scopes: [scope] }, () => "x");
    server.resourceUpdated(uri);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const told = client.notifications().filter(({ method }) => method?.endsWith("/updated"));
    assert.deepEqual(told, [], revision);
  }
});
