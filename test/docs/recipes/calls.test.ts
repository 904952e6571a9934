/** Recipes on credentials and addresses: what reaches the API is what they say. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse, stringify } from "yaml";
import { root, runCommand } from "../../support/cli.js";
import { main, openProject, recipe, startApi } from "./project.js";

const project = openProject();
const petstore = readFileSync(path.join(root, "examples/petstore/openapi.yaml"), "utf8");

/** The petstore as a document that says nothing about authentication. */
function withoutSecurity(): string {
  const document = parse(petstore) as {
    components: { securitySchemes?: object };
    paths: Record<string, Record<string, { security?: object }>>;
  };
  delete document.components.securitySchemes;
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) delete operation.security;
  }
  return stringify(document);
}

test("docs/recipes/github-token.md: the options", async (t) => {
  project.write("openapi.yaml", withoutSecurity());
  const [line = ""] = recipe("github-token");
  await project.generate(...line.trim().split(" ").slice(2));
  const { api, env } = await startApi(t);
  const [, start = ""] = recipe("github-token");
  const [variable = "", ...words] = start.trim().split(" ");
  assert.deepEqual(words, ["node", ...main]);
  const [name = "", token = ""] = variable.split("=");
  const client = await project.connect(t, main, { ...env, [name]: token });
  await client.callTool({ name: "listPets", arguments: {} });
  assert.equal(api.take()[0]?.headers.authorization, "Bearer ghp_example");
});

test("docs/recipes/github-token.md: the route map", async (t) => {
  project.write("openapi.yaml", withoutSecurity());
  project.write("routes.yaml", recipe("github-token")[2] ?? "");
  await project.generate("openapi.yaml", "--routes", "routes.yaml");
  const { api, env } = await startApi(t);
  const client = await project.connect(t, main, { ...env, GITHUB_TOKEN: "ghp_other" });
  await client.callTool({ name: "listPets", arguments: {} });
  assert.equal(api.take()[0]?.headers.authorization, "Bearer ghp_other");
});

test("docs/recipes/add-a-security-scheme.md", async () => {
  project.write("openapi.yaml", withoutSecurity());
  project.write("security.yaml", recipe("add-a-security-scheme")[0] ?? "");
  await project.generate("openapi.yaml", "--overlay", "security.yaml");
  const doctor = await runCommand(
    ["auth", "doctor", "openapi.yaml", "--overlay", "security.yaml"],
    {
      cwd: project.folder,
      env: { MCP_CODEGEN_PETSTORE_LOGIN_CLIENT_ID: "me" },
    },
  );
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /MCP_CODEGEN_PETSTORE_LOGIN_CLIENT_ID +set/);
  assert.match(doctor.stdout, /MCP_CODEGEN_PETSTORE_LOGIN_CLIENT_SECRET/);
});

test("docs/recipes/staging.md", async (t) => {
  project.write("openapi.yaml", petstore);
  await project.generate("openapi.yaml");
  const { api } = await startApi(t);
  const [, byOption = ""] = (recipe("staging")[0] ?? "").trim().split("\n");
  const [, program = "", option = ""] = byOption.split(" ");
  const client = await project.connect(t, [program, option, `${api.url}/v1`]);
  await client.callTool({ name: "listPets", arguments: {} });
  assert.equal(api.take()[0]?.target, "/v1/pets");
  const name = /^(\w+)=/.exec(recipe("staging")[0] ?? "")?.[1] ?? "";
  const other = await project.connect(t, main, { [name]: `${api.url}/v2` });
  await other.callTool({ name: "listPets", arguments: {} });
  assert.equal(api.take()[0]?.target, "/v2/pets");
});
