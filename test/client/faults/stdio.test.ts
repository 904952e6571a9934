/** Servers on stdio that die, hang, or say what no server may say. docs/clients.md promises how each ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import {
  McpAnswerError,
  McpCallError,
  McpClientError,
  McpConnectionError,
  McpTimeoutError,
} from "../../../runtime/client/errors.js";
import { watchLeaks } from "../../support/client/leaks.js";
import { processesWith } from "../../support/client/processes.js";
import { scripted, textOf, type Scripted } from "../../support/client/scripted.js";

interface Run {
  readonly client: McpClient;
  readonly server: Scripted;
}

/** Runs a test with a connected client, and checks that nothing is left when it has closed. */
function fault(
  title: string,
  work: (run: Run) => Promise<void>,
  options: ClientOptions = {},
): void {
  test(title, async () => {
    const nothingLeft = watchLeaks();
    const server = scripted();
    const client = await server.connect(options);
    await work({ client, server });
    await client.close();
    await nothingLeft();
  });
}

async function fails(
  work: Promise<unknown>,
  kind: new (message: string) => McpClientError,
  message: RegExp,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof kind, String(error));
    assert.match(error.message, message);
    assert.equal(error.server, "node scripted-server.mjs");
    return true;
  });
}

async function stillAnswers({ client }: Run): Promise<void> {
  assert.equal(await textOf(client, "echo", { value: "still" }), "still");
}

fault(
  "a server that is killed in a call fails the call at once, and every later one",
  async ({ client }) => {
    const calls = [client.callTool("hang"), client.callTool("kill")];
    for (const call of calls) await fails(call, McpConnectionError, /was ended by SIGKILL/);
    await fails(client.callTool("echo"), McpConnectionError, /was ended by SIGKILL/);
  },
);

fault(
  "a server that exits in a call fails it with its code and standard error",
  async ({ client }) => {
    await fails(
      client.callTool("exit"),
      McpConnectionError,
      /exited with code 5.*\n {2}The database is gone/,
    );
  },
);

test("a server that exits between calls is told to onClose, and to the next call", async () => {
  const nothingLeft = watchLeaks();
  let tell: (error: Error | undefined) => void = () => {};
  const closed = new Promise<Error | undefined>((resolve) => (tell = resolve));
  const client = await scripted().connect({ onClose: (error) => tell(error) });
  assert.equal(await textOf(client, "exit-later"), "soon");
  assert.match(String(await closed), /exited with code 6/);
  await fails(client.callTool("echo"), McpConnectionError, /exited with code 6/);
  await client.close();
  await nothingLeft();
});

fault(
  "a call that is never answered ends in a timeout, and the connection goes on",
  async (run) => {
    const { client, server } = run;
    await fails(client.callTool("hang", {}, { timeoutMs: 100 }), McpTimeoutError, /within 100 ms/);
    await stillAnswers(run);
    assert.ok(server.received().includes("notifications/cancelled"));
  },
);

fault(
  "lines that are no JSON are reported in the log, at most five a minute, and do no harm",
  async (run) => {
    const { client, server } = run;
    assert.equal(await textOf(client, "garbage"), "after");
    await stillAnswers(run);
    assert.equal(server.log.length, 5);
    assert.match(server.log[0]?.message ?? "", /"Listening on port 3000"/);
    assert.match(server.log[4]?.message ?? "", /Others within a minute are not reported/);
  },
);

fault("JSON that is no message does no harm", async (run) => {
  assert.equal(await textOf(run.client, "no-messages"), "after");
  await stillAnswers(run);
  assert.ok(run.server.log.length > 0);
});

for (const tool of ["large", "large-id-first"]) {
  fault(
    `an answer beyond the limit fails its call (${tool}), and the connection goes on`,
    async (run) => {
      const { client } = run;
      const call = client.callTool(tool, { bytes: 200_000 });
      await fails(call, McpAnswerError, /more than 100000 bytes, the limit maxMessageBytes/);
      assert.equal((await textOf(client, "large", { bytes: 90_000 })).length, 90_000);
      await stillAnswers(run);
    },
    { maxMessageBytes: 100_000 },
  );
}

fault(
  "another message beyond the limit is reported in the log, and the connection goes on",
  async (run) => {
    assert.equal(await textOf(run.client, "large-other", { bytes: 200_000 }), "after");
    await stillAnswers(run);
    assert.match(run.server.log[0]?.message ?? "", /more than 100000 bytes/);
  },
  { maxMessageBytes: 100_000 },
);

fault(
  "a message without end does not fill the memory",
  async ({ client }) => {
    const before = process.memoryUsage().rss;
    const call = client.callTool("large-endless", {}, { timeoutMs: 1_500 });
    await fails(call, McpTimeoutError, /within 1500 ms/);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 200 * 1024 * 1024, `it grew by ${grown} bytes`);
  },
  { maxMessageBytes: 1_000_000 },
);

