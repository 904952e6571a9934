/** Streams that are read on at another process, whose own process has been killed or only is silent. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { McpServer, memoryState, serveHttp } from "../../../runtime/index.js";
import type { State } from "../../../runtime/state/state.js";
import { eventually } from "../../support/eventually.js";
import { wireHttp } from "../../support/wire/http.js";

/** A process of a server: its own view of the shared state, which is cut off when it is killed. */
class Process {
  readonly server = new McpServer({ name: "shared", version: "1" }, { state: this.#state() });
  readonly #shared: State;
  #dead = false;
  release: () => void = () => {};

  constructor(shared: State) {
    this.#shared = shared;
    this.server.tool({ name: "work" }, async (_input, ctx) => {
      ctx.progress(1);
      await new Promise<void>((resolve) => (this.release = resolve));
      return "done";
    });
  }

  /** From now on the process says and hears nothing, like one that was killed. */
  kill(): void {
    this.#dead = true;
  }

  #state(): State {
    const shared = (): State => this.#shared;
    const isDead = (): boolean => this.#dead;
    return {
      get sessions() {
        return shared().sessions;
      },
      get events() {
        return shared().events;
      },
      get tasks() {
        return shared().tasks;
      },
      bus: {
        publish: (channel, message) => {
          if (!isDead()) shared().bus.publish(channel, message);
        },
        subscribe: (channel, listener) =>
          shared().bus.subscribe(channel, (message) => {
            if (!isDead()) listener(message);
          }),
        settled: () => shared().bus.settled(),
      },
      close: async () => {},
    };
  }
}

/** Calls a tool at one process, loses the connection and reads on at another. */
async function resumed(t: TestContext) {
  const shared = memoryState();
  const [owner, other] = [new Process(shared), new Process(shared)];
  const options = { port: 0, closeGraceMs: 50 };
  const [there, here] = await Promise.all(
    [owner, other].map(({ server }) => serveHttp(server, options)),
  );
  assert.ok(there && here);
  t.after(async () => {
    owner.release();
    await Promise.all([there.close(), here.close()]);
    await shared.close();
  });
  let { url } = there;
  const client = await wireHttp(url, {
    revision: "2025-11-25",
    fetch: (request) => fetch(new Request(url, request)),
  });
  const leave = new AbortController();
  const call = client.raw({
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "work", _meta: { progressToken: 1 } },
    }),
    signal: leave.signal,
  });
  const reader = (await call).body?.getReader();
  const text = new TextDecoder();
  let begun = "";
  let last: string | undefined;
  while (!begun.includes("progressToken")) begun += text.decode((await reader?.read())?.value);
  for (const [, id] of begun.matchAll(/^id: (.+)$/gm)) last = id;
  leave.abort();
  url = here.url;
  const stream = await client.get({
    "last-event-id": last ?? "",
    "mcp-protocol-version": "2025-11-25",
  });
  assert.equal(stream.status, 200);
  const read = { text: "", ended: false };
  void stream.text().then(
    (all) => Object.assign(read, { text: all, ended: true }),
    () => (read.ended = true),
  );
  return { owner, client, here, read };
}

test("a resumed stream ends soon after its process was killed, and lasts while that is silent", async (t) => {
  const [killed, silent] = await Promise.all([resumed(t), resumed(t)]);
  killed.owner.kill();
  const begun = Date.now();
  await eventually(() => killed.read.ended, 20_000);
  assert.ok(Date.now() - begun < 16_000);
  assert.equal(killed.read.text.includes('"result"'), false);
  await pause(1_000);
  assert.equal(silent.read.ended, false);
  silent.owner.release();
  await eventually(() => silent.read.ended);
  assert.match(silent.read.text, /"done"/);
});

test("a resumed stream ends with its session, and with the process that relays it", async (t) => {
  const [over, stopped] = await Promise.all([resumed(t), resumed(t)]);
  for (const { owner } of [over, stopped]) owner.kill();
  assert.equal(await over.client.delete(), 204);
  await eventually(() => over.read.ended, 2_000);
  await stopped.here.close();
  await eventually(() => stopped.read.ended, 2_000);
});
