import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerTooLarge } from "../../../runtime/upstream/response/answer-too-large.js";
import { operation, record, type Responder, upstream } from "./support.js";

function pieces(type: string, ...texts: (string | Uint8Array)[]): Responder {
  return (_, response) => {
    response.writeHead(200, { "content-type": type });
    void (async () => {
      for (const text of texts) {
        response.write(text);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    })();
  };
}

const items = operation({}, { stream: "items" });
const events = operation({}, { stream: "events" });

test("the items of a stream are reported as they arrive, and the answer has all", async (t) => {
  const rows: [what: string, type: string, texts: (string | Uint8Array)[], value: unknown][] = [
    [
      "lines",
      "application/x-ndjson",
      [
        '{"n":1}\n{"n"',
        ":2}\r\n\n",
        Buffer.from('"é').subarray(0, 2),
        Buffer.from("é").subarray(1),
        '"',
      ],
      [{ n: 1 }, { n: 2 }, "é"],
    ],
    ["jsonl", "application/jsonl; charset=utf-8", ["1\n2\nnot json"], [1, 2, "not json"]],
    ["records", "application/json-seq", ['\u001e{"a":\n1}\n\u001e[2]', "\n"], [{ a: 1 }, [2]]],
    [
      "data of events",
      "text/event-stream",
      [
        'data: {"n":1}\n\n: note\ndata: {"n":',
        "\ndata: 2}\n\ndata: word\n\ndata: [DONE]\n\ndata: cut",
      ],
      [{ n: 1 }, { n: 2 }, "word"],
    ],
  ];
  for (const [what, type, texts, value] of rows) {
    const { url } = await record(t, pieces(type, ...texts));
    const messages: string[] = [];
    const answer = await upstream(url).call(
      items,
      {},
      { onProgress: (text) => messages.push(text) },
    );
    assert.ok(answer.kind === "json", what);
    assert.deepEqual(answer.value, value, what);
    assert.equal(messages.length, (value as unknown[]).length, what);
  }
});

test("whole events can be the items, as in OpenAPI 3.2", async (t) => {
  const { url } = await record(
    t,
    pieces("text/event-stream", "event: add\nid: 7\ndata: 1\ndata: 2\n\ndata: x\n\n"),
  );
  const answer = await upstream(url).call(events, {});
  assert.ok(answer.kind === "json");
  assert.deepEqual(answer.value, [{ event: "add", id: "7", data: "1\n2" }, { data: "x" }]);
});

test("without a description of its items a stream is a text", async (t) => {
  const text = "data: 1\n\ndata: 2\n\n";
  const { url } = await record(t, pieces("text/event-stream", text));
  const messages: string[] = [];
  const answer = await upstream(url).call(
    operation({}),
    {},
    { onProgress: (one) => messages.push(one) },
  );
  assert.deepEqual(answer, { kind: "text", status: 200, text, mimeType: "text/event-stream" });
  assert.deepEqual(messages, ["1", "2"]);
});

test("integers of a stream keep their digits", async (t) => {
  const { url } = await record(t, pieces("application/x-ndjson", '{"id":9007199254740993}\n1\n'));
  const answer = await upstream(url).call(items, {});
  assert.equal(answer.kind === "json" && answer.source, '[{"id":9007199254740993},1]');
});

test("progress messages are short and limited in rate", async (t) => {
  const many = Array.from({ length: 500 }, (_, n) => JSON.stringify("x".repeat(2000) + n)).join(
    "\n",
  );
  const { url } = await record(t, pieces("application/x-ndjson", many));
  const messages: string[] = [];
  const answer = await upstream(url).call(items, {}, { onProgress: (one) => messages.push(one) });
  assert.equal(answer.kind === "json" && (answer.value as unknown[]).length, 500);
  assert.ok(messages.length >= 20 && messages.length < 100, String(messages.length));
  assert.ok(messages.every((one) => one.length <= 501));
});

test("a stream that does not end gives the items received in time", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  const answer = await upstream(url, { timeoutMs: 2_000 }).call(items, {});
  assert.deepEqual(answer, {
    kind: "json",
    status: 200,
    value: [1],
    notes: ["(The stream had not ended after 2 s; these are its first 1 items.)"],
  });
  const silent = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
  });
  await assert.rejects(upstream(silent.url, { timeoutMs: 200 }).call(items, {}), /within 200 ms/);
});

test("cancelling aborts the stream", async (t) => {
  const controller = new AbortController();
  let closed: Promise<unknown> | undefined;
  const { url } = await record(t, (_, response) => {
    closed = new Promise((resolve) => response.on("close", resolve));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  const onProgress = () => controller.abort(new Error("enough"));
  const call = upstream(url).call(items, {}, { signal: controller.signal, onProgress });
  await assert.rejects(call, /enough/);
  await closed;
});

test("a stream too large for a result is kept as text, and an endless one is cut", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const more = () => {
      while (!response.destroyed && response.write('{"n":1}\n'.repeat(1000)));
    };
    response.on("drain", more);
    more();
  });
  const options = { maxResponseBytes: 10_000, maxKeptBytes: 50_000 };
  const error = await upstream(url, options)
    .call(items, {})
    .catch((each: unknown) => each);
  assert.ok(error instanceof AnswerTooLarge);
  assert.match(error.message, /more than 50000 bytes; the limit is 10000/);
  assert.ok(error.answer?.kind === "text" && error.answer.text.length === 50_000);
});

test("credentials in a stream are hidden", async (t) => {
  const { url } = await record(t, pieces("text/event-stream", 'data: {"k":"s3cret-token"}\n\n'));
  const messages: string[] = [];
  const options = { headers: { authorization: "Bearer s3cret-token" } };
  for (const facts of [items, events, operation({})]) {
    const answer = await upstream(url, options).call(
      facts,
      {},
      { onProgress: (one) => messages.push(one) },
    );
    assert.doesNotMatch(JSON.stringify(answer), /s3cret/);
  }
  assert.doesNotMatch(messages.join(), /s3cret/);
});

test("items of a stream that states its length are reported before its end", async (t) => {
  const text = "data: 1\n\ndata: 2\n\n";
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-length": text.length });
    response.write(text.slice(0, 9));
    finish = () => response.end(text.slice(9));
  });
  let finish: (() => void) | undefined;
  const seen: string[] = [];
  const onProgress = (item: string): void => {
    seen.push(item);
    finish?.();
  };
  const answer = await upstream(url, { timeoutMs: 5_000 }).call(items, {}, { onProgress });
  assert.deepEqual(seen, ["1", "2"]);
  assert.ok(answer.kind === "json");
  assert.deepEqual(answer.value, [1, 2]);
});
