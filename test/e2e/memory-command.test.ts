/** `mcp-codegen memory`, called by the official clients. On disk it is tested by test/memory, on a newer Node. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { cliPath } from "../support/cli.js";
import { cleanUp } from "../support/clean-up.js";
import { officialClients, type OfficialClient } from "../support/official/clients.js";
import { startProgram } from "./examples/example-process.js";

async function facts(client: OfficialClient): Promise<string> {
  return JSON.stringify((await client.call("get_user_facts")).content);
}

test("it serves on stdio, and each process has a memory of its own", async () => {
  for (const [, open] of officialClients) {
    const client = await open({ command: process.execPath, args: [cliPath, "memory"] });
    cleanUp.push(() => client.close());
    assert.ok(!(await facts(client)).includes("green"));
    await client.call("save_user_fact", { key: "tea", value: "green" });
    assert.match(await facts(client), /green/);
  }
});

test("it serves over HTTP, with one memory for all clients, and ends on a signal", async (t) => {
  const program = await startProgram(t, [cliPath, "memory", "--http", "0"]);
  for (const [name, open] of officialClients) {
    const client = await open({ url: program.url });
    await client.call("save_user_fact", { key: name, value: "green" });
    await client.call("save_conversation", { id: name, messages: [], title: `With ${name}` });
    await client.close();
  }
  const [, open] = officialClients[0]!;
  const client = await open({ url: program.url });
  const kept = `${await facts(client)} ${JSON.stringify(await client.read("memory://conversations"))}`;
  for (const [name] of officialClients) {
    assert.match(kept, new RegExp(`${name}[^{}]*green`));
    assert.match(kept, new RegExp(`With ${name}`));
  }
  await client.close();
  assert.equal(await program.stop(), 0, program.output());
});

test("over HTTP it asks for the token of --token-file", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "memory-command-"));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "token.txt");
  const token = "a-token-of-more-than-thirty-two-letters";
  writeFileSync(file, token, { mode: 0o600 });
  const words = ["memory", "--http", "0", "--token-file", file];
  const { url } = await startProgram(t, [cliPath, ...words]);
  for (const [, open] of officialClients) {
    await assert.rejects(open({ url }));
    const client = await open({ url, headers: { authorization: `Bearer ${token}` } });
    assert.equal((await client.tools()).length, 5);
    await client.close();
  }
});
