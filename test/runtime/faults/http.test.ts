/** Malformed requests over Streamable HTTP: bodies, headers and bytes. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { isObject, member, type JsonObject } from "../../../runtime/protocol/json.js";
import { headers as nastyHeaders, nasty, readableIds } from "../../fault/messages.js";
import { checkCodes, checkReply, shown } from "../../fault/probe.js";
import { RawClient, postHeaders } from "../../fault/raw.js";
import { initializeCall, legacyCall, modernCall } from "../../fault/requests.js";
import { property, seed } from "../../fault/settings.js";
import { Victim } from "../../fault/victim.js";

console.log(`seed ${seed}`);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

let victim: Victim;
before(async () => {
  victim = await Victim.start();
});
after(async () => {
  agent.destroy();
  await victim.stop();
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function send(
  method: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(victim.urls.http, { method, agent, headers }, (response) => {
      response.setEncoding("utf8");
      let text = "";
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns the messages in a body of JSON or events. */
function messagesIn({ headers, body }: Answer): JsonObject[] {
  if (body === "") return [];
  const texts = String(headers["content-type"]).startsWith("text/event-stream")
    ? body
        .split("\n")
        .filter((line) => line.startsWith("data: {") || line.startsWith("data: ["))
        .map((line) => line.slice(6))
    : [body];
  const all = texts.flatMap((text) => JSON.parse(text) as unknown);
  for (const each of all) checkReply(each);
  return all as JsonObject[];
}

function judge(text: string, answer: Answer): void {
  const messages = messagesIn(answer);
  const answers = messages.filter((each) => !Object.hasOwn(each, "method"));
  const wanted = readableIds(text);
  const { status } = answer;
  // node:http refuses more than 16 KiB of headers before our code runs.
  if (status === 431) return;
  if (status >= 400) {
    assert.equal(answers.length, 1, `${status}: ${answer.body}`);
    const [error] = answers;
    assert.ok(isObject(member(error ?? {}, "error")), answer.body);
    const id = member(error ?? {}, "id");
    if (id !== undefined && !text.startsWith("[")) assert.equal(shown(id), shown(idIn(text)));
  } else if (status === 200) {
    // Requests that the same text cancels are not answered.
    if (!text.includes("notifications/cancelled")) {
      const ids = answers.map((each) => member(each, "id")).filter((id) => id !== undefined);
      // An invalid request without a method is refused by its id.
      const others = allIdsIn(text);
      assert.deepEqual(
        ids
          .filter((id) => wanted.includes(id as string) || !others.includes(shown(id)))
          .map(shown)
          .toSorted(),
        wanted.map(shown).toSorted(),
      );
    }
  } else {
    assert.ok(status === 202 || status === 204, String(status));
    if (!text.includes("notifications/cancelled")) assert.deepEqual(wanted, []);
  }
  checkCodes(answers);
}

function codesIn(answer: Answer): unknown[] {
  return messagesIn(answer).map(({ error }) => isObject(error) && error["code"]);
}

function allIdsIn(text: string): string[] {
  const value = JSON.parse(text) as unknown;
  const all: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.map((each) => shown(isObject(each) ? member(each, "id") : undefined));
}

function idIn(text: string): unknown {
  return (JSON.parse(text) as { id?: unknown }).id;
}

/** Returns the headers that a modern message requires. */
function fittingHeaders(text: string): Record<string, string> {
  try {
    const { method, params } = JSON.parse(text) as {
      method: string;
      params: Record<string, unknown>;
    };
    if (typeof method !== "string") return {};
    const { headers } = modernCall(method, params);
    const printable = Object.values(headers).every((value) => /^[\x21-\x7e]{1,2000}$/.test(value));
    return printable ? headers : {};
  } catch {
    return {};
  }
}

test("every body gets the answer it deserves, with headers that fit, in a session and in none", async () => {
  const session = await victim.openSession();
  await fc.assert(
    fc.asyncProperty(nasty, fc.nat(2), async (text, kind) => {
      const { headers: named } = legacyCall("", {}, session);
      const headers = kind === 0 ? fittingHeaders(text) : kind === 1 ? named : {};
      judge(text, await send("POST", { ...postHeaders, ...headers }, text));
      await victim.checkServes();
    }),
    property(150),
  );
  victim.checkAlive();
});

