/** Malformed and unusual messages for fast-check. */
import fc from "fast-check";
import { revisions } from "../../runtime/index.js";
import { modernRevision } from "../../runtime/protocol/revisions.js";
import { modernMeta, wireClientInfo } from "../support/wire/client.js";

export type Nasty = string;

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];

/** Values that break naive code. */
const awkward: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, -1, 1.5, 1e308, 2 ** 53 + 2, "", [], {}, [[]], "\u0000"),
  fc.constantFrom("\ud800", "a\udfff", "\u2028\u2029", "x".repeat(70_000), "../../etc/passwd"),
  fc.constantFrom(...names),
  fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 }), {
    noNullPrototype: true,
  }),
);

const methods = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "tasks/get",
  "tasks/list",
  "tasks/cancel",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "notifications/roots/list_changed",
];

/** Valid params for every method that has required ones. */
const goodParams: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: wireClientInfo },
  "tools/call": { name: "mirror", arguments: { a: [1, { b: "c" }] } },
  "resources/read": { uri: "test://things/1" },
  "resources/subscribe": { uri: "test://a" },
  "resources/unsubscribe": { uri: "test://a" },
  "prompts/get": { name: "greet", arguments: { who: "you" } },
  "completion/complete": {
    ref: { type: "ref/prompt", name: "greet" },
    argument: { name: "who", value: "a" },
  },
  "logging/setLevel": { level: "info" },
  "tasks/get": { taskId: "none" },
  "tasks/cancel": { taskId: "none" },
  "notifications/cancelled": { requestId: "nobody" },
  "notifications/progress": { progressToken: 1, progress: 1 },
};

interface Draft {
  jsonrpc: string;
  id?: unknown;
  method: string;
  params: Record<string, unknown>;
}

/** Valid requests and notifications, in either era. */
const valid: fc.Arbitrary<Draft> = fc
  .record({
    method: fc.constantFrom(...methods),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant("id-".repeat(2_000))),
    modern: fc.boolean(),
  })
  .map(({ method, id, modern }) => {
    const params = structuredClone((goodParams[method] ?? {}) as Record<string, unknown>);
    if (modern) params["_meta"] = modernMeta({});
    const isNotification = method.startsWith("notifications/");
    return { jsonrpc: "2.0", ...(!isNotification && { id }), method, params };
  });

/** Returns the paths to all values in a message, as lists of names. */
function endpoints(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([name, each]) => endpoints(each, [...path, name]));
  return path.length === 0 ? inner : [[...path], ...inner];
}

function replaceAt(root: unknown, [name = "", ...rest]: readonly string[], value: unknown): void {
  const node = root as Record<string, unknown>;
  if (rest.length > 0) replaceAt(node[name], rest, value);
  else if (value === undefined) delete node[name];
  else
    Object.defineProperty(node, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}

/** Valid messages with one member replaced, removed or added. */
const mutated: fc.Arbitrary<string> = fc
  .tuple(valid, fc.nat(), fc.option(awkward, { nil: undefined }), fc.constantFrom("x", ...names))
  .map(([draft, at, value, name]) => {
    // The draft shares parts with other messages.
    const message = structuredClone(draft);
    const all = endpoints(message);
    const place = all[at % all.length] ?? [];
    replaceAt(message, at % 3 === 0 ? [...place.slice(0, -1), name] : place, value);
    return JSON.stringify(message);
  });

const repeated: fc.Arbitrary<string> = valid.map((message) => {
  const { id = 1, method } = message;
  return `{"jsonrpc":"2.0","id":"first","id":${JSON.stringify(id)},"method":"ping","method":${JSON.stringify(method)},"params":{},"params":${JSON.stringify(message.params)}}`;
});

/**
 * Depths: one that is allowed, one that many parsers reject, and one that `JSON.parse` accepts but `JSON.stringify`
 * does not.
 */
const depths = [900, 3_000, 100_000];
const nested = depths.flatMap((depth) => [
  "[".repeat(depth) + "]".repeat(depth),
  '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
]);
const meta = JSON.stringify(modernMeta({})).slice(1, -1);

const deep: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...nested), fc.nat(9))
  .map(([value, kind]) => {
    const head = '{"jsonrpc":"2.0",';
    switch (kind) {
      case 0:
        return value;
      case 1:
        return `${head}"id":5,"result":${value}}`;
      case 2:
        return `${head}"id":5,"error":${value}}`;
      case 3:
        return `${head}"method":"notifications/cancelled","params":{"requestId":${value}}}`;
      case 4:
        return `${head}"id":5,"method":"tools/call","params":{"name":"mirror","arguments":{"a":${value}},"_meta":{${meta}}}}`;
      case 5:
        return `${head}"id":5,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"a":${value}},"clientInfo":{"name":"a","version":"1"}}}`;
      case 6:
        return `${head}"id":${value},"method":"ping"}`;
      case 7:
        return `${head}"id":5,"method":"ping","params":{"_meta":{"progressToken":${value}}}}`;
      case 8:
        return `${head}"id":5,"method":"tools/call","params":{"name":"placed","arguments":{"region":${value}},"_meta":{${meta}}}}`;
      default:
        return `${head}"id":5,"method":"tools/call","params":{"name":"echo","arguments":{"text":${value}}}}`;
    }
  });

const cut: fc.Arbitrary<string> = fc
  .tuple(valid, fc.nat())
  .map(([message, at]) => JSON.stringify(message).slice(0, at % 60));

const batch: fc.Arbitrary<string> = fc
  .array(fc.oneof(mutated, cut), { maxLength: 4 })
  .map((all) => `[${all.join(",")}]`);

export const nasty: fc.Arbitrary<Nasty> = fc.oneof(
  { weight: 8, arbitrary: mutated },
  { weight: 2, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: repeated },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: cut },
  { weight: 2, arbitrary: batch },
  { weight: 1, arbitrary: valid.map((message) => JSON.stringify(message)) },
);

/** The worst header values that a client can send over HTTP. */
const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...revisions, modernRevision, "", "*", "=?base64?!!?=", "=?base64?/w==?="),
  fc.constantFrom("a".repeat(8_000), "-1", "1e9", "\u00ff\u00fe", "\t", ",,,", "*/*;q=x"),
  fc
    .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
    .map((text) => text.replaceAll("\u007f", "")),
);

export const headers: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    "MCP-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
    "Mcp-Param-Region",
    "Mcp-Session-Id",
    "Last-Event-ID",
    "Accept",
    "Content-Type",
    "Origin",
    "Authorization",
    "Content-Encoding",
  ),
  headerText,
  { maxKeys: 4, noNullPrototype: true },
);

/** Returns the ids that must be answered once each, for a text read as JSON. */
export function readableIds(text: string): (string | number)[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const all: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  return all.flatMap((each) => {
    if (typeof each !== "object" || each === null || !Object.hasOwn(each, "method")) return [];
    const { id } = each as { id?: unknown };
    const readable = typeof id === "string" || Number.isSafeInteger(id);
    return Object.hasOwn(each, "id") && readable ? [id as string | number] : [];
  });
}
