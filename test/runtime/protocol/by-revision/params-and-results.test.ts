/** The types of params and results by revision have the members of the official schemas, and no others. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  revisions,
  type NotificationMethodAt,
  type ParamsAt,
  type RequestMethodAt,
  type ResultAt,
  type Revision,
} from "../../../../runtime/index.js";
import { compileTypes, type CompiledTypes } from "./compiled-types.js";
import { differences } from "./compare-types.js";
import { formsOf, type Definitions, type Schema } from "./schema-forms.js";

const folder = new URL("../../../../../shared/mcp-schemas/", import.meta.url);
const skip = !existsSync(folder) && "../shared/mcp-schemas is absent";

/** Capabilities have a test of their own; the others are narrower on purpose. */
const skipped: ReadonlySet<string> = new Set([
  "capabilities",
  "io.modelcontextprotocol/clientCapabilities",
  // A constant, so that unions of results are told apart by it.
  "resultType",
  // The type of a form has lists of plain and of titled choices as one alternative.
  "items",
]);

let compiled: CompiledTypes | undefined;

function definitionsAt(revision: Revision): Definitions {
  const schema = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), "utf8")) as Record<
    "$defs" | "definitions",
    Definitions | undefined
  >;
  return (schema.$defs ?? schema.definitions)!;
}

/** The definitions of messages by their method. `ClientNotification` is a second name of one. */
function messagesOf(definitions: Definitions, kind: RegExp): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(definitions).flatMap(([name, { properties }]) => {
      const method = properties?.["method"]?.const;
      const isKind = kind.test(name) && name !== "ClientNotification";
      return isKind && method !== undefined ? [[method, name]] : [];
    }),
  );
}

/** Before 2026-07-28 every message may have `_meta`, which most definitions leave to Request and Notification. */
function paramsOf(message: string, definitions: Definitions, revision: Revision): Schema {
  const params = definitions[message]!.properties!["params"]!;
  if (revision === "2026-07-28") return params;
  const token: Schema = { type: ["string", "integer"] };
  const meta: Schema = {
    type: "object",
    ...(message.endsWith("Request") && { properties: { progressToken: token } }),
  };
  return {
    anyOf: formsOf(params, definitions).map((form) => ({
      ...form,
      properties: { _meta: meta, ...form.properties },
    })),
  };
}

function resultOf(message: string, definitions: Definitions): Schema {
  const name = message.replace(/Request$/, "Result");
  const response = definitions[`${name}Response`];
  if (response) return response.properties!["result"]!;
  const result: Schema = { $ref: Object.hasOwn(definitions, name) ? name : "EmptyResult" };
  const params = definitions[message]!.properties!["params"]!;
  const canBeTask = formsOf(params, definitions).some(({ properties }) => properties?.["task"]);
  return canBeTask ? { anyOf: [result, { $ref: "CreateTaskResult" }] } : result;
}

for (const revision of revisions) {
  for (const [what, kind, schemaOf] of [
    ["Params", /(?:Request|Notification)$/, paramsOf],
    ["Results", /Request$/, resultOf],
  ] as const) {
    test(
      `${revision}: the types of ${what.toLowerCase()} are those of the schema`,
      { skip },
      () => {
        compiled ??= compileTypes();
        const definitions = definitionsAt(revision);
        const messages = messagesOf(definitions, kind);
        const types = compiled.of(what, revision);
        assert.deepEqual([...types.keys()].sort(), [...messages.keys()].sort());
        const within = { checker: compiled.checker, definitions, skipped };
        const found = [...messages].flatMap(([method, message]) =>
          differences(types.get(method)!, schemaOf(message, definitions, revision), method, within),
        );
        assert.deepEqual(found, []);
      },
    );
  }
}

test("a method, a revision or a member that does not fit does not compile", () => {
  const call: ParamsAt<"2025-11-25", "tools/call"> = { name: "add", task: { ttl: 1000 } };
  // @ts-expect-error: since 2026-07-28 tasks are an extension, and metadata is required.
  const modern: ParamsAt<"2026-07-28", "tools/call"> = { name: "add", task: { ttl: 1000 } };
  const done = { progressToken: 1, progress: 1 };
  // @ts-expect-error: messages of progress came with 2025-03-26.
  const early: ParamsAt<"2024-11-05", "notifications/progress"> = { ...done, message: "" };
  // @ts-expect-error: a tool is called by its name.
  const nameless: ParamsAt<"2025-11-25", "tools/call"> = { arguments: {} };
  // @ts-expect-error: 2025-03-26 has no elicitation.
  const asked: RequestMethodAt<"2025-03-26"> = "elicitation/create";
  // @ts-expect-error: since 2026-07-28 there is no handshake.
  const handshakes: ParamsAt<"2026-07-28", "initialize">[] = [];
  // @ts-expect-error: nobody answers a notification.
  const answers: ResultAt<"2025-11-25", "notifications/initialized">[] = [];
  // @ts-expect-error: clients tell of roots before 2026-07-28 only.
  const told: NotificationMethodAt<"2026-07-28"> = "notifications/roots/list_changed";
  const content = [{ type: "audio", data: "", mimeType: "audio/wav" }] as const;
  const sound: ResultAt<"2025-03-26", "tools/call"> = { content };
  // @ts-expect-error: audio came with 2025-03-26.
  const silent: ResultAt<"2024-11-05", "tools/call"> = { content };
  // @ts-expect-error: structured content came with 2025-06-18.
  const structured: ResultAt<"2025-03-26", "tools/call"> = { content, structuredContent: {} };
  // @ts-expect-error: since 2026-07-28 a result has its type.
  const untyped: ResultAt<"2026-07-28", "tools/call"> = { content };
  const wrong = [modern, early, nameless, asked, told, silent, structured, untyped];
  assert.ok([call, sound, handshakes, answers, ...wrong].every(Boolean));
});

test("the results of a request are told apart by their members", () => {
  const textOf = (result: ResultAt<"2026-07-28", "prompts/get">): string =>
    result.resultType === "complete"
      ? `${result.messages.length} messages`
      : Object.keys(result.inputRequests ?? {}).join();
  const roots = { method: "roots/list" } as const;
  assert.equal(textOf({ resultType: "complete", messages: [] }), "0 messages");
  assert.equal(textOf({ resultType: "input_required", inputRequests: { roots } }), "roots");
});
