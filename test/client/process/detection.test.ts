/** The client finds out which era a server on stdio is of, with as few processes as possible. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpConnectionError,
  McpHandshakeError,
  McpTimeoutError,
} from "../../../runtime/client/errors.js";
import { scripted, textOf } from "../../support/client/scripted.js";
import { watchLeaks } from "../../support/client/leaks.js";

const ends: readonly [string, string[], string, number][] = [
  ["a server of 2026-07-28 is discovered", ["modern"], "2026-07-28", 1],
  ["an older server that refuses the probe gets initialize", [], "2025-11-25", 1],
  ["no single code of the refusal decides", ["odd-code"], "2025-11-25", 1],
  [
    "a server that answers everything with {} gets initialize",
    ["odd-on-discover"],
    "2025-11-25",
    1,
  ],
  [
    "an older server that never answers the probe gets initialize",
    ["silent-on-discover"],
    "2025-11-25",
    1,
  ],
  ["a server that exits on the probe is started again", ["exit-on-discover"], "2025-11-25", 2],
  ["a server that the probe confuses is started again", ["confused-by-probe"], "2025-11-25", 2],
];
for (const [what, faults, revision, starts] of ends) {
  test(`${what}; the second time one process and no probe will do`, async () => {
    const nothingLeft = watchLeaks();
    const server = scripted(...faults);
    const client = await server.connect({ startTimeoutMs: 6_000 });
    assert.equal(client.protocolVersion, revision);
    assert.equal(await textOf(client, "echo", { value: "here" }), "here");
    assert.equal(server.starts(), starts);
    await client.close();
    const again = await server.connect();
    assert.equal(again.protocolVersion, revision);
    assert.equal(server.starts(), starts + 1);
    const [, first] = server
      .received()
      .slice(server.received().findLastIndex((line) => line.startsWith("start ")));
    assert.equal(first, revision === "2026-07-28" ? "server/discover" : "initialize");
    await again.close();
    await nothingLeft();
  });
}

test("a server that starts slowly and knows 2026-07-28 only is found, though initialize was tried", async () => {
  const server = scripted("modern", "no-initialize", "slow=2500");
  const client = await server.connect({ startTimeoutMs: 4_000 });
  assert.equal(client.protocolVersion, "2026-07-28");
  assert.equal(await textOf(client, "echo", { value: "here" }), "here");
  assert.deepEqual(server.received().slice(1, 3), ["server/discover", "initialize"]);
});

test("a server that starts slowly and knows both eras is spoken to in the newer one", async () => {
  const server = scripted("modern", "slow=2500");
  const client = await server.connect({ startTimeoutMs: 4_000 });
  assert.equal(client.protocolVersion, "2026-07-28");
  assert.equal(await textOf(client, "echo", { value: "here" }), "here");
});

test("a pinned older revision is offered without a probe", async () => {
  const server = scripted("exit-on-discover");
  const client = await server.connect({ protocolVersion: "2025-03-26" });
  assert.equal(client.protocolVersion, "2025-03-26");
  assert.equal(server.starts(), 1);
});

test("a pinned newer revision is not replaced by an older one", async () => {
  const server = scripted();
  await assert.rejects(server.connect({ protocolVersion: "2026-07-28" }));
  assert.equal(server.starts(), 1);
  assert.deepEqual(server.received().slice(1), ["server/discover"]);
});

test("a server of an unknown revision is a handshake error, and its process is gone", async () => {
  const nothingLeft = watchLeaks();
  await assert.rejects(scripted("unknown-version").connect(), (error) => {
    assert.ok(error instanceof McpHandshakeError);
    assert.match(error.message, /1999-01-01/);
    return true;
  });
  await nothingLeft();
});

test("text before the first message does no harm", async () => {
  const server = scripted("noisy-start");
  const client = await server.connect();
  assert.equal(await textOf(client, "echo", { value: "here" }), "here");
  assert.match(server.log[0]?.message ?? "", /"Welcome to the server"/);
});

test("a hanging start ends in a timeout with the end of standard error, and the process is gone", async () => {
  const nothingLeft = watchLeaks();
  await assert.rejects(scripted("hang", "stubborn").connect({ startTimeoutMs: 600 }), (error) => {
    assert.ok(error instanceof McpTimeoutError);
    assert.match(error.message, /did not answer the handshake within 600 ms/);
    assert.match(error.message, /waiting for the database/);
    return true;
  });
  await nothingLeft();
});

test("a server that exits at its start is a connection error with its code and standard error", async () => {
  const nothingLeft = watchLeaks();
  const server = scripted("fails");
  await assert.rejects(server.connect(), (error) => {
    assert.ok(error instanceof McpConnectionError);
    assert.match(error.message, /exited with code 2.*\n {2}API_KEY is missing/);
    return true;
  });
  // Once with the probe, and once without.
  assert.equal(server.starts(), 2);
  await nothingLeft();
});

test("a server of a known era that exits at its start is not started again: the probe is not the reason", async () => {
  for (const [faults, more] of [
    [["modern", "fails-later"], 1],
    [["fails-later"], 1],
  ] as const) {
    const server = scripted(...faults);
    await (await server.connect()).close();
    await assert.rejects(server.connect(), /exited with code 4/);
    assert.equal(server.starts(), 1 + more);
  }
});

// parity J: McpServer.stdio(command, max_retries, startup_timeout)
test("retries start a failing server again, with pauses; a command that can't be run is not repeated", async () => {
  const server = scripted("fails");
  await assert.rejects(
    server.connect({ retries: { attempts: 2, firstMs: 1 } }),
    McpConnectionError,
  );
  assert.equal(server.starts(), 4);
  const { connectStdio } = await import("../../../runtime/compose/connect-stdio.js");
  const start = performance.now();
  await assert.rejects(
    connectStdio({ command: "mcp-no-such-program" }, { retries: { attempts: 5, firstMs: 60_000 } }),
    /PATH/,
  );
  assert.ok(performance.now() - start < 30_000);
});

test("the signal ends a start, and the process is gone", async () => {
  const nothingLeft = watchLeaks();
  const server = scripted("hang");
  const reason = new Error("enough");
  const signal = AbortSignal.timeout(200);
  await assert.rejects(server.connect({ signal }), { name: "TimeoutError" });
  await assert.rejects(server.connect({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(server.starts(), 1);
  await nothingLeft();
});
