import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lock, LockEntry } from "../../../src/changes/lock.js";
import { formatManifest, parseManifest, type Manifest } from "../../../src/write/manifest.js";

const print = "f".repeat(22);

function manifestOf(operations: number): Manifest {
  const entries = Array.from({ length: operations }, (_, at): [string, LockEntry] => [
    `GET /things/${at}`,
    {
      kind: "tool",
      name: `getThing${at}`,
      method: `getThing${at}`,
      id: `getThing${at}`,
      arguments: new Map([["thingId", { required: true, place: "path:thingId", schema: print }]]),
      texts: { own: print, schemas: print },
      input: print,
    },
  ]);
  const texts = { name: "a", title: "A", document: "a.json", className: "A", texts: print };
  const lock: Lock = {
    server: texts,
    operations: new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1))),
  };
  const files = new Map([["src/generated/server.ts", [{ hash: "0".repeat(64) }]]]);
  const [build, scaffold] = [new Set<string>(), new Set<string>()];
  return { generatorVersion: "1.0.0", options: "", files, build, scaffold, lock };
}

test("the manifest of tens of thousands of operations is read back as it was written", () => {
  const manifest = manifestOf(30_000);
  const text = formatManifest(manifest);
  assert.ok(text.length > 4 << 20);
  assert.deepEqual(parseManifest(text), manifest);
  const [first, ...others] = [...(manifest.lock?.operations.keys() ?? [])];
  const line = new RegExp(`^.*"${first}": .*$`, "m");
  const merged = parseManifest(text.replace(line, (one) => `${one}\n${one}`));
  assert.equal(merged?.merged, true);
  assert.deepEqual([...(merged.lock?.operations.keys() ?? [])].sort(), [first, ...others]);
});

test("a text with more faults than a merge leaves is no manifest, however large", () => {
  const text = formatManifest(manifestOf(2));
  assert.equal(parseManifest(text.replace("{", `{${'"a":{} '.repeat(1_000_000)}`)), undefined);
});