fault("of two answers to one call the first counts", async (run) => {
  assert.equal(await textOf(run.client, "twice"), "first");
  await stillAnswers(run);
});

fault("answers to nobody, or to an id of another type, do no harm", async (run) => {
  assert.equal(await textOf(run.client, "unknown-id"), "after");
  await stillAnswers(run);
});

const malformed: readonly [string, new (message: string) => McpClientError][] = [
  ["result-of-text", McpAnswerError],
  ["neither", McpAnswerError],
  ["cut-short", McpAnswerError],
  ["not-utf8", McpAnswerError],
  ["error-of-text", McpClientError],
  ["error-without-code", McpClientError],
  ["both", McpClientError],
  ["content-of-text", McpAnswerError],
];
for (const [tool, kind] of malformed) {
  fault(`an answer of the wrong shape fails its call only (${tool})`, async (run) => {
    await fails(run.client.callTool(tool, {}, { timeoutMs: 5_000 }), kind, /./);
    await stillAnswers(run);
  });
}

for (const depth of [200, 100_000, 5_000_000]) {
  fault(`an answer nested ${depth} deep ends in a result or an error of its call`, async (run) => {
    const outcome = await run.client.callTool("deep", { depth }).then(
      () => "result",
      (error: unknown) => error,
    );
    if (depth > 1_000) assert.ok(outcome instanceof McpAnswerError, String(outcome));
    else assert.equal(outcome, "result");
    await stillAnswers(run);
  });
}

fault(
  "a question whose id is that of an open call is answered, and so is the call",
  async (run) => {
    const text = await textOf(run.client, "same-id");
    assert.deepEqual(Object.keys(JSON.parse(text) as object).sort(), ["id", "jsonrpc", "result"]);
    await stillAnswers(run);
  },
);

fault("questions without a handler are refused, so that the server does not wait", async (run) => {
  assert.equal(await textOf(run.client, "no-handler"), "-32601,-32601,-32601,-32601");
  await stillAnswers(run);
});

test("100,000 notifications reach their handler in order and hold up no answer", async () => {
  const count = 100_000;
  let next = 0;
  const client = await scripted().connect({
    onLog: ({ data }) => {
      if (data === next) next += 1;
    },
  });
  assert.equal(await textOf(client, "notifications", { count }), "after");
  assert.equal(next, count);
  await client.close();
});

test("a server that closes its standard input ends the connection, and is stopped", async () => {
  const nothingLeft = watchLeaks();
  const client = await scripted("sync").connect();
  assert.equal(await textOf(client, "close-stdin"), "closed");
  await fails(client.callTool("echo"), McpConnectionError, /closed its standard input/);
  await client.close();
  await nothingLeft();
});

fault(
  "a server that closes its standard output ends the connection, and is stopped",
  async ({ client }) => {
    await fails(client.callTool("close-stdout"), McpConnectionError, /closed its standard output/);
  },
);

fault(
  "a server that no longer reads makes calls time out, and close does not wait for it",
  async ({ client }) => {
    assert.equal(await textOf(client, "not-reading"), "paused");
    const value = "x".repeat(1_000_000);
    const calls = Array.from({ length: 20 }, () =>
      fails(
        client.callTool("echo", { value }, { timeoutMs: 300 }),
        McpTimeoutError,
        /within 300 ms/,
      ),
    );
    await Promise.all(calls);
  },
);

fault("large messages in both directions at once do not block each other", async ({ client }) => {
  const value = "y".repeat(3_000_000);
  const texts = await Promise.all(
    Array.from({ length: 10 }, () => textOf(client, "echo", { value })),
  );
  assert.ok(texts.every((text) => text === value));
});

test("close ends what the server has started, even if that ignores SIGTERM", async () => {
  const nothingLeft = watchLeaks();
  const server = scripted();
  const client = await server.connect();
  await textOf(client, "grandchild");
  const mark = server.server.args?.[1] ?? "";
  assert.equal(processesWith(mark).length, 2);
  await client.close();
  assert.deepEqual(processesWith(mark), []);
  await nothingLeft();
});

test("calls that are open when the client closes fail, and close waits for the end of the process", async () => {
  const nothingLeft = watchLeaks();
  const client = await scripted().connect();
  const call = client.callTool("hang");
  const outcome = fails(call, McpConnectionError, /client was closed/);
  await client.close();
  await outcome;
  await client.close();
  await nothingLeft();
});

test("an error of the server keeps its code and data", async () => {
  const client = await scripted().connect();
  await assert.rejects(client.callTool("no-such-tool"), (error) => {
    assert.ok(error instanceof McpCallError);
    assert.equal(error.code, -32602);
    assert.match(error.message, /Unknown tool: no-such-tool/);
    return true;
  });
});
