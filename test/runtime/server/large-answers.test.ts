/** Answers that are too large for a result are stored for their callers, who read them as resources. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LargeAnswers } from "../../../runtime/server/operations/large-answers.js";
import type { CallContext } from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";
import { withApi, ZooServer, type Route } from "../../support/servers/zoo-server.js";

const limits = { maxResponseBytes: 100, maxKeptBytes: 10_000_000 };

async function connect(route: Route, more: object = {}, revision = "2025-11-25" as const) {
  const { options, asked } = withApi(route);
  const server = new ZooServer({ ...options, ...limits, ...more });
  return { peer: await Peer.connect(server, revision), asked };
}

const large = (text: string, type: string) => () =>
  new Response(text, { headers: { "content-type": type } });

type Block = { type: string; text?: string; uri?: string; size?: number; mimeType?: string };

test("a result shows the beginning and links to the rest", async () => {
  const text = JSON.stringify({ id: 1, name: "é".repeat(5_000) });
  const { peer, asked } = await connect(large(text, "application/json"));
  const result = await peer.call("getAnimal", { id: 1 });
  assert.equal(result.isError, undefined);
  assert.deepEqual(result.structuredContent, {});
  const [head, note, link] = result.content as Block[];
  assert.equal(head?.text, `${text.slice(0, 4_000)}…`);
  assert.match(note?.text ?? "", /has 10018 bytes; the limit is 100\. Its beginning is above/);
  assert.equal(link?.type, "resource_link");
  assert.equal(link?.size, Buffer.byteLength(text));
  assert.equal(link?.mimeType, "application/json");
  assert.match(link?.uri ?? "", /^zoo:\/\/kept-answers\/[\w-]{22}$/);
  const read = await peer.request("resources/read", { uri: link?.uri });
  assert.deepEqual(read.result?.["contents"], [
    { uri: link!.uri, mimeType: "application/json", text },
  ]);
  assert.equal(asked.length, 1);
  await peer.close();
});

test("parts are read by offset and length, never within a character", async () => {
  const text = "aé€😀".repeat(500_000);
  const { peer } = await connect(large(text, "text/plain"));
  const result = await peer.call("freeAnimal", { id: 1 });
  const { uri = "" } = (result.content as Block[]).find((each) => each.type === "resource_link")!;
  let read = "";
  let next: string | undefined = uri;
  let reads = 0;
  while (next !== undefined) {
    const answer = await peer.request("resources/read", { uri: next });
    const [contents] = answer.result!["contents"] as { text: string; _meta?: object }[];
    read += contents!.text;
    next = (contents!._meta as Record<string, string> | undefined)?.["mcp-codegen/next"];
    reads += 1;
  }
  assert.equal(read, text);
  assert.equal(reads, 5);
  const some = await peer.request("resources/read", { uri: `${uri}?offset=2&length=4` });
  const [part] = some.result!["contents"] as { text: string }[];
  assert.equal(part?.text, "é");
  await peer.close();
});

test("bytes are kept as bytes; what is larger still is an error", async () => {
  const bytes = new Uint8Array(300).fill(7);
  const { peer } = await connect(
    () => new Response(bytes, { headers: { "content-type": "application/pdf" } }),
  );
  const result = await peer.call("freeAnimal", { id: 1 });
  const { uri = "" } = (result.content as Block[]).find((each) => each.type === "resource_link")!;
  const answer = await peer.request("resources/read", { uri });
  assert.deepEqual(answer.result?.["contents"], [
    { uri, mimeType: "application/pdf", blob: Buffer.from(bytes).toString("base64") },
  ]);
  await peer.close();
  for (const maxKeptBytes of [0, 200]) {
    const small = await connect(large("x".repeat(300), "text/plain"), { maxKeptBytes });
    const failed = await small.peer.call("freeAnimal", { id: 1 });
    assert.equal(failed.isError, true);
    assert.match(failed.content[0]?.text ?? "", /larger than the limit/);
    await small.peer.close();
  }
});

test("a result has the beginning of a large text or file and a link, while methods get all of it", async () => {
  const inline = { maxResponseBytes: 10_000, maxInlineBytes: 100 };
  const list = JSON.stringify([
    { id: 9007199254740993n.toString(), name: "x".repeat(300) },
  ]).replace(/"(\d+)"/, "$1");
  const rows: [body: string | Uint8Array<ArrayBuffer>, type: string, mimeType: string][] = [
    [list, "application/json", "application/json"],
    ["é".repeat(51), "text/csv", "text/csv"],
    [new Uint8Array(101).fill(7), "application/pdf", "application/pdf"],
  ];
  for (const [body, type, mimeType] of rows) {
    const { peer } = await connect(
      () => new Response(body, { headers: { "content-type": type } }),
      inline,
    );
    const result = await peer.call("freeAnimal", { id: 1 });
    const content = result.content as Block[];
    assert.match(
      content.map(({ text }) => text).join("\n"),
      /The response is larger than 100 bytes, the most that a result may hold\./,
    );
    const link = content.find((each) => each.type === "resource_link");
    assert.equal(link?.mimeType, mimeType);
    assert.equal(link?.size, Buffer.byteLength(body));
    const read = await peer.request("resources/read", { uri: link?.uri });
    const [contents] = read.result!["contents"] as { text?: string; blob?: string }[];
    if (typeof body === "string") assert.equal(contents?.text, body);
    else assert.equal(contents?.blob, Buffer.from(body).toString("base64"));
    await peer.close();
  }
});

test("images are not cut, nor is anything where large answers are not stored", async () => {
  const inline = { maxResponseBytes: 10_000, maxInlineBytes: 100 };
  const bytes = new Uint8Array(300).fill(7);
  const image = await connect(
    () => new Response(bytes, { headers: { "content-type": "image/png" } }),
    inline,
  );
  const shown = await image.peer.call("freeAnimal", { id: 1 });
  assert.equal((shown.content as Block[])[0]?.type, "image");
  await image.peer.close();
  const text = await connect(large("x".repeat(300), "text/plain"), { ...inline, maxKeptBytes: 0 });
  const whole = await text.peer.call("freeAnimal", { id: 1 });
  assert.equal((whole.content as Block[])[0]?.text?.length, 300);
  await text.peer.close();
});

test("parts cut from a structured answer are missing in the structured content, too", async () => {
  const { peer } = await connect(
    large(JSON.stringify({ id: 1, name: "x".repeat(300) }), "application/json"),
    {
      maxResponseBytes: 10_000,
      maxInlineBytes: 100,
    },
  );
  const result = await peer.call("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, {});
  await peer.close();
});

test("invalid ids and ranges are not found", async () => {
  const { peer } = await connect(large("x".repeat(300), "text/plain"));
  await peer.call("freeAnimal", { id: 1 });
  for (const rest of ["", "x", `${"A".repeat(22)}`, `${"A".repeat(22)}/..`, "?offset=1"]) {
    const answer = await peer.request("resources/read", { uri: `zoo://kept-answers/${rest}` });
    assert.equal(answer.error?.code, -32002, rest);
  }
  assert.deepEqual(
    (await peer.request("resources/list")).result?.["resources"] !== undefined,
    true,
  );
  await peer.close();
});

const contextOf = (caller?: string, sessionId?: string) =>
  ({ ...(caller && { caller: { subject: caller } }), sessionId }) as unknown as CallContext;

function keep(answers: LargeAnswers, text: string, ctx: CallContext): string {
  const content = answers.store({ kind: "text", text }, "Large.", ctx);
  return (content as Block[]).find((each) => each.type === "resource_link")!.uri!;
}

test("a stored answer can be read by its own caller only", () => {
  const answers = new LargeAnswers("zoo://kept-answers/");
  const ann = keep(answers, "ann's", contextOf("ann", "1"));
  const session = keep(answers, "of a session", contextOf(undefined, "1"));
  const anyone = keep(answers, "anyone's", contextOf());
  assert.ok(answers.read(ann, contextOf("ann", "2")));
  assert.ok(answers.read(session, contextOf(undefined, "1")));
  assert.ok(answers.read(anyone, contextOf("bob", "9")));
  for (const [uri, ctx] of [
    [ann, contextOf("bob", "1")],
    [ann, contextOf(undefined, "1")],
    [ann, contextOf()],
    [session, contextOf(undefined, "2")],
    [session, contextOf()],
  ] as const) {
    assert.throws(() => answers.read(uri, ctx), /no such resource/);
  }
});

test("stored answers share a memory limit; the oldest are dropped first", () => {
  const answers = new LargeAnswers("zoo://kept-answers/");
  const ctx = contextOf();
  const uris = Array.from({ length: 10 }, (_, n) => keep(answers, `${n}`.repeat(20_000_000), ctx));
  const kept = uris.filter((uri) => {
    try {
      return answers.read(`${uri}?length=1`, ctx).contents.length > 0;
    } catch {
      return false;
    }
  });
  assert.deepEqual(kept, uris.slice(4));
});