test("headers as wrong as can be get an error, or the answer", async () => {
  await fc.assert(
    fc.asyncProperty(nasty, nastyHeaders, async (text, headers) => {
      const answer = await send("POST", { ...postHeaders, ...headers }, text).catch(
        (error: unknown) => {
          // node:http closes the connection because of the head, while the client still writes the body.
          if (JSON.stringify(headers).length < 14_000) throw error;
        },
      );
      if (answer) judge(text, answer);
      await victim.checkServes();
    }),
    property(150),
  );
  victim.checkAlive();
});

test("an argument that a header repeats may be anything", async () => {
  const values: unknown[] = [
    { toString: 1 },
    { toString: null, valueOf: [] },
    [["eu"]],
    ["eu"],
    1,
    true,
  ];
  for (const region of values) {
    const { body, headers } = modernCall("tools/call", { name: "placed", arguments: { region } });
    const answer = await send(
      "POST",
      { ...postHeaders, ...headers, "Mcp-Param-Region": "eu" },
      body,
    );
    assert.equal(answer.status, 400, answer.body);
    assert.deepEqual(codesIn(answer), [-32020]);
  }
});

test("what a client says of itself has a limit, since a session keeps it", async () => {
  const long = "x".repeat(1024 * 1024);
  for (const more of [
    { clientInfo: { name: long, version: "1" } },
    { capabilities: { experimental: { long } } },
  ]) {
    const { body, headers } = initializeCall(more);
    const answer = await send("POST", { ...postHeaders, ...headers }, body);
    assert.equal(answer.status, 400);
    assert.equal(answer.headers["mcp-session-id"], undefined);
    assert.deepEqual(codesIn(answer), [-32602]);
  }
});

test("unknown ids of sessions and events open nothing", async () => {
  const session = await victim.openSession();
  const other = await victim.openSession();
  const { headers: named } = legacyCall("", {}, session);
  const get = { ...named, Accept: "text/event-stream" };
  const ids = ["x".repeat(8_000), "\u00ff\u0080", "0", "-1", "a_1", "__proto__", other];
  for (const id of ids) {
    const missed = await send("GET", { ...get, "Last-Event-ID": id });
    assert.equal(missed.status, 400, `${id.slice(0, 20)}: ${missed.body}`);
    if (id === other) continue;
    for (const method of ["GET", "DELETE"]) {
      const lost = await send(method, { ...get, "Mcp-Session-Id": id });
      assert.equal(lost.status, 404, `${method} ${id.slice(0, 20)}`);
    }
    const { body } = legacyCall("tools/list");
    const lost = await send("POST", { ...postHeaders, ...named, "Mcp-Session-Id": id }, body);
    assert.equal(lost.status, 404);
  }
  await victim.checkServes();
});

test("an event of another session's is unknown", async () => {
  const [one, other] = [await victim.openSession(), await victim.openSession()];
  const call = legacyCall("tools/call", { name: "shout", arguments: { megabytes: 1 } }, one);
  const answer = await send("POST", { ...postHeaders, ...call.headers }, call.body);
  const id = /^id: (\S+)/m.exec(answer.body)?.[1] ?? "";
  assert.notEqual(id, "");
  const { headers } = legacyCall("", {}, other);
  const stolen = await send("GET", {
    ...headers,
    Accept: "text/event-stream",
    "Last-Event-ID": id,
  });
  assert.equal(stolen.status, 400);
});

test("bytes that are no HTTP end their connection only", async () => {
  const starts = ["", "POST /mcp HTTP/1.1\r\n", "POST /mcp HTTP/1.1\r\nHost: localhost\r\n", "\0"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.uint8Array({ minLength: 1, maxLength: 500 }),
      async (start, bytes) => {
        const client = await RawClient.connect(victim.urls.http);
        client.read();
        await client.write(Buffer.concat([Buffer.from(start), bytes]));
        client.socket.end();
        await client.closed();
        assert.doesNotMatch(client.text, /^HTTP\/1.1 (?:2|5)/);
      },
    ),
    property(100),
  );
  await victim.checkServes();
  victim.checkAlive();
});
