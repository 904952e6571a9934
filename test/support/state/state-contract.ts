import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { EventLimits, State } from "../../../runtime/index.js";
import { eventually } from "../eventually.js";

/** Makes a state for one test. */
export interface StateMaker {
  /** Returns an empty state. The test closes it. */
  (events?: EventLimits): Promise<State>;
}

/** Ids that an attacker might choose. */
const hostile = [
  "__proto__",
  "constructor",
  "",
  " ",
  "a:b",
  "*",
  "{a}",
  "a}b{c",
  "a\r\nDEL b\r\n",
  "\0",
  "\ud800",
  "\ufffd",
  "é",
  "x".repeat(100_000),
  "x".repeat(100_001),
];

/** Declares the tests that every kind of state must pass. */
export function stateContract(kind: string, make: StateMaker, skip: string | false): void {
  const check = (
    name: string,
    run: (state: State) => Promise<void>,
    events?: EventLimits,
  ): void => {
    test(`${kind}: ${name}`, { skip }, async () => {
      const state = await make(events);
      try {
        await run(state);
      } finally {
        await state.close();
      }
    });
  };

  check("a session is loaded as it was saved last, until it is deleted", async ({ sessions }) => {
    assert.equal(await sessions.load("s"), undefined);
    await sessions.save("s", '{"a":1}', 60_000);
    await sessions.save("s", '{"a":"é\ufffd💡"}', 60_000);
    assert.equal(await sessions.load("s"), '{"a":"é\ufffd💡"}');
    await sessions.delete("s");
    assert.equal(await sessions.load("s"), undefined);
    await sessions.delete("s");
  });

  check("a session is forgotten when its time is over", async ({ sessions }) => {
    await sessions.save("s", "facts", 50);
    await eventually(async () => assert.equal(await sessions.load("s"), undefined));
    await sessions.touch("s", 60_000);
    assert.equal(await sessions.load("s"), undefined);
  });

  check("touching a session gives it time again", async ({ sessions }) => {
    await sessions.save("touched", "facts", 1000);
    await sessions.touch("touched", 60_000);
    await sessions.save("left", "facts", 1000);
    await eventually(async () => assert.equal(await sessions.load("left"), undefined));
    assert.equal(await sessions.load("touched"), "facts");
  });

  check("a time of 0, less or none at all is over at once", async ({ sessions, tasks }) => {
    for (const ttl of [0, -1, Number.NaN, -Infinity]) {
      await sessions.save("s", "facts", 60_000);
      await sessions.save("s", "newer", ttl);
      assert.equal(await sessions.load("s"), undefined);
      await sessions.save("s", "facts", 60_000);
      await sessions.touch("s", ttl);
      assert.equal(await sessions.load("s"), undefined);
      await tasks.save("t", "task", ttl);
      assert.equal(await tasks.load("t"), undefined);
    }
    for (const ttl of [Infinity, 2 ** 63, 0.5]) await sessions.save(`s${ttl}`, "facts", ttl);
    assert.equal(await sessions.load("sInfinity"), "facts");
  });

  check("no id is another's, however it is spelled", async ({ sessions, tasks, events }) => {
    for (const id of hostile) assert.equal(await sessions.load(id), undefined);
    for (const [index, id] of hostile.entries()) {
      await sessions.save(id, `session ${index}`, 60_000);
      await tasks.save(id, `task ${index}`);
      await events.append(id, "s", `event ${index}`);
      await tasks.own("owner", id);
      await tasks.own(id, "t");
    }
    await tasks.save("t", "task");
    for (const [index, id] of hostile.entries()) {
      assert.equal(await sessions.load(id), `session ${index}`);
      assert.equal(await tasks.load(id), `task ${index}`);
      assert.deepEqual(await tasks.list(id, undefined, 10), ["t"]);
      const first = await events.append(id, "s", "second");
      assert.deepEqual((await events.after(id, first))?.events, []);
    }
    for (const id of hostile) await sessions.delete(id);
    for (const id of hostile) assert.equal(await sessions.load(id), undefined);
  });

  check("after an event come the later ones of its stream, in order", async ({ events }) => {
    const a1 = await events.append("s", "a", "");
    const b1 = await events.append("s", "b", "b1");
    const a2 = await events.append("s", "a", "a2");
    // Ids in Redis begin with the time: without a pause this event might have the id of the first one.
    await pause(2);
    await events.append("other", "a", "not ours");
    const a3 = await events.append("s", "a", '{"é":"💡"}');
    assert.equal(new Set([a1, b1, a2, a3]).size, 4);
    assert.deepEqual(await events.after("s", a1), {
      stream: "a",
      events: [
        { id: a2, message: "a2" },
        { id: a3, message: '{"é":"💡"}' },
      ],
      ended: false,
    });
    assert.deepEqual(await events.after("s", b1), { stream: "b", events: [], ended: false });
    assert.equal(await events.after("other", a1), undefined);
  });

  check("the end of a stream is reported, and of no other", async ({ events }) => {
    const a = await events.append("s", "a", "a1");
    const b = await events.append("s", "b", "b1");
    await events.append("s", "a", "a2");
    await events.end("s", "a");
    await events.end("s", "unknown");
    await events.end("unknown", "a");
    assert.equal((await events.after("s", a))?.ended, true);
    assert.equal((await events.after("s", a))?.events.length, 1);
    assert.equal((await events.after("s", b))?.ended, false);
  });

  check("an id that isn't known has nothing after it", async ({ events }) => {
    const id = await events.append("s", "a", "a1");
    const ids = [
      "",
      "a",
      ":",
      "a:",
      "a:-",
      "a:0",
      "a:99999999999999999999",
      "a:9999999999999999-9999999999999999",
      "%:1",
      "%00:1-1",
      `b${id.slice(1)}`,
      `${id}0`,
      id.repeat(2),
      "x".repeat(1_000_000),
    ];
    for (const each of ids) assert.equal(await events.after("s", each), undefined, each);
    for (const each of hostile) assert.equal(await events.after(each, id), undefined);
  });

  check("ids are visible ASCII and tell streams of every name", async ({ events }) => {
    for (const stream of ["get", "request 1", "a:b", "é💡", "__proto__", "{}", ""]) {
      const first = await events.append("s", stream, "1");
      const second = await events.append("s", stream, "2");
      assert.match(first, /^[\x21-\x7e]+$/);
      assert.deepEqual(await events.after("s", first), {
        stream,
        events: [{ id: second, message: "2" }],
        ended: false,
      });
    }
  });

  check("a deleted session has no events, and its ids don't come back", async ({ events }) => {
    const old = await events.append("s", "a", "a1");
    await events.end("s", "a");
    await events.delete("s");
    assert.equal(await events.after("s", old), undefined);
    const id = await events.append("s", "a", "a1");
    assert.deepEqual(await events.after("s", id), { stream: "a", events: [], ended: false });
    await events.delete("unknown");
  });

  check(
    "a talkative stream loses its own oldest events, not those of others",
    async ({ events }) => {
      const quiet = await events.append("s", "quiet", "");
      const ids: string[] = [];
      for (let index = 0; index < 40; index += 1) {
        ids.push(await events.append("s", "loud", `${index}`));
        if (index % 10 === 0) await events.append("s", "quiet", `${index}`);
      }
      for (const id of ids.slice(0, -5)) assert.equal(await events.after("s", id), undefined);
      const kept = await events.after("s", ids.at(-5) ?? "");
      assert.deepEqual(
        kept?.events.map((event) => event.message),
        ["36", "37", "38", "39"],
      );
      assert.deepEqual(
        (await events.after("s", quiet))?.events.map((event) => event.message),
        ["0", "10", "20", "30"],
      );
    },
    { perStream: 5 },
  );

  check(
    "a session with many streams loses its oldest events",
    async ({ events }) => {
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) {
        ids.push(await events.append("s", `stream ${index}`, "x"));
        await events.end("s", `stream ${index}`);
      }
      const other = await events.append("t", "a", "x");
      const known = await Promise.all(ids.map((id) => events.after("s", id)));
      assert.deepEqual(
        known.map((each) => each?.ended),
        ids.map((_, index) => (index < 10 ? undefined : true)),
      );
      assert.ok(await events.after("t", other));
      // A stream whose name is used again has not ended.
      const again = await events.append("s", "stream 0", "x");
      assert.equal((await events.after("s", again))?.ended, false);
    },
    { perSession: 10 },
  );

  check(
    "large events push out others, and stay until the next one",
    async ({ events }) => {
      const small = await events.append("s", "a", "small");
      const large = await events.append("s", "b", "x".repeat(5000));
      assert.equal(await events.after("s", small), undefined);
      assert.deepEqual((await events.after("s", large))?.events, []);
      const next = await events.append("s", "a", "next");
      assert.equal(await events.after("s", large), undefined);
      assert.deepEqual((await events.after("s", next))?.events, []);
      for (let index = 0; index < 5; index += 1) await events.append("s", "a", "next");
      assert.equal((await events.after("s", next))?.events.length, 5);
    },
    { bytesPerSession: 1000 },
  );

  check(
    "events are forgotten when their session was silent",
    async ({ events }) => {
      const id = await events.append("s", "a", "a1");
      await eventually(async () => assert.equal(await events.after("s", id), undefined));
      assert.notEqual(await events.append("s", "a", "a1"), id);
    },
    { ttlMs: 50 },
  );

  check("events appended at the same time all get ids of their own", async ({ events }) => {
    const start = await events.append("s", "a", "");
    const messages = Array.from({ length: 100 }, (_, index) => `${index}`);
    const ids = await Promise.all(messages.map((each) => events.append("s", "a", each)));
    assert.equal(new Set(ids).size, 100);
    const found = await events.after("s", start);
    assert.deepEqual(
      found?.events.map((event) => event.message),
      messages,
    );
  });

  check("a task is replaced only by who knows it as it is", async ({ tasks }) => {
    assert.equal(await tasks.replace("t", "", "1"), false);
    await tasks.save("t", "1", 60_000);
    assert.equal(await tasks.replace("t", "0", "2", 60_000), false);
    assert.equal(await tasks.load("t"), "1");
    assert.equal(await tasks.replace("t", "1", "2"), true);
    assert.equal(await tasks.load("t"), "2");
    const won = await Promise.all(
      ["a", "b", "c", "d"].map((each) => tasks.replace("t", "2", each, 60_000)),
    );
    assert.equal(won.filter(Boolean).length, 1);
    await tasks.delete("t");
    assert.equal(await tasks.load("t"), undefined);
    assert.equal(await tasks.replace("t", "2", "3"), false);
  });

  check("a task is forgotten when its time is over, or stays", async ({ tasks }) => {
    await tasks.save("short", "1", 50);
    await tasks.save("replaced", "1", 60_000);
    await tasks.save("kept", "1", 50);
    await tasks.save("forever", "1");
    assert.equal(await tasks.replace("replaced", "1", "2", 50), true);
    assert.equal(await tasks.replace("kept", "1", "2"), true);
    await eventually(async () => assert.equal(await tasks.load("short"), undefined));
    await eventually(async () => assert.equal(await tasks.load("replaced"), undefined));
    assert.equal(await tasks.load("kept"), "2");
    assert.equal(await tasks.load("forever"), "1");
    assert.equal(await tasks.replace("kept", "2", "3", 0), true);
    assert.equal(await tasks.load("kept"), undefined);
  });

  check("an owner's tasks are listed oldest first, in pages", async ({ tasks }) => {
    const ids = Array.from({ length: 25 }, (_, index) => `t${(index * 7) % 25}`);
    for (const id of ids) {
      await tasks.save(id, "task");
      await tasks.own("me", id);
    }
    await tasks.save("theirs", "task");
    await tasks.own("you", "theirs");
    await tasks.own("me", ids[3] ?? "");
    assert.deepEqual(await tasks.list("me", undefined, 100), ids);
    const pages: string[] = [];
    let last: string | undefined;
    for (;;) {
      const page = await tasks.list("me", last, 10);
      pages.push(...page);
      if (page.length < 10) break;
      last = page.at(-1);
    }
    assert.deepEqual(pages, ids);
    assert.deepEqual(await tasks.list("me", "theirs", 10), []);
    assert.deepEqual(await tasks.list("me", "", 10), []);
    assert.deepEqual(await tasks.list("nobody", undefined, 10), []);
    assert.deepEqual(await tasks.list("me", undefined, 0), []);
  });

  check("tasks that are gone are not listed, and don't lose the place", async ({ tasks }) => {
    for (const id of ["a", "b", "c", "d"]) {
      await tasks.save(id, "task", id === "c" ? 50 : undefined);
      await tasks.own("me", id);
    }
    await tasks.delete("b");
    await eventually(async () => assert.equal(await tasks.load("c"), undefined));
    assert.deepEqual(await tasks.list("me", undefined, 10), ["a", "d"]);
    assert.deepEqual(await tasks.list("me", undefined, 2), ["a", "d"]);
    assert.deepEqual(await tasks.list("me", "b", 10), ["d"]);
    assert.deepEqual(await tasks.list("me", "c", 1), ["d"]);
  });

  check("a message reaches the channel's listeners once, before the call ends", async ({ bus }) => {
    const heard: string[] = [];
    const stops = [1, 2].map((each) => bus.subscribe("a", (text) => heard.push(`${each} ${text}`)));
    bus.subscribe("b", (text) => heard.push(`b ${text}`));
    bus.publish("a", "first");
    assert.deepEqual(heard, ["1 first", "2 first"]);
    stops[0]?.();
    stops[0]?.();
    bus.publish("a", "second");
    stops[1]?.();
    bus.publish("a", "third");
    bus.publish("nobody", "listens");
    assert.deepEqual(heard, ["1 first", "2 first", "2 second"]);
  });

  check("a listener that throws does not affect others", async ({ bus }) => {
    const heard: string[] = [];
    const original = console.error;
    console.error = () => heard.push("reported");
    try {
      bus.subscribe("a", () => {
        throw new Error("no");
      });
      bus.subscribe("a", (text) => heard.push(text));
      bus.publish("a", "first");
    } finally {
      console.error = original;
    }
    assert.deepEqual(heard, ["reported", "first"]);
  });

  check(
    "listeners that are added or removed during a delivery do not get the message",
    async ({ bus }) => {
      const heard: string[] = [];
      bus.subscribe("a", () => stop());
      bus.subscribe("a", () => bus.subscribe("a", (text) => heard.push(text)));
      const stop = bus.subscribe("a", (text) => heard.push(text));
      bus.publish("a", "first");
      assert.deepEqual(heard, []);
    },
  );
}
