/** What becomes of the lists of a server. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { emitClient } from "../../../src/emit/client/emit-client.js";
import { viewOfServer } from "../../../src/emit/client/view-of-server.js";
import { readServer } from "../../../src/listed/read-server.js";
import { formatSnapshot, parseSnapshot, readListed } from "../../../src/listed/snapshot.js";
import { variablesOf } from "../../../src/listed/template-variables.js";

type Lists = Parameters<typeof readListed>[1];

/** Returns the generated files by name. */
function generate(lists: Lists, name = "shop"): Record<string, string> {
  const read = readServer(readListed({ name }, lists));
  const files = emitClient(viewOfServer(read), {
    layout: "module",
    runtimeSpecifier: "mcp-codegen/runtime",
    importExtension: "js",
    split: "auto",
    generatorVersion: "0.0.0",
  });
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

function tool(name: string, properties: object = {}, defs: object = {}): object {
  return { name, inputSchema: { type: "object", properties, $defs: defs } };
}

test("the order in which a server lists what it has changes nothing", () => {
  const tools = ["b", "a", "C", "a-b", "a_b", "ab"].map((name) => tool(name));
  const resources = ["x://2", "x://1"].map((uri) => ({ uri, name: "same" }));
  const prompts = [{ name: "q" }, { name: "p" }];
  const forwards = generate({ tools, resources, prompts });
  const backwards = generate({
    tools: tools.toReversed(),
    resources: resources.toReversed(),
    prompts: prompts.toReversed(),
  });
  assert.deepEqual(backwards, forwards);
});

test("a snapshot holds all that the client is made from", () => {
  const lists = {
    tools: [{ ...tool("a", { x: { type: "string" } }), annotations: { readOnlyHint: true } }],
    resources: [{ uri: "x://1", name: "one", size: 5 }],
    resourceTemplates: [{ uriTemplate: "x://{id}", name: "each" }],
    prompts: [{ name: "p", arguments: [{ name: "a", required: true, description: "A." }] }],
  };
  const server = readListed({ name: "shop", version: "1.2.3" }, lists);
  assert.deepEqual(parseSnapshot(formatSnapshot(server)), server);
  // The version changes with each release of a server, and nothing depends on it.
  assert.doesNotMatch(formatSnapshot(server), /1\.2\.3/);
});

test("lists of any shape are read, and what has no name is left out", () => {
  for (const list of [undefined, null, 5, "tools", {}, [null, 5, [], {}, { name: 5 }]]) {
    const read = readListed({}, { tools: list, resources: list, prompts: list });
    assert.deepEqual([read.tools, read.resources, read.prompts], [[], [], []]);
  }
});

test("a definition that tools repeat is one type, and others of its name are others", () => {
  const line = { type: "object", properties: { text: { type: "string" } } };
  const address = { type: "object", properties: { lines: { $ref: "#/$defs/Line" } } };
  const to = { to: { $ref: "#/$defs/Address" } };
  const { "types.ts": types = "" } = generate({
    tools: [
      tool("one", to, { Address: address, Line: line }),
      tool("two", to, { Line: line, Address: address }),
      tool("three", to, { Address: address, Line: { type: "object", required: ["text"] } }),
    ],
  });
  // The addresses look alike, but the third one has other lines.
  assert.equal(types.match(/^export interface \w*Address /gm)?.length, 2);
  assert.equal(types.match(/^export interface \w*Line /gm)?.length, 2);
});

test("many resources are data, not methods", () => {
  const resources = Array.from({ length: 101 }, (_, at) => ({ uri: `x://${at}`, name: `r${at}` }));
  const { "client.ts": code = "" } = generate({ resources });
  assert.doesNotMatch(code, /readR5/);
  assert.match(code, /lists 101 resources/);
});

describe("a server's name becomes that of the class", () => {
  const rows: readonly (readonly [name: string, className: string])[] = [
    ["shop", "ShopClient"],
    ["io.github.someone/weather-mcp-server", "WeatherClient"],
    ["mcp-servers/everything", "EverythingClient"],
    ["memory-server", "MemoryClient"],
    ["My MCP Server", "MyClient"],
    ["mcp-server", "McpServerClient"],
    ["*/ evil", "EvilClient"],
    ["", "ServerClient"],
    ["重庆", "ApiClient"],
  ];
  for (const [name, className] of rows) {
    test(JSON.stringify(name), () => {
      assert.match(
        generate({}, name)["client.ts"] ?? "",
        new RegExp(`^export class ${className} extends TypedClient `, "m"),
      );
    });
  }
});

test("a class with the name of its base imports that under another", () => {
  assert.match(
    generate({}, "typed")["client.ts"] ?? "",
    /class TypedClient extends McpTypedClient/,
  );
});

describe("the variables of a URI template are found", () => {
  const rows: readonly (readonly [template: string, names: readonly string[] | undefined])[] = [
    ["x://a", []],
    ["x://{a}/{b}", ["a", "b"]],
    [
      "x://{+path}{?q,page*}{&more}{#part}{;s}{/p}{.ext}",
      "path q page more part s p ext".split(" "),
    ],
    ["x://{a}{a}", ["a"]],
    ["x://{a:3}", ["a"]],
    ["x://{%41}", ["%41"]],
    ["x://{a", undefined],
    ["x://a}", undefined],
    ["x://{}", undefined],
    ["x://{a b}", undefined],
    ["x://{a,}", undefined],
    ["x://{{a}}", undefined],
    [`x://${"{a}".repeat(5_000)}`, undefined],
  ];
  for (const [template, names] of rows) {
    test(template.slice(0, 40), () => {
      assert.deepEqual(
        variablesOf(template)?.map(({ name }) => name),
        names,
      );
    });
  }
});
