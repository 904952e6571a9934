import assert from "node:assert/strict";
import { test } from "node:test";
import { EventReader, type StreamEvent } from "../../../runtime/net/event-reader.js";

function read(...chunks: string[]) {
  const events: StreamEvent[] = [];
  const notes: unknown[] = [];
  const reader = new EventReader((event) => events.push(event), {
    retry: (ms) => notes.push(ms),
    lastId: (id) => notes.push(id),
  });
  for (const chunk of chunks) reader.feed(chunk);
  return { events, notes };
}

test("ids and pauses are told, with and without data", () => {
  const text =
    "id: 1\ndata:\n\nretry: 500\n\nid: 2\n\nid: 3\nevent: message\ndata: {}\n\nretry: x\n\n";
  const expected = {
    events: [
      { id: "1", data: "" },
      { id: "3", event: "message", data: "{}" },
    ],
    notes: ["1", 500, "2", "3"],
  };
  assert.deepEqual(read(text), expected);
  assert.deepEqual(read(...text.split("")), expected);
  assert.deepEqual(read(text.replaceAll("\n", "\r\n")), expected);
  assert.deepEqual(read(...text.replaceAll("\n", "\r").split("")), expected);
});

test("an id counts from its event's end, so a cut event is not skipped", () => {
  assert.deepEqual(read("id: 7\ndata: x\n").notes, []);
});

test("an event longer than the limit fails, however it arrives", () => {
  const limited = () => new EventReader(() => {}, {}, 1_000);
  assert.throws(() => limited().feed(`data: ${"x".repeat(2_000)}`), RangeError);
  assert.throws(() => limited().feed(`data: ${"x".repeat(2_000)}\n\n`), RangeError);
  const drops = limited();
  assert.throws(() => {
    for (let i = 0; i < 2_000; i += 1) drops.feed("x");
  }, RangeError);
  const lines = limited();
  assert.throws(() => {
    for (let i = 0; i < 2_000; i += 1) lines.feed("data:\n");
  }, RangeError);
  const many = limited();
  for (let i = 0; i < 2_000; i += 1) {
    many.feed(`da`);
    many.feed(`ta: ${"x".repeat(500)}\n\n: comment\n\n`);
  }
});
