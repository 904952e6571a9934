/** Recipes that change the generated class or its options: the programs do what they say. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { before, test } from "node:test";
import { listen, stop } from "../../support/loopback.js";
import { openProject, recipe, startApi, textOfCall } from "./project.js";

const project = openProject();
before(() => project.generate("openapi.yaml"));

const pets = [
  { id: 1, name: "Tom", tag: "cat" },
  { id: 2, name: "Spike", tag: "dog" },
  { id: 3, name: "Tweety", tag: "bird" },
];

test("docs/recipes/add-a-tool.md", async (t) => {
  const { api, env } = await startApi(t);
  const client = await project.connect(t, project.program(recipe("add-a-tool")[0] ?? ""), env);
  api.answerNext({ body: pets });
  assert.equal(await textOfCall(client, "countPets", { tag: "cat" }), "1 of 3 pets: cat");
  const refused = await client.callTool({ name: "countPets", arguments: { tag: "fish" } });
  assert.equal(refused.isError, true);
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === "listPets"));
});

test("docs/recipes/change-an-operation.md", async (t) => {
  const { api, env } = await startApi(t);
  const [code = ""] = recipe("change-an-operation");
  const client = await project.connect(t, project.program(code), env);
  assert.match(await textOfCall(client, "listPets", { tags: ["bird"] }), /another shop/);
  api.answerNext({ body: pets });
  assert.doesNotMatch(await textOfCall(client, "listPets"), /Tweety/);
  assert.deepEqual(
    api.take().map(({ target }) => target),
    ["/pets?limit=5"],
  );
});

test("docs/recipes/check-every-call.md", async (t) => {
  const { api, env } = await startApi(t);
  const client = await project.connect(
    t,
    project.program(recipe("check-every-call")[0] ?? ""),
    env,
  );
  assert.match(await textOfCall(client, "deletePet", { petId: 1 }), /Nothing is deleted/);
  api.answerNext({ body: pets });
  assert.match(await textOfCall(client, "listPets"), /Tom/);
  assert.deepEqual(
    api.take().map(({ method }) => method),
    ["GET"],
  );
});

test("docs/recipes/send-headers.md", async (t) => {
  const { api, env } = await startApi(t);
  const [code = ""] = recipe("send-headers");
  const client = await project.connect(t, project.program(code), { ...env, TENANT: "blue" });
  await client.callTool({ name: "listPets", arguments: {} });
  const [request] = api.take();
  assert.equal(request?.headers["user-agent"], "my-agent/1.0");
  assert.equal(request?.headers["x-tenant"], "blue");
});

test("docs/recipes/own-fetch.md: requests get a header", async (t) => {
  const { api, env } = await startApi(t);
  const client = await project.connect(t, project.program(recipe("own-fetch")[0] ?? ""), env);
  await client.callTool({ name: "createPet", arguments: { name: "Rex" } });
  const [request] = api.take();
  assert.match(String(request?.headers["x-request-id"]), /^[\da-f-]{36}$/);
  assert.equal(request?.headers["x-api-key"], "key");
  assert.equal(request?.body, '{"name":"Rex"}');
});

test("docs/recipes/own-fetch.md: requests go through a proxy", async (t) => {
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", ({ url = "" }, socket) => {
    tunnels.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  const port = await listen(proxy);
  t.after(() => stop(proxy));
  const client = await project.connect(t, project.program(recipe("own-fetch")[1] ?? ""), {
    HTTPS_PROXY: `http://127.0.0.1:${port}`,
    MCP_CODEGEN_PETSTORE_BASE_URL: "https://petstore.example/v1",
  });
  await client.callTool({ name: "listPets", arguments: {} });
  assert.equal(tunnels[0], "petstore.example:443");
});

test("docs/recipes/test-your-server.md", () => {
  const [code = ""] = recipe("test-your-server");
  const { stdout } = spawnSync(process.execPath, ["--test", ...project.program(code)], {
    cwd: project.folder,
    encoding: "utf8",
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  assert.match(stdout, /pass 1\n[^]*fail 0\n/);
});
