/** Classes that are built at run time, by the package as users import it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { buildOpenApiServerClass, UnusableDocument } from "mcp-codegen";
import {
  connectMemory,
  McpServer,
  mcpServer,
  mcpServerOf,
  type Servable,
} from "mcp-codegen/runtime";
import { root } from "../support/cli.js";

const petstore = path.join(root, "examples/petstore/openapi.yaml");
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "2.0.0" },
  servers: [{ url: "https://shop.example" }],
  paths: {
    "/prices/{item}": {
      get: {
        operationId: "getPrice",
        parameters: [{ name: "item", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "The price." } },
      },
    },
    "/admin": { delete: { operationId: "wipe", responses: { 204: { description: "Gone." } } } },
  },
};

/** An API that answers with the requests that it gets. */
const echo = (async (request: Request | string | URL) =>
  Response.json({
    url: request instanceof Request ? request.url : String(request),
  })) as typeof fetch;

async function toolNames(server: Servable): Promise<string[]> {
  await using client = await connectMemory(server);
  return (await client.listTools()).map(({ name }) => name);
}

async function textOf(server: Servable, name: string, args: object): Promise<string> {
  await using client = await connectMemory(server);
  return JSON.stringify((await client.callTool(name, { ...args })).content);
}

test("a class is built of a document as a value, as a text and as a file", async () => {
  for (const each of [document, JSON.stringify(document)]) {
    const Shop = await buildOpenApiServerClass(each);
    assert.equal(Shop.name, "ShopServer");
    assert.equal(Shop.api.version, "2.0.0");
    assert.deepEqual(await toolNames(new Shop()), ["getPrice", "wipe"]);
  }
  const Petstore = await buildOpenApiServerClass(petstore);
  assert.ok((await toolNames(new Petstore())).includes("listPets"));
});

test("a class has the given name, and calls the API at the given URL with the given fetch", async () => {
  const Shop = await buildOpenApiServerClass(document, {
    className: "Kiosk",
    baseUrl: "https://kiosk.example/v2",
    fetch: echo,
  });
  assert.equal(Shop.name, "Kiosk");
  assert.match(
    await textOf(new Shop(), "getPrice", { item: "tea" }),
    /kiosk\.example\/v2\/prices\/tea/,
  );
  const other = new Shop({ baseUrl: "https://other.example" });
  assert.match(await textOf(other, "getPrice", { item: "tea" }), /other\.example\/prices\/tea/);
  // As with a variable of the environment that is not set.
  const same = new Shop({ baseUrl: undefined } as object);
  assert.match(await textOf(same, "getPrice", { item: "tea" }), /kiosk\.example/);
});

test("a route map is given as a value, in both forms, or as a path", async () => {
  const short = [{ pattern: "^/admin", expose_as: "exclude" as const }];
  const long = { routes: [{ match: { method: "DELETE" }, expose: "exclude" as const }] };
  for (const routes of [short, long]) {
    assert.deepEqual(await toolNames(new (await buildOpenApiServerClass(document, { routes }))()), [
      "getPrice",
    ]);
  }
  const routes = path.join(root, "examples/petstore/routes.yaml");
  assert.equal(typeof (await buildOpenApiServerClass(petstore, { routes })), "function");
});

test("what is wrong with a route map or a document is told with its place", async () => {
  const routes = [{ pattern: "(", expose_as: "exclude" as const }];
  await assert.rejects(buildOpenApiServerClass(document, { routes }), (error) => {
    assert.ok(error instanceof UnusableDocument);
    assert.match(error.message, /^routes\.json:3:\d+: error\[routes-invalid\]/);
    assert.equal(error.diagnostics[0]?.at?.line, 3);
    return true;
  });
  await assert.rejects(buildOpenApiServerClass({ openapi: "3.1.0" }), UnusableDocument);
  await assert.rejects(buildOpenApiServerClass("missing.yaml"), /missing\.yaml/);
  await assert.rejects(buildOpenApiServerClass(undefined as never), {
    name: "TypeError",
    message: "buildOpenApiServerClass: `input` is missing.",
  });
});

test("options that do not exist or concern files are refused", async () => {
  for (const options of [
    { out: "x" },
    { routez: [] },
    { className: "a b" },
    { className: "x{}" },
  ]) {
    await assert.rejects(buildOpenApiServerClass(document, options as object), TypeError);
  }
});

test("a class is extended: an operation is overridden by its name, and tools are added", async () => {
  const Shop = await buildOpenApiServerClass(document, { fetch: echo });
  class Cheap extends Shop {
    getPrice(): string {
      return "nothing";
    }
    protected override expose(mcp: Parameters<InstanceType<typeof Shop>["expose"]>[0]): void {
      super.expose(mcp);
      mcp.tool({ name: "hello" }, () => "Hello");
    }
  }
  const server = new Cheap();
  assert.deepEqual(await toolNames(server), ["getPrice", "wipe", "hello"]);
  assert.match(await textOf(server, "getPrice", { item: "tea" }), /nothing/);
});

test("a class is mounted in a server, and its calls pass the guards of both", async () => {
  const asked: string[] = [];
  const Shop = await buildOpenApiServerClass(document, { fetch: echo });
  const guard = (name: string) => ({
    guard: ({ name: tool }: { name: string }) => asked.push(`${name} ${tool}`) > 0,
  });
  const server = new McpServer({ name: "host", version: "1" }, { use: [guard("host")] });
  server.mount(new Shop({ use: [guard("shop")] }), { prefix: "shop_" });
  assert.deepEqual(await toolNames(server), ["shop_getPrice", "shop_wipe"]);
  assert.match(await textOf(server, "shop_getPrice", { item: "tea" }), /shop\.example/);
  const calls = ["host shop_getPrice", "shop getPrice"];
  assert.deepEqual([...new Set(asked)], calls);
});

test("building a class loads neither templates nor the compiler", () => {
  const program = `
    import { register } from "node:module";
    import { MessageChannel } from "node:worker_threads";
    const { port1, port2 } = new MessageChannel();
    const urls = [];
    port1.on("message", (url) => urls.push(url));
    register("data:text/javascript," + encodeURIComponent(
      "let port; export const initialize = (given) => { port = given; };" +
      "export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };"
    ), { data: port2, transferList: [port2] });
    const { buildOpenApiServerClass } = await import("mcp-codegen");
    new (await buildOpenApiServerClass(${JSON.stringify(petstore)}))();
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(urls.join("\\n"));
    port1.close();
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
    encoding: "utf8",
  });
  const files = stdout
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) => new URL(url));
  assert.ok(files.length > 5, stderr);
  // The rolled-up modules name their sources in comments.
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    assert.doesNotMatch(text, /^\/\/#region .*(handlebars|ts-morph)/m, file.href);
    assert.doesNotMatch(file.pathname, /ts-morph|handlebars|write-code/);
  }
});

// The decorated host of the documentation.
test("a class is mounted in a decorated server", async () => {
  const Shop = await buildOpenApiServerClass(document, { fetch: echo });
  @mcpServer({ name: "desk", version: "1.0.0" })
  class Desk {}
  const server = mcpServerOf(new Desk());
  server.mount(new Shop());
  assert.deepEqual(await toolNames(server), ["getPrice", "wipe"]);
});
