/** Differences between answers and the document are reported as an overlay that corrects it. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import type { Api, CallContext, Operation, Registrar } from "../../../runtime/index.js";
import { OpenApiServer } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";
import { withApi } from "../../support/servers/zoo-server.js";

const getPet: Operation<Record<string, never>, unknown> = {
  id: "getPet",
  request: { method: "GET", path: "/pets/it's" },
  input: { type: "object" },
  output: {
    type: "object",
    properties: {
      status: { type: "string", enum: ["sold"] },
      name: { type: "string" },
      weight: { type: "integer", maximum: 10 },
      home: { $ref: "#/$defs/Home" },
      tags: { type: "array", items: { type: "string", pattern: "^[0-9]" } },
    },
  },
  success: { status: 200, type: "application/json" },
  expose: { as: "tool", name: "getPet" },
};

const listPets: Operation<Record<string, never>, unknown> = {
  ...getPet,
  id: "listPets",
  output: {
    type: "object",
    properties: { result: { type: "array", items: { $ref: "#/$defs/Home" } } },
  },
  wrapIn: "result",
  outputSource: "#/components/schemas/Pets",
  expose: { as: "tool", name: "listPets" },
};

function serverFor(document: Api["document"]) {
  return class extends OpenApiServer {
    static override readonly api: Api = {
      name: "pets",
      title: "Pets",
      version: "1",
      servers: [{ url: "http://pets.example" }],
      baseUrlEnv: "PETS_BASE_URL",
      ...(document && { document }),
      outputSchemas: {
        Home: {
          type: "object",
          properties: { street: { type: "string" } },
          required: ["street"],
          additionalProperties: false,
        },
      },
    };

    protected override expose(mcp: Registrar): void {
      for (const operation of [getPet, listPets]) {
        mcp.add(operation, (input, ctx: CallContext) => this.call(operation, input, ctx));
      }
    }
  };
}

async function report(
  t: TestContext,
  document: Api["document"],
  calls: readonly (readonly [tool: string, answer: unknown])[],
  actions: number,
): Promise<{ readonly text: string; readonly actions: Record<string, unknown>[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), "drift-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "overlay.json");
  let answer: unknown;
  const { options } = withApi(() => Response.json(answer));
  const Server = serverFor(document);
  const peer = await Peer.connect(new Server({ ...options, driftReport: file }), "2025-11-25");
  for (const [tool, next] of calls) {
    answer = next;
    await peer.call(tool);
  }
  const read = (): { actions: Record<string, unknown>[] } =>
    JSON.parse(readFileSync(file, "utf8")) as { actions: Record<string, unknown>[] };
  await eventually(() => assert.equal(read().actions.length, actions));
  await peer.close();
  assert.deepEqual(readdirSync(folder), ["overlay.json"]);
  return { text: readFileSync(file, "utf8"), actions: read().actions };
}

const root =
  "$['paths']['/pets/it\\'s']['get']['responses']['200']['content']['application/json']['schema']";

const violations: readonly (readonly [string, unknown])[] = [
  ["getPet", { status: "new", name: null, weight: 1.5, tags: ["x"] }],
  ["getPet", { status: "old", weight: 11, home: { town: 1 } }],
  ["listPets", [{ street: 7 }]],
];

test("each violation becomes an overlay action at its place, written for 3.0", async (t) => {
  const { actions } = await report(t, { version: "3.0" }, violations, 10);
  const home = "$['components']['schemas']['Home']";
  assert.deepEqual(
    actions.map(({ target, update, remove }) => [target, remove ?? update]),
    [
      [`${home}['additionalProperties']`, true],
      [`${home}['properties']['street']['type']`, true],
      [`${home}['required'][?@ == 'street']`, true],
      [`${root}['properties']['tags']['items']['pattern']`, true],
      [`${root}['properties']['weight']['maximum']`, true],
      [`${root}['properties']['weight']['type']`, true],
      [`${root}['properties']['name']`, { nullable: true }],
      [`${root}['properties']['status']`, { enum: ["new"] }],
      [`${root}['properties']['status']`, { enum: ["old"] }],
      [`${root}['properties']['weight']`, { type: "number" }],
    ],
  );
});

test("since 3.1 a schema may have several types; schemas are where the facts say", async (t) => {
  const document = { schemas: { Home: "#/components/schemas/home-1" } };
  const { actions } = await report(
    t,
    document,
    [
      ["getPet", { name: null }],
      ["listPets", [{ street: 7 }]],
    ],
    4,
  );
  assert.deepEqual(
    actions.map(({ target, update, remove }) => [target, remove ?? update]),
    [
      ["$['components']['schemas']['home-1']['properties']['street']['type']", true],
      [`${root}['properties']['name']['type']`, true],
      [
        "$['components']['schemas']['home-1']['properties']['street']",
        { type: ["integer", "string"] },
      ],
      [`${root}['properties']['name']`, { type: ["null", "string"] }],
    ],
  );
});

test("the order of calls has no effect, and places that an overlay can't reach are only reported", async (t) => {
  const one = await report(t, { version: "3.0" }, violations, 10);
  const other = await report(t, { version: "3.0" }, [...violations].reverse(), 10);
  assert.equal(one.text, other.text);
  const elsewhere = { schemas: { Home: "parts/home.yaml#/Home" } };
  const { actions } = await report(
    t,
    elsewhere,
    [
      ["listPets", [{ street: 7 }]],
      ["listPets", [{}, { street: 8 }]],
      ["listPets", "no list"],
    ],
    4,
  );
  const inOtherFile = actions.filter(({ update }) => JSON.stringify(update) === "{}");
  assert.deepEqual(
    inOtherFile.map(({ target, description }) => [target, description]),
    [
      [
        "$['paths']['/pets/it\\'s']['get']",
        "listPets: In the response, result.* must have required property 'street'. Its schema is composed of several or in another file: correct it there.",
      ],
      [
        "$['paths']['/pets/it\\'s']['get']",
        "listPets: In the response, result.*.street must be string. Its schema is composed of several or in another file: correct it there.",
      ],
    ],
  );
  assert.ok(actions.some(({ target }) => target === "$['components']['schemas']['Pets']"));
});
