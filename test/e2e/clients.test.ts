/** A new generated server, called by official clients, with an API that records requests. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { environmentFor, generateMuseum } from "../support/museum.js";
import { startRecorder, type PlannedAnswer, type Recorder } from "../support/recorder.js";
import { clientKinds, type Connected } from "./client-kinds.js";

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAlcs1EAAAAABJRU5ErkJggg==";

let folder: string;
let out: string;
let upstream: Recorder;

before(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "clients-"));
  out = await generateMuseum(folder);
  upstream = await startRecorder();
});

after(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const kind of clientKinds) {
  describe(kind.name, () => {
    let connected: Connected;

    before(async () => {
      connected = await kind.connect(out, environmentFor(out, upstream.url));
    });

    after(() => connected.close());

    /** Calls a tool while the API gives a planned answer. */
    async function call(
      name: string,
      args: Record<string, unknown>,
      answer: PlannedAnswer,
    ): Promise<Result> {
      upstream.take();
      upstream.answerNext(answer);
      return (await connected.client.callTool({ name, arguments: args })) as Result;
    }

    test("agrees on the revision", () => {
      assert.equal(connected.revision, kind.revision);
    });

    test("lists the tools with their schemas", async () => {
      const { tools } = await connected.client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ["listExhibits", "addExhibit", "removeExhibit", "readLabel", "seePhoto"],
      );
      const add = tools.find(({ name }) => name === "addExhibit");
      assert.deepEqual(add?.inputSchema["required"], ["title"]);
      assert.equal(add?.outputSchema?.["type"], "object");
    });

    test("sends a JSON body and gets the object", async () => {
      const result = await call(
        "addExhibit",
        { title: "Whale", year: 1905 },
        { status: 201, body: { id: 7, title: "Whale", year: 1905 } },
      );
      const [request] = upstream.take();
      assert.equal(request?.method, "POST");
      assert.equal(request?.target, "/exhibits");
      assert.equal(request?.headers["content-type"], "application/json");
      assert.deepEqual(JSON.parse(request?.body ?? ""), { title: "Whale", year: 1905 });
      assert.notEqual(result.isError, true);
      assert.deepEqual(result.structuredContent, { id: 7, title: "Whale", year: 1905 });
      assert.deepEqual(JSON.parse(textOf(result)), { id: 7, title: "Whale", year: 1905 });
    });

    test("gets an array as the text and as a member of the structured content", async () => {
      const exhibits = [{ id: 1, title: "Mammoth" }];
      const result = await call("listExhibits", { hall: ["a b", "c"] }, { body: exhibits });
      assert.equal(upstream.take()[0]?.target, "/exhibits?hall=a%20b&hall=c");
      assert.deepEqual(JSON.parse(textOf(result)), exhibits);
      assert.deepEqual(result.structuredContent, { result: exhibits });
    });

    test("gets plain text", async () => {
      const result = await call(
        "readLabel",
        { exhibitId: 1 },
        { type: "text/plain; charset=utf-8", body: "Größe: 3 m" },
      );
      assert.deepEqual(plain(result.content), [{ type: "text", text: "Größe: 3 m" }]);
    });

    test("gets an image", async () => {
      const result = await call("seePhoto", { exhibitId: 1 }, { type: "image/png", base64: pixel });
      assert.deepEqual(plain(result.content), [
        { type: "image", data: pixel, mimeType: "image/png" },
      ]);
    });

    test("an empty answer is a success", async () => {
      const result = await call("removeExhibit", { exhibitId: 1 }, { status: 204 });
      assert.equal(upstream.take()[0]?.target, "/exhibits/1");
      assert.notEqual(result.isError, true);
    });

    test("an HTTP error is a tool error with status and body", async () => {
      const result = await call(
        "addExhibit",
        { title: "Whale" },
        { status: 409, type: "application/problem+json", body: { title: "Already on display" } },
      );
      assert.equal(result.isError, true);
      assert.match(textOf(result), /409/);
      assert.match(textOf(result), /Already on display/);
    });

    test("wrong arguments are a tool error that says what to fix, and no request", async () => {
      upstream.take();
      const result = (await connected.client.callTool({
        name: "addExhibit",
        arguments: { year: "long ago" },
      })) as Result;
      assert.equal(result.isError, true);
      assert.match(textOf(result), /title/);
      assert.match(textOf(result), /year/);
      assert.deepEqual(upstream.take(), []);
    });

    test("an answer that does not fit the schema still arrives", async () => {
      const result = await call(
        "addExhibit",
        { title: "Whale" },
        { status: 201, body: { id: "seven", title: "Whale", donor: "A. N. Onymous" } },
      );
      assert.notEqual(result.isError, true);
      const [answer, note] = result.content.map(({ text }) => text);
      assert.deepEqual(JSON.parse(answer ?? ""), {
        id: "seven",
        title: "Whale",
        donor: "A. N. Onymous",
      });
      assert.match(note ?? "", /does not match its output schema/);
    });

    test("an answer that is no JSON although the schema says so still arrives", async () => {
      const result = await call(
        "addExhibit",
        { title: "Whale" },
        { status: 200, type: "text/html", body: "<p>Maintenance</p>" },
      );
      assert.match(textOf(result), /Maintenance/);
    });

    test("lists and reads a resource", async () => {
      const { resources } = await connected.client.listResources();
      assert.deepEqual(
        resources.map(({ name, uri }) => ({ name, uri })),
        [{ name: "hours", uri: "museum://hours" }],
      );
      upstream.answerNext({ type: "text/plain", body: "9-17" });
      const { contents } = (await connected.client.readResource({
        uri: "museum://hours",
      })) as Contents;
      assert.deepEqual(
        contents.map(({ uri, text }) => ({ uri, text })),
        [{ uri: "museum://hours", text: "9-17" }],
      );
    });

    test("lists a resource template and reads through it", async () => {
      const { resourceTemplates } = await connected.client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ name, uriTemplate }) => ({ name, uriTemplate })),
        [{ name: "exhibit", uriTemplate: "museum://exhibits/{exhibitId}" }],
      );
      upstream.take();
      upstream.answerNext({ body: { id: 3, title: "Meteorite" } });
      const { contents } = (await connected.client.readResource({
        uri: "museum://exhibits/3",
      })) as Contents;
      assert.equal(upstream.take()[0]?.target, "/exhibits/3");
      assert.deepEqual(JSON.parse(contents[0]?.text ?? ""), { id: 3, title: "Meteorite" });
    });

    test("an unknown tool is refused by name", async () => {
      await assert.rejects(
        connected.client.callTool({ name: "sellExhibit", arguments: {} }),
        /sellExhibit/,
      );
    });

    test("an unknown resource is refused", async () => {
      await assert.rejects(connected.client.readResource({ uri: "museum://cellar" }), /not found/i);
    });
  });
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
}

interface Contents {
  readonly contents: readonly { readonly uri: string; readonly text?: string }[];
}

function textOf(result: Result): string {
  return result.content.map(({ text }) => text ?? "").join("\n");
}

/** Returns a copy without the prototypes and undefined members that a client's parser may leave. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
