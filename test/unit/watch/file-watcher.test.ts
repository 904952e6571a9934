import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { FileWatcher } from "../../../src/watch/file-watcher.js";
import { eventually } from "../../support/eventually.js";

test("a folder that was removed is watched again once it is back", async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), "file-watcher-"));
  const folder = path.join(root, "api");
  const file = path.join(folder, "openapi.yaml");
  const url = pathToFileURL(file).href;
  const save = (text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  };
  save("1");
  const seen: string[] = [];
  const watcher = new FileWatcher((each) => seen.push(each));
  t.after(async () => {
    await watcher.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  await watcher.watch(new Map([[file, url]]));
  const nextEvent = async (act: () => void): Promise<void> => {
    const count = seen.length;
    act();
    await eventually(() => seen.length > count);
  };
  await nextEvent(() => rmSync(folder, { recursive: true }));
  await nextEvent(() => save("2"));
  await nextEvent(() => save("3"));
  assert.deepEqual(new Set(seen), new Set([url]));
});
