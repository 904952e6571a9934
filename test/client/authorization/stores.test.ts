/** Where a client keeps its tokens, and how processes share them. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { newFileTokens } from "../../../runtime/oauth/stores/file-tokens.js";
import { withFileLock } from "../../../runtime/oauth/stores/file-lock.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import { UnsafeFile } from "../../../runtime/oauth/stores/private-files.js";
import type { TokenStore } from "../../../runtime/oauth/stores/token-store.js";
import { eventually } from "../../support/eventually.js";
import { startTokenServer } from "../../support/authorization/token-server.js";
import { runTypeScript } from "../../support/typescript/flags.js";

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-tokens-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const stores: readonly (readonly [name: string, make: (t: TestContext) => TokenStore])[] = [
  ["memory", () => newMemoryTokens()],
  ["files", (t) => newFileTokens({ folder: path.join(makeFolder(t), "tokens") })],
];

for (const [name, make] of stores) {
  describe(name, () => {
    test("a record is kept by its key until it is replaced or deleted", async (t) => {
      const store = make(t);
      const keys = ["a", "b\n/../../etc", "__proto__", "", "x".repeat(100_000)];
      for (const key of keys) assert.equal(await store.read(key), undefined);
      for (const [value, key] of keys.entries()) await store.write(key, { value });
      for (const [value, key] of keys.entries()) assert.deepEqual(await store.read(key), { value });
      await store.write("a", { value: "new" });
      assert.deepEqual(await store.read("a"), { value: "new" });
      await store.delete("a");
      await store.delete("a");
      assert.equal(await store.read("a"), undefined);
      assert.deepEqual(await store.read("__proto__"), { value: 2 });
    });

    test("work on one key is done in order, and one at a time; other keys do not wait", async (t) => {
      const store = make(t);
      const said: string[] = [];
      const work = (key: string, word: string): Promise<string> =>
        store.exclusively(key, async () => {
          said.push(`${word} begins`);
          await new Promise((resolve) => setTimeout(resolve, 20));
          said.push(`${word} ends`);
          return word;
        });
      const all = [work("a", "1"), work("a", "2"), work("a", "3")];
      assert.deepEqual(await Promise.all(all), ["1", "2", "3"]);
      assert.deepEqual(
        said,
        ["1", "2", "3"].flatMap((word) => [`${word} begins`, `${word} ends`]),
      );
      await store.exclusively("a", () => work("b", "inside"));
    });

    test("a failure reaches its caller only, and who gives up waits no longer", async (t) => {
      const store = make(t);
      const failed = store.exclusively("a", () => Promise.reject(new Error("no")));
      let isOver = false;
      const slow = store.exclusively("a", () => eventually(() => isOver));
      const stop = new AbortController();
      const given = store.exclusively("a", () => Promise.resolve("never"), stop.signal);
      const last = store.exclusively("a", () => Promise.resolve("last"));
      await assert.rejects(failed, /no/);
      stop.abort(new Error("given up"));
      await assert.rejects(given, /given up/);
      isOver = true;
      await slow;
      assert.equal(await last, "last");
    });
  });
}

test("files and their folder are for their owner alone, and say nothing by their names", async (t) => {
  const folder = path.join(makeFolder(t), "deep", "tokens");
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await newFileTokens({ folder }).write("https://as.example", { accessToken: "s3cret" });
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const [name = "", ...others] = readdirSync(folder);
  assert.deepEqual(others, []);
  assert.match(name, /^[\da-f]{32}\.json$/);
  assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600);
});

test("a file that others can read or replace is not used, and says what to do", async (t) => {
  const folder = path.join(makeFolder(t), "tokens");
  const store = newFileTokens({ folder });
  await store.write("a", { accessToken: "s3cret" });
  const file = path.join(folder, readdirSync(folder)[0]!);
  chmodSync(file, 0o640);
  const isUnsafe = (error: Error): boolean =>
    error instanceof UnsafeFile && !error.message.includes("s3cret");
  assert.throws(() => store.read("a"), isUnsafe);
  chmodSync(file, 0o600);
  assert.deepEqual(await store.read("a"), { accessToken: "s3cret" });
  // A link to a file of the owner's, which an attacker chose.
  const copy = path.join(folder, "copy");
  writeFileSync(copy, readFileSync(file), { mode: 0o600 });
  rmSync(file);
  symlinkSync(copy, file);
  assert.throws(() => store.read("a"), isUnsafe);
  // What is written replaces the link, and not its target.
  await store.write("a", { accessToken: "new" });
  assert.match(readFileSync(copy, "utf8"), /s3cret/);
  assert.deepEqual(await store.read("a"), { accessToken: "new" });

  chmodSync(folder, 0o777);
  assert.throws(() => store.write("b", {}), isUnsafe);
  const link = path.join(path.dirname(folder), "link");
  symlinkSync(folder, link);
  chmodSync(folder, 0o700);
  assert.throws(() => newFileTokens({ folder: link }).write("b", {}), isUnsafe);
});

test("what is no record of this store is none", async (t) => {
  const folder = path.join(makeFolder(t), "tokens");
  const store = newFileTokens({ folder });
  await store.write("a", { accessToken: "x" });
  const file = path.join(folder, readdirSync(folder)[0]!);
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    '{"key":"b","record":{}}',
    '{"key":"a","record":[]}',
    '{"key":"a"}',
    " ".repeat(5_000_000),
  ]) {
    writeFileSync(file, text);
    assert.equal(await store.read("a"), undefined, text.slice(0, 50));
  }
  rmSync(file);
  mkdirSync(file);
  assert.equal(await store.read("a"), undefined);
});

const child = fileURLToPath(new URL("refresh-child.ts", import.meta.url));

/** Starts a process that renews the token in a folder; it prints the token that it then has. */
function startChild(t: TestContext, ...args: readonly string[]): ChildProcess & { said: string } {
  const started = Object.assign(
    spawn(process.execPath, [...runTypeScript, child, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
    { said: "" },
  );
  started.stdout!.on("data", (chunk) => (started.said += String(chunk)));
  t.after(() => started.kill("SIGKILL"));
  return started;
}

test("of processes that need a new token at once, one asks for it, and all use it", async (t) => {
  const folder = path.join(makeFolder(t), "tokens");
  const server = await startTokenServer(t);
  server.refreshes = true;
  server.delayMs = 200;
  server.next = [{ body: { access_token: "new", token_type: "Bearer", refresh_token: "r2" } }];
  await newFileTokens({ folder }).write("a", { accessToken: "old", refreshToken: "r1" });
  const begin = path.join(folder, "begin");
  const children = [1, 2, 3].map(() => startChild(t, folder, `${server.url}/token`, begin));
  await eventually(() => children.every(({ said }) => said.includes("ready")));
  writeFileSync(begin, "");
  await Promise.all(children.map((each) => once(each, "exit")));
  for (const { said } of children) assert.match(said, /token new/);
  assert.equal(server.asked.length, 1);
  assert.deepEqual(await newFileTokens({ folder }).read("a"), {
    accessToken: "new",
    refreshToken: "r2",
  });
  assert.deepEqual(
    readdirSync(folder).filter((name) => !/json$|begin/.test(name)),
    [],
  );
});

test("the lock of a process that was killed is taken over, that of a slow one is not", async (t) => {
  const folder = path.join(makeFolder(t), "tokens");
  const lock = path.join(folder, "lock");
  const holder = startChild(t, lock, "hold");
  await eventually(() => holder.said.includes("held"));
  let isHeld = true;
  const take = (): Promise<string> => {
    assert.equal(isHeld, false);
    return Promise.resolve("mine");
  };
  const waiting = withFileLock(lock, take, undefined, { beatMs: 100, silenceMs: 1_000 });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  isHeld = false;
  holder.kill("SIGKILL");
  assert.equal(await waiting, "mine");
  assert.deepEqual(readdirSync(folder), []);
});

test("where no lock can be made, the work is done without", async (t) => {
  const folder = makeFolder(t);
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  const store = newFileTokens({ folder: path.join(file, "tokens") });
  assert.equal(await store.exclusively("a", () => Promise.resolve("done")), "done");
  assert.equal(existsSync(path.join(file, "tokens")), false);
});
