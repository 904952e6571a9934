/**
 * A server on stdio that nobody here would write. The arguments name a file that logs each start, and its faults; see below.
 * It is written without our runtime, so that it can break every rule.
 */
import { appendFileSync, closeSync, readFileSync, readSync } from "node:fs";
import { spawn } from "node:child_process";

const [log, ...faults] = process.argv.slice(2);
const has = (fault) => faults.includes(fault);
appendFileSync(log, `start ${process.pid}\n`);

const write = (text) => process.stdout.write(text);
const send = (message) => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) => send({ id, result });
const refuse = (id, code, message) => send({ id, error: { code, message } });
const isModern = has("modern");
const complete = (result) => (isModern ? { resultType: "complete", ...result } : result);
const capabilities = { tools: {} };
const info = { name: "scripted", version: "1.0.0" };

const methods = {
  "server/discover"(id) {
    if (has("exit-on-discover")) process.exit(3);
    if (has("silent-on-discover")) return;
    if (has("odd-on-discover")) return answer(id, {});
    if (!isModern) return refuse(id, has("odd-code") ? -32000 : -32601, "What?");
    const listed = {
      supportedVersions: ["2026-07-28"],
      capabilities,
      ttlMs: 0,
      cacheScope: "private",
    };
    answer(id, {
      ...listed,
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": info },
    });
  },
  initialize(id, { protocolVersion }) {
    if (has("no-initialize")) return refuse(id, -32601, "What?");
    if (has("confused-by-probe") && seen > 1) return refuse(id, -32600, "Not now.");
    const version = has("unknown-version") ? "1999-01-01" : protocolVersion;
    answer(id, { protocolVersion: version, capabilities, serverInfo: info });
  },
  ping: (id) => answer(id, {}),
  "tools/list": (id) =>
    answer(
      id,
      complete({
        tools: [{ name: "echo", inputSchema: { type: "object" } }],
        ttlMs: 0,
        cacheScope: "private",
      }),
    ),
  "tools/call"(id, { name, arguments: args = {} }) {
    const text = (value) =>
      answer(id, complete({ content: [{ type: "text", text: String(value) }] }));
    const tool = tools[name];
    if (tool) tool(id, text, args);
    else refuse(id, -32602, `Unknown tool: ${name}`);
  },
};

