/** The commands `list` and `explain`, whose curl command sends what the server sends. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { curlCommand, shellWord } from "../../src/cli/explain/explain-curl.js";
import { exampleCall } from "../../src/cli/explain/explain-request.js";
import { Upstream } from "../../runtime/upstream/upstream.js";
import { surfaceOf } from "../search/served-surface.js";
import { root, runCommand } from "../support/cli.js";
import { startRecorder, type Recorded } from "../support/recorder.js";

const golden = path.join(root, "test/golden");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Headers that both clients add. */
const ownHeaders =
  /^(host|connection|user-agent|content-length|accept-encoding|accept-language|sec-.*)$/;

function comparable({ method, target, headers, body }: Recorded): unknown {
  const compared = Object.entries(headers).filter(
    ([name, value]) => !ownHeaders.test(name) && value !== "*/*",
  );
  return { method, target, headers: Object.fromEntries(compared), body };
}

for (const name of [
  "query-styles",
  "header-and-cookie-parameters",
  "path-values",
  "body-media-types",
  "hostile-strings",
  "security",
]) {
  test(
    `explain: the curl commands for ${name} send what the server sends`,
    { skip: !hasCurl },
    async (t) => {
      const recorder = await startRecorder();
      t.after(() => recorder.close());
      const { api, operations } = await surfaceOf(
        { path: path.join(golden, name, "openapi.yaml") },
        { mode: "tools" },
      );
      const here = { ...api, servers: [{ url: recorder.url }] };
      let compared = 0;
      for (const { facts } of operations) {
        const { servers: _, ...request } = facts.request;
        const operation = { ...facts, request };
        const example = await exampleCall(operation, here);
        if ("reason" in example) continue;
        const env: Record<string, string> = {};
        for (const [, variable] of example.curl.matchAll(/\$([A-Z0-9_]+)/g)) {
          env[variable ?? ""] = `secret${Object.keys(env).length}`;
        }
        const command = spawn("sh", ["-c", example.curl], { env: { ...process.env, ...env } });
        const [code] = (await once(command, "close")) as [number];
        assert.equal(code, 0, example.curl);
        const [printed] = recorder.take();
        await new Upstream(here, { env }).call(operation, example.arguments).catch(() => {});
        const [sent] = recorder.take();
        assert.ok(printed && sent, example.curl);
        // Multipart boundaries are random.
        if (String(sent.headers["content-type"]).startsWith("multipart")) continue;
        assert.deepEqual(comparable(printed), comparable(sent), example.curl);
        compared += 1;
      }
      assert.ok(compared > 0);
    },
  );
}

test("no part of a request is interpreted by the shell", () => {
  for (const text of ["$(touch x)", "`x`", "it's", "a\nb", "", "!!", '"', "\\", "-x", "@file"]) {
    const run = spawnSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" });
    assert.equal(run.stdout, text);
  }
  const request = { method: "POST", url: "http://a.example/", headers: {}, body: "@/etc/passwd" };
  assert.match(curlCommand(request, []), /base64 -d/);
  assert.match(shellWord("k=ab'c", [{ text: "ab", variable: "KEY" }]), /^k="\$KEY"/);
});

test("list shows the outcome of every operation, and the reason", async () => {
  const cwd = path.join(golden, "routes");
  const run = await runCommand(["list", "openapi.yaml", "--routes", "routes.yaml", "--json"], {
    cwd,
  });
  assert.equal(run.code, 0, run.stderr);
  const { operations, totals } = JSON.parse(run.stdout) as {
    operations: { kind: string; operation: string; because: string; tokens?: number }[];
    totals: { operations: number; kinds: Record<string, number>; toolsListTokens: number };
  };
  assert.equal(operations.length, 8);
  assert.deepEqual(totals.kinds, { tool: 4, resource: 1, excluded: 3 });
  const home = operations.find(({ operation }) => operation === "GET /admin");
  assert.deepEqual([home?.kind, home?.tokens], ["excluded", undefined]);
  assert.match(home?.because ?? "", /^rule \d of routes.yaml$/);
  const sorted = await runCommand(
    ["list", "openapi.yaml", "--routes", "routes.yaml", "--sort", "tokens", "--filter", "tool get"],
    { cwd },
  );
  const figures = [...sorted.stdout.matchAll(/^ *(\d+) +tool/gm)].map(([, figure]) =>
    Number(figure),
  );
  assert.deepEqual(
    figures,
    [...figures].sort((a, b) => b - a),
  );
  assert.ok(figures.length > 1);
});

test("explain shows the matching rule, or the nearest name for an unknown operation", async () => {
  const cwd = path.join(golden, "routes");
  const explain = (...words: string[]) =>
    runCommand(["explain", "openapi.yaml", ...words, "--routes", "routes.yaml"], { cwd });
  const byRequest = await explain("GET", "/admin");
  assert.match(byRequest.stdout, /becomes +excluded[\s\S]*rule \d of routes.yaml/);
  const byName = await explain("find_users");
  assert.match(
    byName.stdout,
    /GET \/users \(listUsers\)[\s\S]*tool find_users[\s\S]*"\$MCP_CODEGEN_TEAM_BASE_URL"\/users/,
  );
  const miss = await explain("listUser");
  assert.equal(miss.code, 1);
  assert.match(miss.stderr, /Did you mean listUsers/);
});

test("explain says where unknown arguments travel", async () => {
  const cwd = path.join(golden, "unknown-arguments");
  const explain = (...words: string[]) =>
    runCommand(["explain", "openapi.yaml", ...words], { cwd });
  const sent = await explain("addNote", "--unknown-arguments", "send");
  assert.match(sent.stdout, /Other arguments travel as body properties, application\/json\./);
  for (const refused of [
    await explain("addNote"),
    await explain("closeNote", "--unknown-arguments", "send"),
    await explain("listNotes", "--unknown-arguments", "send"),
  ]) {
    assert.equal(refused.code, 0, refused.stderr);
    assert.doesNotMatch(refused.stdout, /Other arguments/);
  }
  const json = await explain("addNote", "--unknown-arguments", "send", "--json");
  const { furtherArguments } = JSON.parse(json.stdout) as { furtherArguments?: string };
  assert.equal(furtherArguments, "body properties, application/json");
});

test("generate counts the tokens that list counts, and names the tools that no rule matches", async (t) => {
  const cwd = mkdtempSync(path.join(tmpdir(), "tokens-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const petstore = path.join(root, "examples/petstore/openapi.yaml");
  writeFileSync(
    path.join(cwd, "routes.json"),
    JSON.stringify([{ match: { path: "/pets" }, expose: "tool" }]),
  );
  const options: readonly (readonly string[])[] = [
    [],
    ["--mode", "search"],
    ["--client", "openai"],
    ["--budget", "900"],
    ["--routes", "routes.json"],
  ];
  const tokensIn = (text: string) => /tools\/list takes (.*?) tokens/.exec(text)?.[1];
  for (const each of options) {
    const generated = await runCommand([petstore, "--dry-run", "--out", "o", ...each], { cwd });
    const listed = await runCommand(["list", petstore, ...each], { cwd });
    assert.ok(tokensIn(listed.stdout), listed.stdout + listed.stderr);
    assert.equal(tokensIn(generated.stderr), tokensIn(listed.stdout), each.join(" "));
    const isRouted = each.includes("--routes");
    const names = /5 tools match no rule of the route map: GET \/pets\/\{petId\}, /;
    assert.equal(names.test(generated.stderr), isRouted, generated.stderr);
  }
});
