/** Faults with messages that users of other servers reported: cut characters, bad messages, prints in between. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { McpServer, serveHttp, type HttpServer } from "../../../runtime/index.js";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { checkStdio } from "../../support/wire/watch-stdio.js";
import { Peer } from "../../support/peer.js";
import { SseReader } from "../../support/sse-reader.js";
import { runTypeScript } from "../../support/typescript/flags.js";

const tricky = "é - — 🚀 太郎\u2028x\u2029\u0085\u000b\u0000end";

function echoServer(): McpServer {
  const server = new McpServer({ name: "cases", version: "1" });
  server.tool(
    {
      name: "echo",
      input: {
        type: "object",
        properties: { text: { type: "string" }, times: { type: "integer" } },
        required: ["text"],
      },
    },
    ({ text }, ctx) => {
      ctx.progress(1, 1, text as string);
      return text;
    },
  );
  server.prompt(
    { name: "say", arguments: [{ name: "word", required: true }] },
    ({ word }) => word ?? "",
  );
  server.template({ uriTemplate: "cases://{n}", name: "n" }, ({ n }) => n);
  return server;
}

let http: HttpServer;
before(async () => (http = await serveHttp(echoServer(), { port: 0 })));
after(() => http.close());

const echo = (text: string, meta?: object) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "echo", arguments: { text }, ...(meta && { _meta: meta }) },
  });
const basic = { "content-type": "application/json", accept: "application/json, text/event-stream" };

interface Got {
  readonly status: number | undefined;
  readonly body: Buffer;
}

function postPieces(pieces: readonly Uint8Array[]): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(http.url, { method: "POST", headers: basic }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, body: Buffer.concat(chunks) }),
      );
    });
    request.on("error", reject);
    request.setNoDelay(true);
    const next = (index: number): void => {
      const piece = pieces[index];
      if (!piece) return void request.end();
      request.write(piece, () => setImmediate(next, index + 1));
    };
    next(0);
  });
}

function textOf(body: Buffer): string | undefined {
  const answer = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as {
    result?: { content: { text: string }[] };
  };
  return answer.result?.content[0]?.text;
}

test("text arrives unchanged however a body is cut", async () => {
  const bytes = Buffer.from(echo(tricky));
  const { status, body } = await postPieces(Array.from(bytes, (byte) => Uint8Array.of(byte)));
  assert.equal(status, 200);
  assert.equal(textOf(body), tricky);
});

test("half a character pair comes back as it went in, in bytes that are UTF-8", async () => {
  for (const text of ["\ud83d", "a\ude80b", "\ude80\ud83d"]) {
    const { body } = await postPieces([Buffer.from(echo(text))]);
    assert.equal(textOf(body), text);
  }
});

test("an event is one message, whatever ends lines in other places", async () => {
  const response = await fetch(http.url, {
    method: "POST",
    headers: basic,
    body: echo(tricky, { progressToken: 1 }),
  });
  const events = new SseReader(response);
  const progress = await events.message<{ params: { message: string } }>();
  assert.equal(progress.params.message, tricky);
  const answer = await events.message<{ result: { content: { text: string }[] } }>();
  assert.equal(answer.result.content[0]?.text, tricky);
  assert.equal(await events.next(), undefined);
});

test("a bad body is refused and the next one is answered", async () => {
  const rows: [body: string | Uint8Array, status: number, code: number][] = [
    ["garbage", 400, -32700],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"', 400, -32700],
    ["", 400, -32700],
    [Uint8Array.of(0xff, 0xfe), 400, -32700],
    [Buffer.concat([Buffer.from('"'), Uint8Array.of(0xe2, 0x80), Buffer.from('"')]), 400, -32700],
    ["42", 400, -32600],
    ["null", 400, -32600],
    ['"text"', 400, -32600],
    ["[]", 400, -32600],
    ['{"jsonrpc":"2.0","id":5}', 400, -32600],
    ['{"id":6,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":7,"method":7}', 400, -32600],
    [`${"[".repeat(100_000)}`, 400, -32700],
  ];
  for (const [bad, wantedStatus, code] of rows) {
    const { status, body } = await postPieces([Buffer.from(bad)]);
    const shown = String(bad).slice(0, 50);
    assert.equal(status, wantedStatus, shown);
    const answer = JSON.parse(body.toString()) as { error: { code: number; message: string } };
    assert.equal(answer.error.code, code, shown);
    assert.doesNotMatch(answer.error.message, /\bat .*\.(?:ts|js)\b/, "no stack trace");
    const next = await postPieces([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}')]);
    assert.equal(next.body.toString(), '{"jsonrpc":"2.0","id":1,"result":{}}');
  }
});

test("stdout has only messages, however code prints", async () => {
  const call = (id: number) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "shout" } });
  const stdin = `${call(1)}\n${call(2)}\n`;
  const program = path.join(root, "test/support/servers/noisy-main.ts");
  const result = await runProcess(process.execPath, [...runTypeScript, program], {
    stdin,
    cwd: root,
  });
  assert.equal(result.code, 0, result.stderr);
  checkStdio(stdin, result.stdout);
  const ids = result.stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id);
  assert.deepEqual(
    ids.sort((a, b) => a - b),
    [1, 2],
  );
  for (const way of [
    "by console.log",
    "by console.table",
    "by a console made before",
    "by bytes",
    "by text with an encoding",
    "by text with a callback",
    "by a worker",
    "by a raw worker",
  ]) {
    assert.equal(result.stderr.split(way).length - 1, 2, way);
  }
});

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`${revision}: what the model can mend is a result, what the program got wrong an error`, async () => {
    const peer = await Peer.connect(echoServer(), revision);
    const { result } = await peer.request("tools/call", { name: "echo", arguments: { text: 1 } });
    assert.equal(result?.["isError"], true);
    assert.match(JSON.stringify(result?.["content"]), /`text` must be a string/);
    const missing = await peer.request("tools/call", { name: "echo" });
    assert.equal(missing.result?.["isError"], true);
    assert.match(JSON.stringify(missing.result?.["content"]), /`text` is missing/);

    const rows: [method: string, params: Record<string, unknown>, code: number, names: RegExp][] = [
      ["tools/call", { name: "nope" }, -32602, /nope/],
      ["tools/call", {}, -32602, /name/],
      ["tools/call", { name: 7 }, -32602, /name/],
      ["tools/call", { name: "echo", arguments: [] }, -32602, /arguments/],
      ["tools/call", { name: "echo", arguments: null }, -32602, /arguments/],
      ["tools/call", { name: "echo", arguments: "text" }, -32602, /arguments/],
      ["tools/call", { name: "__proto__" }, -32602, /__proto__/],
      ["tools/call", { name: "constructor", arguments: {} }, -32602, /constructor/],
      ["tools/frobnicate", {}, -32601, /tools\/frobnicate/],
      ["toString", {}, -32601, /toString/],
      ["prompts/get", { name: "nope" }, -32602, /nope/],
      ["prompts/get", { name: "say" }, -32602, /word/],
      ["prompts/get", { name: "say", arguments: { word: 1 } }, -32602, /strings/],
      ["resources/read", {}, -32602, /uri/],
    ];
    for (const [method, params, code, names] of rows) {
      const { error } = await peer.malformed(method, params);
      assert.equal(error?.code, code, `${method} ${JSON.stringify(params)}`);
      assert.match(error?.message ?? "", names);
    }
    await peer.close();
  });
}
