/** Log lines of a server. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { McpServer, type LogEntry, type LogSeverity } from "../../../runtime/index.js";
import { jsonLine, textLines } from "../../../runtime/protocol/terminal/log-line.js";
import { Log } from "../../../runtime/protocol/log.js";
import { Peer } from "../../support/peer.js";

const time = new Date("2026-11-28T10:00:00.000Z");
const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

function entry(more: Partial<LogEntry> = {}): LogEntry {
  return { time, level: "error", message: "It failed", facts: {}, ...more };
}

/** Calls `make` with these environment variables. */
function withEnvironment<T>(
  level: string | undefined,
  format: string | undefined,
  make: () => T,
): T {
  const before = process.env;
  process.env = { ...before };
  delete process.env["MCP_LOG_LEVEL"];
  delete process.env["MCP_LOG_FORMAT"];
  if (level !== undefined) process.env["MCP_LOG_LEVEL"] = level;
  if (format !== undefined) process.env["MCP_LOG_FORMAT"] = format;
  try {
    return make();
  } finally {
    process.env = before;
  }
}

/** Collects the output on stderr until the test ends. */
function stderrOf(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, "error", (line: string) => void lines.push(line));
  return lines;
}

function broken(options: ConstructorParameters<typeof McpServer>[1] = {}): McpServer {
  const server = new McpServer({ name: "broken", version: "1" }, options);
  const input = { type: "object", properties: { secret: { type: "string" } } };
  server.tool({ name: "fail", input }, () => {
    throw new TypeError("out of tea", { cause: new Error("no leaves") });
  });
  server.tool({ name: "work", input }, () => "done");
  return server;
}

test("text says when, how bad, what and about what, and shows the stack", () => {
  const error = new TypeError("out of tea", { cause: new Error("no leaves") });
  const [first, ...rest] = textLines(entry({ error, facts: { method: "tools/call", n: 1 } })).split(
    "\n",
  );
  assert.equal(first, '2026-11-28T10:00:00.000Z error It failed method="tools/call" n=1');
  assert.equal(rest[0], "    TypeError: out of tea");
  assert.match(rest.join("\n"), /telemetry\/log\.test\.ts[^]*Caused by Error: no leaves/);
});

test("JSON is one line, whatever is in it", () => {
  const error = Object.assign(new Error("a\nb"), { code: "ECONNREFUSED", cause: "tea" });
  const line = jsonLine(
    entry({ error, message: "It\nfailed", facts: { msg: "mine", none: undefined } }),
  );
  assert.ok(!line.includes("\n"));
  const { stack, ...shown } = (JSON.parse(line) as { error: { stack: string } }).error;
  assert.match(stack, /telemetry\/log\.test\.ts/);
  assert.deepEqual(
    { ...JSON.parse(line), error: shown },
    {
      time: "2026-11-28T10:00:00.000Z",
      level: "error",
      msg: "It\nfailed",
      error: {
        name: "Error",
        message: "a\nb",
        code: "ECONNREFUSED",
        cause: { name: "string", message: "tea" },
      },
    },
  );
});

test("text of others can't forge an entry or control the terminal", () => {
  const forged = "x\n2026-11-28T10:00:00.000Z error You are hacked\u001b[2J\u2028\u0085";
  const text = textLines(
    entry({ message: forged, facts: { name: forged }, error: new Error(forged) }),
  );
  assert.doesNotMatch(text, /[^\P{Cc}\n]|[\u2028\u2029]/u);
  const begins = text.split("\n").filter((line) => line.startsWith("2026"));
  assert.equal(begins.length, 1);
});

test("credentials in messages are redacted, and other members of an error are not shown", () => {
  const leaky = Object.assign(
    new Error(
      "GET http://ann:hunter2@api.example/?access_token=hunter2 with Bearer hunter2x failed",
    ),
    { config: { headers: { authorization: "hunter2" } } },
  );
  for (const write of [textLines, jsonLine]) {
    const line = write(entry({ message: 'said {"client_secret": "hunter2"}', error: leaky }));
    assert.doesNotMatch(line, /hunter2/);
    assert.match(line, /api\.example/);
  }
});