let asked = 0;
const waiting = new Map();
const tools = {
  echo: (_id, text, { value }) => text(value),
  pid: (_id, text) => text(process.pid),
  kill: () => process.kill(process.pid, "SIGKILL"),
  exit: () => {
    process.stderr.write("The database is gone.\n");
    process.exit(5);
  },
  "exit-later": (_id, text) => {
    text("soon");
    setTimeout(() => process.exit(6), 50);
  },
  hang: () => {},
  garbage(_id, text) {
    write("Listening on port 3000\n\n  \n{\n[]]\n\u001b[31mred\n");
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
    for (let i = 0; i < 1000; i++) write(`debug ${i}\n`);
    text("after");
  },
  "no-messages"(_id, text) {
    for (const odd of [
      null,
      1,
      "text",
      true,
      [],
      {},
      { jsonrpc: "1.0" },
      { jsonrpc: "2.0", id: {} },
    ]) {
      write(`${JSON.stringify(odd)}\n`);
    }
    send({ method: 7 });
    send({ id: 1.5, method: "ping" });
    send({ method: "notifications/message", params: [] });
    send({ method: "notifications/progress", params: { progressToken: {}, progress: "x" } });
    send({ method: "notifications/cancelled", params: { requestId: null } });
    send({ id: "x", result: 7 });
    send({ id: "x", error: "no" });
    text("after");
  },
  large: (_id, text, { bytes }) => text("x".repeat(bytes)),
  "large-id-first": (id, _text, { bytes }) =>
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${"x".repeat(bytes)}"}]}}\n`,
    ),
  "large-other"(_id, text, { bytes }) {
    send({ method: "notifications/message", params: { level: "info", data: "x".repeat(bytes) } });
    text("after");
  },
  "large-endless"() {
    const piece = "x".repeat(1024 * 1024);
    write('{"jsonrpc":"2.0","method":"');
    const more = () => (write(piece) ? setImmediate(more) : process.stdout.once("drain", more));
    more();
  },
  twice(_id, text) {
    text("first");
    text("second");
  },
  "unknown-id"(id, text) {
    answer(id + 1000, {});
    answer(String(id), {});
    answer("nobody", {});
    send({ error: { code: -32000, message: "no id" } });
    send({ id: null, error: { code: -32700, message: "null id" } });
    text("after");
  },
  "result-of-text": (id) => answer(id, "text"),
  "cut-short": (id) => write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"te\n`),
  "not-utf8"(id) {
    write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    process.stdout.write(Buffer.from([0xff]));
    write(`"}]}}\n`);
  },
  "error-of-text": (id) => send({ id, error: "text" }),
  "error-without-code": (id) => send({ id, error: { message: ["odd"] } }),
  neither: (id) => send({ id }),
  both: (id) => send({ id, result: { content: [] }, error: { code: 1, message: "both" } }),
  "content-of-text": (id) => answer(id, complete({ content: "text" })),
  deep(id, _text, { depth }) {
    write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${"[".repeat(depth)}${"]".repeat(depth)}}}\n`,
    );
  },
  "same-id"(id, text) {
    // A question whose id is that of the open call.
    waiting.set(id, (message) => text(JSON.stringify(message)));
    send({ id, method: "ping" });
  },
  async "no-handler"(_id, text) {
    const questions = [
      ["sampling/createMessage", { messages: [], maxTokens: 1 }],
      ["elicitation/create", { message: "?", requestedSchema: { type: "object", properties: {} } }],
      ["roots/list", undefined],
      ["no/such", {}],
    ];
    const codes = [];
    for (const [method, params] of questions) {
      const id = `q${++asked}`;
      const reply = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      codes.push((await reply).error?.code);
    }
    text(codes.join());
  },
  notifications(_id, text, { count }) {
    for (let i = 0; i < count; i++) {
      send({ method: "notifications/message", params: { level: "info", data: i } });
    }
    text("after");
  },
  "close-stdin"(_id, text) {
    // Before the answer, so that the next message finds it closed.
    closeSync(0);
    text("closed");
    isOpen = false;
    setInterval(() => {}, 1000);
  },
  "close-stdout"() {
    process.stdout.end();
    setInterval(() => {}, 1000);
  },
  "not-reading"(_id, text) {
    text("paused");
    process.stdin.pause();
    setInterval(() => {}, 1000);
    process.stdin.on("close", () => process.exit(0));
  },
  grandchild(_id, text) {
    const mark = process.argv[2];
    const source = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    text(spawn(process.execPath, ["-e", source, mark], { stdio: "ignore" }).pid);
  },
};

let seen = 0;
let isOpen = true;
function receive(message) {
  seen += 1;
  appendFileSync(log, `${message.method ?? "response"}\n`);
  if (message.method === undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.id !== undefined) {
    const method = methods[message.method];
    if (method) method(message.id, message.params ?? {});
    else refuse(message.id, -32601, "What?");
  }
}

if (has("fails-later") && readFileSync(log, "utf8").split("start ").length > 2) process.exit(4);
if (has("fails")) {
  process.stderr.write("API_KEY is missing\n");
  process.exit(2);
}
if (has("noisy-stderr")) process.stderr.write("hello\n");
if (has("noisy-start")) write("Welcome to the server\n> \n");
if (has("stubborn")) process.on("SIGTERM", () => {});
if (has("stubborn")) setInterval(() => {}, 1000);
if (has("hang")) process.stderr.write("waiting for the database\n");
const slow = faults.find((each) => each.startsWith("slow="));
setTimeout(listen, slow ? Number(slow.slice(5)) : 0);

/** Reads without a handle on standard input, so that it can be closed. */
function listenInSync() {
  const bytes = Buffer.alloc(65536);
  let text = "";
  while (isOpen) {
    const size = readSync(0, bytes);
    if (size === 0) return;
    const lines = (text + bytes.toString("utf8", 0, size)).split("\n");
    text = lines.pop();
    for (const line of lines) receive(JSON.parse(line));
  }
}

function listen() {
  if (has("sync")) return listenInSync();
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    if (has("hang")) return;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) receive(JSON.parse(line));
  });
}
