import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { judge, readResults } from "./results.js";

const success = { id: "ping", status: "SUCCESS" } as const;

test("a warning is a problem, as a failure is", () => {
  const { passed, problems } = judge("ping", [
    success,
    { id: "a", status: "WARNING", errorMessage: "should" },
    { id: "b", status: "FAILURE", errorMessage: "must" },
    { id: "c", status: "INFO" },
  ]);
  assert.equal(passed, 1);
  assert.deepEqual(problems, ["WARNING a: should", "FAILURE b: must"]);
});

test("a skipped scenario is a problem if a server could support it", () => {
  const checks = [success, { id: "a", status: "SKIPPED", errorMessage: "not found" } as const];
  assert.deepEqual(judge("tasks-lifecycle", checks).problems, ["SKIPPED a: not found"]);
});

test("a permitted skip is reported, and is a problem once it is tested", () => {
  const skipped = judge("tasks-status-notifications", [{ id: "a", status: "SKIPPED" }]);
  assert.deepEqual(skipped.problems, []);
  assert.equal(skipped.skipped.length, 1);
  assert.equal(judge("tasks-status-notifications", [success]).problems.length, 1);
});

test("a scenario that checked nothing of its own is a problem", () => {
  const checks = [
    { id: "server-sse-content-type", status: "INFO" },
    { id: "wire-schema-valid", status: "SUCCESS" },
  ] as const;
  assert.deepEqual(judge("server-sse-polling", checks).problems, ["It checked nothing."]);
});

test("a scenario without a result is a problem; names that begin alike are kept apart", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "results-"));
  try {
    leave(folder, "server-ping-2026-08-01T10-00-00-000Z", [success]);
    mkdirSync(path.join(folder, "server-caching-2026-08-01T10-00-00-000Z"));
    const [ping, pingPong, caching] = readResults(folder, "server", [
      "ping",
      "ping-pong",
      "caching",
    ]);
    assert.deepEqual(ping?.problems, []);
    assert.match(pingPong?.problems[0] ?? "", /did not run it/);
    assert.match(caching?.problems[0] ?? "", /left no result/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a client's scenarios may be in folders of their kind, and what a client complains of is a problem", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "results-"));
  try {
    mkdirSync(path.join(folder, "auth"));
    leave(folder, "auth/metadata-2026-08-01T10-00-00-000Z", [success]);
    writeFileSync(path.join(folder, "auth/metadata-2026-08-01T10-00-00-000Z/stderr.txt"), "Oh.\n");
    const [metadata] = readResults(folder, "client", ["auth/metadata"]);
    assert.equal(metadata?.passed, 1);
    assert.deepEqual(metadata?.problems, ["The client fails: Oh."]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("only the named checks of a scenario may be skipped", () => {
  const permitted = {
    id: "a",
    name: "ClientMcpMethodHeader_initialize",
    status: "SKIPPED",
  } as const;
  const other = { id: "b", name: "ClientMcpMethodHeader_tools_call", status: "SKIPPED" } as const;
  const scenario = "http-standard-headers";
  assert.deepEqual(judge(scenario, [success, permitted]).problems, []);
  assert.deepEqual(judge(scenario, [success, permitted, other]).problems, [
    "SKIPPED b: ClientMcpMethodHeader_tools_call",
  ]);
  assert.equal(judge(scenario, [permitted]).problems.length, 1);
});

function leave(folder: string, name: string, checks: readonly unknown[]): void {
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, "checks.json"), JSON.stringify(checks));
}