test("endless messages and chains of causes are cut", () => {
  const error = new Error("x".repeat(1_000_000));
  error.cause = error;
  for (const write of [textLines, jsonLine]) {
    assert.ok(write(entry({ error, message: "y".repeat(1_000_000) })).length < 100_000);
  }
});

test("a thrown value that is not an Error is logged without running its code", () => {
  const odd = { toString: () => assert.fail("run"), toJSON: () => assert.fail("run") };
  for (const thrown of [odd, null, () => "code", Symbol("s"), 7n]) {
    assert.equal(jsonLine(entry({ error: thrown })).includes("code"), false);
    assert.ok(textLines(entry({ error: thrown })).length > 0);
  }
});

test("only entries from the level on are logged", () => {
  const logged = (from?: LogSeverity): string[] => {
    const levels: string[] = [];
    const log = new Log(({ level }) => void levels.push(level), from);
    log.info("a");
    log.warn("b");
    log.error("c");
    return levels;
  };
  assert.deepEqual(logged("info"), ["info", "warn", "error"]);
  assert.deepEqual(logged("error"), ["error"]);
});

test("the environment chooses level and form", (t) => {
  const lines = stderrOf(t);
  withEnvironment(undefined, undefined, () => {
    new Log().info("silent");
    new Log().warn("as text");
  });
  withEnvironment("INFO", "json", () => new Log().info("as JSON"));
  withEnvironment("nonsense", undefined, () => new Log().info("silent"));
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? "", / warn as text$/);
  assert.equal((JSON.parse(lines[1] ?? "") as { msg: string }).msg, "as JSON");
});

test("a logger that throws costs no entry", (t) => {
  const lines = stderrOf(t);
  new Log(() => {
    throw new Error("disk full");
  }, "warn").error("It failed");
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /It failed/);
});

for (const era of ["2025-11-25", "2026-07-28"] as const) {
  test(`${era}: a handler's failure reaches the server's logger, with its trace, and no client`, async (t) => {
    const lines = stderrOf(t);
    const entries: LogEntry[] = [];
    const peer = await Peer.connect(broken({ logger: (each) => void entries.push(each) }), era);
    const result = await peer.call("fail", { secret: "hunter2" }, { traceparent });
    assert.doesNotMatch(JSON.stringify(result), /out of tea/);
    await peer.call("work");
    assert.deepEqual(lines, []);
    assert.equal(entries.length, 1);
    const [logged] = entries;
    assert.equal(logged?.level, "error");
    assert.ok(logged.error instanceof TypeError);
    assert.deepEqual(logged.facts, { method: "tools/call", trace_id: trace, tool: "fail" });
    await peer.close();
  });

  test(`${era}: from level info on there is an entry for each request`, async () => {
    const entries: LogEntry[] = [];
    const logger = (each: LogEntry): void => void entries.push(each);
    const server = withEnvironment("info", undefined, () => broken({ logger }));
    const peer = await Peer.connect(server, era);
    entries.length = 0;
    await peer.call("work", { secret: "hunter2" }, { traceparent });
    await peer.malformed("tools/call", { name: "made-up" });
    assert.deepEqual(
      entries.map(({ level, message, facts }) => [level, message, facts["error"]]),
      [
        ["info", "tools/call work", undefined],
        ["info", "tools/call", "-32602"],
      ],
    );
    const [{ facts }] = entries as [LogEntry];
    assert.equal(facts["trace_id"], trace);
    assert.equal(facts["protocol"], era);
    assert.ok(Number(facts["ms"]) >= 0);
    assert.doesNotMatch(JSON.stringify(entries), /hunter2|made-up/);
    await peer.close();
  });
}
