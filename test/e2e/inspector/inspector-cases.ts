/**
 * The MCP Inspector's command line against a handwritten and a generated server. `.ci/inspector` installs it and runs
 * these tests.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { generateMuseum } from "../../support/museum.js";
import { inspect } from "./inspector.js";
import { httpEndpoint, sseEndpoint, stdioEndpoint, type Endpoint } from "../peers/endpoints.js";

const home = mkdtempSync(path.join(os.tmpdir(), "inspector-"));
after(() => rmSync(home, { recursive: true, force: true }));

const ways: readonly [name: string, era: string, open: () => Promise<Endpoint>][] = [
  ["stdio", "legacy", () => Promise.resolve(stdioEndpoint)],
  ["stdio", "modern", () => Promise.resolve(stdioEndpoint)],
  ["HTTP", "legacy", httpEndpoint],
  ["HTTP", "modern", httpEndpoint],
  ["SSE", "legacy", sseEndpoint],
];

const rows: readonly [method: string, args: readonly string[], want: RegExp][] = [
  ["tools/list", ["--strict"], /"name":"add","title":"Add"/],
  ["tools/call", ["--tool-name", "add", "--tool-args-json", '{"a":1,"b":2}'], /{"sum":3}/],
  ["resources/list", [], /"uri":"peers:\/\/note"/],
  ["resources/templates/list", [], /"uriTemplate":"peers:\/\/words\/{word}"/],
  ["resources/read", ["--uri", "peers://note"], /"text":"a note"/],
  ["prompts/list", [], /"name":"greet"/],
  ["prompts/get", ["--prompt-name", "greet", "--prompt-args", "word=hi"], /"text":"Say hi\."/],
];

for (const [name, era, open] of ways) {
  describe(`the Inspector over ${name}, ${era}`, () => {
    for (const [method, args, want] of rows) {
      test(method, async () => {
        const place = await open();
        try {
          const asked = ["--protocol-era", era, "--method", method, ...args];
          const result = await inspect(home, [...targetOf(place), ...asked]);
          assert.match(JSON.stringify(result), want);
        } finally {
          if (place.kind !== "stdio") await place.close();
        }
      });
    }
  });
}

test("finds nothing to object to in generated schemas", async () => {
  const out = await generateMuseum(home);
  const server = [process.execPath, path.join(out, "dist/main.js"), "--mock"];
  const listed = await inspect(home, [...server, "--method", "tools/list", "--strict"]);
  assert.match(JSON.stringify(listed), /"name":"addExhibit"/);
});

function targetOf(place: Endpoint): string[] {
  if (place.kind === "stdio") return [place.command, ...place.args];
  return [place.url.href, "--transport", place.kind];
}
