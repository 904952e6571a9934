/** Several GET streams of one session: each message goes to one of them, and to one that is read. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { after, describe, test } from "node:test";
import { clientsOf, fetchHandler, McpServer, serveHttp } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";

const stops: (() => Promise<void>)[] = [];
after(() => Promise.all(stops.map((stop) => stop())));

interface Received {
  readonly id?: string;
  readonly method: string;
}

/** A GET stream of a client, with the messages that arrived on it. */
interface Stream {
  readonly got: Received[];
  /** The id of the newest event. */
  readonly last: () => string | undefined;
  readonly leave: () => void;
}

class Listener {
  readonly server: McpServer;
  readonly #ask: (init: RequestInit) => Promise<Response>;
  readonly #fixed: Record<string, string>;
  readonly #leaving: AbortController[] = [];

  constructor(server: McpServer, ask: (init: RequestInit) => Promise<Response>, version: string) {
    this.server = server;
    this.#ask = ask;
    this.#fixed = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
    };
  }

  static async connect(kind: "node:http" | "fetch", version = "2025-11-25"): Promise<Listener> {
    const server = new McpServer({ name: "s", version: "1" });
    server.resource({ uri: "test://a", name: "a" }, () => "a");
    server.tool({ name: "ask" }, async (_input, ctx) => {
      const form = { message: "?", requestedSchema: { type: "object" as const, properties: {} } };
      return (await ctx.elicit(form)).action;
    });
    const http = await serveHttp(server, { port: 0, closeGraceMs: 50 });
    const handler = await fetchHandler(server, { loopback: true });
    const ask = (init: RequestInit): Promise<Response> =>
      kind === "fetch" ? handler(new Request(http.url, init)) : fetch(http.url, init);
    const listener = new Listener(server, ask, version);
    stops.push(async () => {
      listener.leaveAll();
      handler.close();
      await http.close();
    });
    const begun = await listener.post("initialize", {
      protocolVersion: version,
      capabilities: { elicitation: {} },
      clientInfo: { name: "c", version: "1" },
    });
    await begun.text();
    listener.#fixed["mcp-session-id"] = begun.headers.get("mcp-session-id") ?? "";
    await listener.send({ method: "notifications/initialized" });
    await (await listener.post("resources/subscribe", { uri: "test://a" })).text();
    return listener;
  }

  post(method: string, params: object, accept?: string): Promise<Response> {
    return this.send({ id: 1, method, params }, accept);
  }

  send(message: object, accept?: string): Promise<Response> {
    const headers = { ...this.#fixed, ...(accept !== undefined && { accept }) };
    return this.#ask({
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  }

  async listen(lastEventId?: string): Promise<Stream> {
    const leaving = new AbortController();
    this.#leaving.push(leaving);
    const headers = {
      ...this.#fixed,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    };
    const response = await this.#ask({ headers, signal: leaving.signal });
    assert.equal(response.status, 200);
    const got: Received[] = [];
    let last: string | undefined;
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const read = async (): Promise<void> => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        for (const [, name, rest = ""] of value.matchAll(/^(id|data): (.*)$/gm)) {
          if (name === "id") last = rest;
          else if (rest !== "") got.push(JSON.parse(rest) as Received);
        }
      }
    };
    read().catch(() => {});
    const leave = (): void => {
      leaving.abort();
      // Without node:http nobody reads the body of an aborted request, and its reader says so.
      reader.cancel().catch(() => {});
    };
    return { got, last: () => last, leave };
  }

  leaveAll(): void {
    for (const each of this.#leaving) each.abort();
  }
}

/** The time in which the server notices that a stream was closed. */
const noticed = () => pause(50);

for (const kind of ["node:http", "fetch"] as const) {
  describe(kind, () => {
    for (const version of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
      test(`${version}: an update goes to the newest stream that is read`, async () => {
        const client = await Listener.connect(kind, version);
        const streams = [await client.listen(), await client.listen(), await client.listen()];
        const update = async (want: readonly number[]): Promise<void> => {
          client.server.resourceUpdated("test://a");
          const lengths = () => streams.map(({ got }) => got.length);
          await eventually(() => assert.deepEqual(lengths(), want), 2_000);
        };
        await update([0, 0, 1]);
        streams[2]!.leave();
        await noticed();
        await update([0, 1, 1]);
        streams[1]!.leave();
        await noticed();
        await update([1, 1, 1]);
        streams.push(await client.listen());
        await update([1, 1, 1, 1]);
      });
    }

    test("a question of a call whose answer is JSON goes to the stream that is read", async () => {
      const client = await Listener.connect(kind);
      const older = await client.listen();
      const newer = await client.listen();
      newer.leave();
      await noticed();
      const call = client.post("tools/call", { name: "ask" }, "application/json");
      await eventually(() => older.got.length === 1, 2_000);
      const [{ id, method } = { method: "" }] = older.got;
      assert.equal(method, "elicitation/create");
      await client.send({ id, result: { action: "decline" } });
      const { result } = (await (await call).json()) as { result: { content: object[] } };
      assert.deepEqual(result.content, [{ type: "text", text: "decline" }]);
    });

    test("a ping goes to the stream that is read", async () => {
      const client = await Listener.connect(kind);
      const older = await client.listen();
      const newer = await client.listen();
      newer.leave();
      await noticed();
      const pinged = clientsOf(client.server)[0]!.ping(2_000);
      await eventually(() => older.got.length === 1, 2_000);
      await client.send({ id: older.got[0]!.id, result: {} });
      assert.equal(await pinged, true);
    });

    test("without a stream that is read, messages wait for the newest to be resumed", async () => {
      const client = await Listener.connect(kind);
      const older = await client.listen();
      const newer = await client.listen();
      await eventually(() => newer.last() !== undefined, 2_000);
      older.leave();
      newer.leave();
      await noticed();
      client.server.resourceUpdated("test://a");
      const resumed = await client.listen(newer.last());
      await eventually(() => resumed.got.length === 1, 2_000);
      // A stream that was resumed is read again.
      const last = await client.listen();
      last.leave();
      await noticed();
      client.server.resourceUpdated("test://a");
      await eventually(() => resumed.got.length === 2, 2_000);
    });
  });
}
