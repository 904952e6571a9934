/** Recipes that shape the tools without code: what is listed, asked and sent is what they say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { main, openProject, recipe, startApi, textOfCall } from "./project.js";

const project = openProject();

/** Generates with the first block of a recipe as the route map. */
async function generateWith(name: string, block = 0): Promise<void> {
  project.write("routes.yaml", recipe(name)[block] ?? "");
  await project.generate("openapi.yaml", "--routes", "routes.yaml");
}

test("docs/recipes/hide-operations.md: what is left out is not listed", async (t) => {
  await generateWith("hide-operations");
  const client = await project.connect(t, main);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.ok(names.includes("createPet"));
  for (const hidden of ["deletePet", "getMetrics"]) assert.ok(!names.includes(hidden), hidden);
});

test("docs/recipes/hide-operations.md: all but a few are left out", async (t) => {
  await generateWith("hide-operations", 2);
  const client = await project.connect(t, main);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), ["getPet", "listPets"]);
});

test("docs/recipes/rename-tools.md", async (t) => {
  await generateWith("rename-tools");
  const { api, env } = await startApi(t);
  const client = await project.connect(t, main, env);
  const tool = (await client.listTools()).tools.find(({ name }) => name === "find_pets");
  assert.equal(tool?.title, "Find pets");
  assert.match(tool.description ?? "", /at most ten/);
  api.answerNext({ body: [] });
  await client.callTool({ name: "find_pets", arguments: { kinds: ["cat", "dog"] } });
  assert.equal(api.take()[0]?.target, "/pets?tags=cat,dog&limit=10");
});

test("docs/recipes/ask-before-a-call.md", async (t) => {
  await generateWith("ask-before-a-call");
  const { api, env } = await startApi(t);
  const client = await project.connect(t, main, env);
  const questions: string[] = [];
  let action: "accept" | "decline" = "decline";
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return { action, ...(action === "accept" ? { content: {} } : {}) };
  });
  await client.callTool({ name: "deletePet", arguments: { petId: 7 } });
  assert.deepEqual(api.take(), []);
  action = "accept";
  api.answerNext({ status: 204, type: "" });
  await client.callTool({ name: "deletePet", arguments: { petId: 7 } });
  assert.equal(api.take()[0]?.method, "DELETE");
  assert.equal(questions.length, 2);
  assert.match(questions[0] ?? "", /Remove this for good\?[^]*7/);
});

test("docs/recipes/shrink-the-list.md", async (t) => {
  project.write("routes.yaml", recipe("shrink-the-list")[1] ?? "");
  await project.generate("openapi.yaml", "--routes", "routes.yaml", "--mode", "search");
  const client = await project.connect(t, main);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [
    "call_operation",
    "describe_operation",
    "listPets",
    "search_operations",
  ]);
});

test("docs/recipes/mock.md", async (t) => {
  await project.generate("openapi.yaml");
  const client = await project.connect(t, [...main, "--mock"]);
  assert.match(await textOfCall(client, "createPet", { name: "Rex" }), /"name"/);
});
