/** No caller can push out what belongs to another, or get what was made for another. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createClient } from "redis";
import {
  memoryState,
  redisState,
  serveHttp,
  serveWebSocket,
  sseFetchHandler,
  type CallContext,
  type Caller,
} from "../../../runtime/index.js";
import { FairMap } from "../../../runtime/protocol/shares/fair-map.js";
import { RedisCommands } from "../../../runtime/state/redis/commands.js";
import { RedisKeys } from "../../../runtime/state/redis/keys.js";
import { RedisShares } from "../../../runtime/state/redis/shares.js";
import { LargeAnswers } from "../../../runtime/server/operations/large-answers.js";
import { callerKey, ownerOf, shareOf } from "../../../runtime/session/owner.js";
import { callerFromClaims } from "../../../runtime/authorization/verifiers/token-claims.js";
import { ReplyCache } from "../../../runtime/upstream/response/reply-cache.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import { noRedis, redisOfFile } from "../../support/state/redis.js";
import { gate } from "../../support/servers/locked-zoo.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const caller = (subject: string, claims = {}): Caller => ({ subject, scopes: [], claims });
const ann = shareOf(caller("ann"));
const eve = shareOf(caller("eve"));

describe("owners", () => {
  const rules = {
    issuer: undefined,
    audience: ["a"],
    complete: false,
    requiredClaims: [],
    scopeClaims: ["scope"],
    toleranceSeconds: 0,
  };
  const of = (claims: Record<string, unknown>): string =>
    callerKey(callerFromClaims({ aud: "a", ...claims }, rules, "http://a"));

  test("a program is never the owner that a user of the same name is", () => {
    const keys = [
      of({ sub: "alice" }),
      of({ client_id: "alice" }),
      of({ sub: "client:alice" }),
      of({ sub: "user:client:alice" }),
      of({ client_id: "client:alice" }),
      of({ sub: "user:alice" }),
      of({ sub: "alice", iss: "https://a.example" }),
      of({ sub: "alice", iss: "https://b.example" }),
      of({ client_id: "alice", iss: "https://a.example" }),
    ];
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(of({ azp: "alice" }), of({ client_id: "alice" }));
    assert.notEqual(callerFromClaims({ aud: "a", client_id: "alice" }, rules, "").subject, "alice");
  });

  test("an issuer and a subject can't be written as another pair", () => {
    const one = caller("b c", { iss: "a" });
    const other = caller("c", { iss: "a b" });
    assert.notEqual(callerKey(one), callerKey(other));
    assert.notEqual(ownerOf(caller("x"), undefined), ownerOf(undefined, 'user:["","x"]'));
  });
});

describe("stores in memory", () => {
  test("a caller that fills a store pushes out its own entries first", () => {
    for (const flood of [20, 500]) {
      const map = new FairMap<number>({ limit: 10 });
      for (let index = 0; index < 3; index++) map.set(`ann${index}`, index, ann);
      for (let index = 0; index < flood; index++) map.set(`eve${index}`, index, eve);
      assert.equal(map.count, 10);
      for (let index = 0; index < 3; index++) assert.equal(map.get(`ann${index}`), index);
      assert.equal(map.get(`eve${flood - 1}`), flood - 1);
    }
  });

  test("a caller that fills a store with few large entries pushes out its own first, too", () => {
    const map = new FairMap<string>({ limit: 100, maxSize: 1000 });
    for (let index = 0; index < 10; index++) map.set(`ann${index}`, "small", ann, 10);
    for (let index = 0; index < 30; index++) map.set(`eve${index}`, "large", eve, 400);
    for (let index = 0; index < 10; index++) assert.equal(map.get(`ann${index}`), "small");
    assert.equal(map.get("eve29"), "large");
    assert.ok(map.size <= 1000);
  });

  test("what was just added stays, also among many who have one entry each", () => {
    const map = new FairMap<number>({ limit: 5 });
    for (let index = 0; index < 50; index++) {
      map.set(`key${index}`, index, `share${index}`);
      assert.equal(map.get(`key${index}`), index);
    }
    assert.equal(map.count, 5);
  });

  test("sessions and tasks of one caller survive those of another", async () => {
    const state = memoryState({ maxSessions: 20, maxTasks: 20 });
    await state.sessions.save("ann", "facts", 60_000, ann);
    await state.tasks.save("ann", "task", 60_000, ann);
    for (let index = 0; index < 100; index++) {
      await state.sessions.save(`eve${index}`, "facts", 60_000, eve);
      await state.tasks.save(`eve${index}`, "task", 60_000, eve);
    }
    assert.equal(await state.sessions.load("ann"), "facts");
    assert.equal(await state.tasks.load("ann"), "task");
    // A change of a task keeps its share.
    assert.ok(await state.tasks.replace("ann", "task", "done", 60_000));
    for (let index = 0; index < 100; index++) await state.tasks.save(`new${index}`, "t", 1e5, eve);
    assert.equal(await state.tasks.load("ann"), "done");
    await state.close();
  });

  test("kept events of one caller survive those of another", async () => {
    const { events, close } = memoryState({ events: { bytesInAll: 5000 } });
    const first = await events.append("ann", "s", "", ann);
    await events.append("ann", "s", "for ann", ann);
    for (let index = 0; index < 50; index++) {
      await events.append(`eve${index}`, "s", "x".repeat(900), eve);
    }
    assert.equal((await events.after("ann", first))?.events.length, 1);
    await close();
  });

  test("kept answers of one caller survive those of another, and of others without a token", () => {
    const contexts: Partial<CallContext>[] = Array.from({ length: 300 }, (_, index) => ({
      sessionId: `session${index}`,
    }));
    for (const flood of [[{ caller: caller("eve") }], contexts]) {
      const answers = new LargeAnswers("zoo://kept/");
      const keep = (ctx: Partial<CallContext>): string => {
        const value = { kind: "text", text: "x", mimeType: "text/plain" } as const;
        const stored = answers.store(value, "Too large.", ctx as CallContext);
        const link = stored.find(({ type }) => type === "resource_link") as { uri: string };
        return link.uri;
      };
      const own = { caller: caller("ann") };
      const uri = keep(own);
      for (let index = 0; index < 300; index++) keep(flood[index % flood.length]!);
      assert.ok(answers.read(uri, own as CallContext));
      assert.throws(() => answers.read(uri, { caller: caller("eve") } as unknown as CallContext));
    }
  });

  test("cached replies of one caller survive those of another", () => {
    const cache = new ReplyCache();
    const reply = {
      answer: { kind: "text", status: 200, text: "x", mimeType: "text/plain" },
      headers: new Headers(),
      redact: String,
      bytes: 100,
      url: "https://api.example/x",
    } as Parameters<ReplyCache["set"]>[1];
    cache.set("ann", reply, 60_000, ann);
    for (let index = 0; index < 2000; index++) cache.set(`eve${index}`, reply, 60_000, eve);
    for (let index = 0; index < 2000; index++) cache.set(`any${index}`, reply, 60_000, undefined);
    assert.ok(cache.get("ann"));
  });
});

describe("Redis", { skip: noRedis }, () => {
  const redis = redisOfFile();
  const prefix = `shares-${process.pid}`;

  test("sessions and tasks of one caller survive those of another in Redis", async () => {
    const client = createClient({ url: redis.url });
    client.on("error", () => {});
    await client.connect();
    const keys = new RedisKeys(prefix);
    const shares = new RedisShares(new RedisCommands(client as never, 5000), keys, "tasks", 50);
    const gone: string[] = [];
    gone.push(...(await shares.add(ann, "ann", 60_000)));
    for (let index = 0; index < 12; index++) {
      gone.push(...(await shares.add(eve, `eve${index}`, 60_000 + index)));
    }
    // An entry that is counted again, or has expired, takes no place.
    gone.push(...(await shares.add(eve, "eve11", 90_000)));
    assert.deepEqual(
      gone,
      Array.from({ length: 7 }, (_, index) => `eve${index}`),
    );
    await client.del([keys.share("tasks", ann), keys.share("tasks", eve)]);
    client.destroy();
  });

  test("what is saved for a caller can be loaded, and is counted", async () => {
    const client = createClient({ url: redis.url });
    client.on("error", () => {});
    const state = await redisState(client as never, { prefix });
    await state.sessions.save("s", "facts", 60_000, ann);
    await state.sessions.touch("s", 60_000, ann);
    await state.tasks.save("t", "task", 60_000, ann);
    await state.tasks.save("u", "task", undefined, ann);
    assert.equal(await state.sessions.load("s"), "facts");
    assert.equal(await state.tasks.load("t"), "task");
    const keys = new RedisKeys(prefix);
    assert.equal(await client.zCard(keys.share("sessions", ann)), 1);
    assert.equal(await client.zCard(keys.share("tasks", ann)), 2);
    for (const kind of ["sessions", "tasks"]) await client.del(keys.share(kind, ann));
    await Promise.all([
      state.sessions.delete("s"),
      state.tasks.delete("t"),
      state.tasks.delete("u"),
    ]);
    await state.close();
  });
});

describe("open sessions and connections", () => {
  const authorizer = gate({ ann: { subject: "ann" }, eve: { subject: "eve" } });
  const { options } = withApi(() => Response.json({}));
  const zoo = new BusyZoo(options);
  const headers = (token: string): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  });

  test("a caller with its share of sessions loses its oldest, and no one else's", async () => {
    const sessions = { maxSessions: 50 };
    const http = await serveHttp(zoo, { port: 0, authorizer, sessions });
    after(() => http.close());
    const send = (token: string, body: object, id?: string): Promise<Response> =>
      fetch(http.url, {
        method: "POST",
        headers: { ...headers(token), ...(id !== undefined && { "mcp-session-id": id }) },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      });
    const open = async (token: string): Promise<string> => {
      const params = { protocolVersion: "2025-06-18", capabilities: {} };
      const reply = await send(token, { method: "initialize", params });
      assert.equal(reply.status, 200);
      return reply.headers.get("mcp-session-id") ?? "";
    };
    const anns = await open("ann");
    const eves: string[] = [];
    for (let index = 0; index < 60; index++) eves.push(await open("eve"));
    const status = async (token: string, id = ""): Promise<number> =>
      (await send(token, { method: "ping" }, id)).status;
    assert.equal(await status("ann", anns), 200);
    assert.equal(await status("eve", eves[0]), 404);
    assert.equal(await status("eve", eves.at(-1)), 200);
    assert.equal(await status("eve", anns), 404);
  });

  test("a caller with its share of streams and sockets opens no more, and others do", async () => {
    const sse = await sseFetchHandler(zoo, { authorizer, maxSessions: 20, loopback: true });
    const open = async (token: string): Promise<number> => {
      const request = new Request("http://localhost/sse", { headers: headers(token) });
      return (await sse(request)).status;
    };
    const statuses = [];
    for (let index = 0; index < 4; index++) statuses.push(await open("eve"));
    assert.deepEqual(statuses, [200, 200, 503, 503]);
    assert.equal(await open("ann"), 200);
    void sse.close();

    const sockets = await serveWebSocket(zoo, { port: 0, authorizer, maxConnections: 20 });
    const { WebSocket } = await import("ws");
    const connect = (token: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(sockets.url, "mcp", { headers: headers(token) });
        socket.on("open", () => resolve("open"));
        socket.on("error", (error) => resolve(error.message));
      });
    assert.equal(await connect("eve"), "open");
    assert.equal(await connect("eve"), "open");
    assert.match(await connect("eve"), /429/);
    assert.equal(await connect("ann"), "open");
    await sockets.close();
  });
});

describe("the cache of replies", () => {
  const api = {
    name: "zoo",
    title: "Zoo",
    version: "1",
    servers: [{ url: "http://zoo.invalid" }],
    baseUrlEnv: "ZOO_BASE_URL",
  };
  const operation = {
    id: "list",
    request: {
      method: "GET",
      path: "/animals",
      params: [{ in: "header", name: "baggage" }],
    },
    input: { type: "object" },
    cacheMs: 60_000,
    expose: { as: "tool", name: "list" },
  } as const;

  test("a caller's header is part of the key, also one named like a trace header", async () => {
    let calls = 0;
    const fetch = async (): Promise<Response> => Response.json({ call: ++calls });
    const upstream = new Upstream(api, { fetch, env: {} });
    const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
    const ask = async (forwarded?: Record<string, string>, traced = trace): Promise<unknown> => {
      const answer = await upstream.call(operation, {}, { trace: traced, forwarded });
      return answer.kind === "json" ? answer.value : undefined;
    };
    assert.deepEqual(await ask(), { call: 1 });
    // The server's own trace differs in each call.
    const other = { traceparent: `00-${"c".repeat(32)}-${"d".repeat(16)}-01` };
    assert.deepEqual(await ask(undefined, other), { call: 1 });
    for (const name of ["traceparent", "tracestate", "baggage", "x-tenant"]) {
      const before = calls;
      assert.deepEqual(await ask({ [name]: "a" }), { call: before + 1 }, name);
      assert.deepEqual(await ask({ [name]: "b" }), { call: before + 2 }, name);
      assert.deepEqual(await ask({ [name]: "a" }), { call: before + 1 }, name);
    }
    assert.deepEqual(await ask({ traceparent: trace.traceparent }), { call: calls });
    assert.deepEqual(await ask(), { call: 1 });
    const argued = await upstream.call(operation, { baggage: "x" }, { trace });
    assert.deepEqual(argued.kind === "json" && argued.value, { call: calls });
  });
});
