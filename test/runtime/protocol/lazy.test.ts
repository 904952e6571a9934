/** Values that are loaded on first use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lazy } from "../../../runtime/protocol/lazy.js";

/** Returns a lazy value that the test loads, and the names of its readers in order. */
function slowly() {
  const came: string[] = [];
  const asked = { times: 0 };
  let loaded!: () => void;
  let failed!: (error: Error) => void;
  const it = { come: async (name: string) => void came.push(name) };
  const late = new Lazy(() => {
    asked.times++;
    return new Promise<typeof it>((resolve, reject) => {
      loaded = () => resolve(it);
      failed = reject;
    });
  });
  const come = (name: string) => late.use((each) => each.come(name));
  return { late, come, came, asked, loaded: () => loaded(), failed: (e: Error) => failed(e) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("nothing is loaded before it is needed, and then once", async () => {
  const { come, came, asked, loaded } = slowly();
  assert.equal(asked.times, 0);
  const all = [come("one"), come("two")];
  loaded();
  await Promise.all([...all, come("three")]);
  assert.equal(asked.times, 1);
  assert.deepEqual(came, ["one", "two", "three"]);
});

test("who comes while others still wait does not pass them", async () => {
  const { come, came, loaded } = slowly();
  const first = come("first");
  loaded();
  // One reader arrives at each microtask between the end of loading and the first reader's turn.
  const others: Promise<void>[] = [];
  for (let moment = 0; moment < 5; moment++) {
    others.push(come(`moment ${moment}`));
    await Promise.resolve();
  }
  await Promise.all([first, ...others]);
  assert.deepEqual(came, ["first", ...others.map((_, moment) => `moment ${moment}`)]);
});

test("once it is loaded, readers do not wait", async () => {
  const { come, came, late, loaded } = slowly();
  late.preload();
  loaded();
  await turn();
  void come("now");
  assert.deepEqual(came, ["now"]);
});

test("a failure to load reaches each reader, and no one else", async () => {
  const { come, late, failed } = slowly();
  late.preload();
  const error = new Error("The file is gone.");
  failed(error);
  // An unhandled rejection would fail the test here.
  await turn();
  await assert.rejects(come("one"), error);
  await assert.rejects(come("two"), error);
});

test("ending it loads nothing, waits for a load in progress, and ignores a failed one", async () => {
  const idle = slowly();
  await idle.late.ifLoaded((each) => each.come("nobody"));
  assert.equal(idle.asked.times, 0);
  const begun = slowly();
  const used = begun.come("first");
  const ended = begun.late.ifLoaded((each) => each.come("last"));
  begun.loaded();
  await Promise.all([used, ended]);
  assert.deepEqual(begun.came, ["first", "last"]);
  const broken = slowly();
  broken.late.preload();
  const nothing = broken.late.ifLoaded((each) => each.come("nobody"));
  broken.failed(new Error("The file is gone."));
  await nothing;
  assert.deepEqual(broken.came, []);
});
