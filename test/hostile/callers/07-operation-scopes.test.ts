/** Operations of a document that need scopes of their callers. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { oauthResource, serveHttp, staticVerifier } from "../../../runtime/index.js";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import { readSurface } from "../../../src/read-surface.js";
import { defaultOptions, type Options } from "../../../src/options/table.js";

const folder = mkdtempSync(path.join(os.tmpdir(), "operation-scopes-"));
after(() => rmSync(folder, { recursive: true }));

const read = { get: { operationId: "readPet", security: [{ auth: ["pets:read"] }] } };
const paths = {
  "/pets": { get: { operationId: "listPets" }, post: { operationId: "addPet", security: [] } },
  "/pets/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    delete: {
      operationId: "deletePet",
      security: [{}, { key: [] }, { key: [], auth: ["pets:write", "pets:read"] }],
    },
  },
  "/pet": read,
};
const flow = (name: string) => ({
  [name]: { tokenUrl: "https://a.example/t", scopes: { "pets:read": "", "pets:write": "" } },
});

/** The same API in each version. All operations without a requirement of their own need `pets:list`. */
const documents: Record<string, object> = {
  "2.0": {
    swagger: "2.0",
    info: { title: "Pets", version: "1" },
    host: "pets.invalid",
    schemes: ["https"],
    securityDefinitions: {
      auth: { type: "oauth2", flow: "application", ...flow("x")["x"] },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
    security: [{ auth: ["pets:list"] }],
    paths: JSON.parse(
      JSON.stringify(paths).replaceAll('"schema":{"type":"string"}', '"type":"string"'),
    ) as object,
  },
  ...Object.fromEntries(
    ["3.0.3", "3.1.0", "3.2.0"].map((openapi) => [
      openapi,
      {
        openapi,
        info: { title: "Pets", version: "1" },
        servers: [{ url: "https://pets.invalid" }],
        components: {
          securitySchemes: {
            auth: { type: "oauth2", flows: flow("clientCredentials") },
            key: { type: "apiKey", in: "header", name: "X-Key" },
          },
        },
        security: [{ auth: ["pets:list"] }],
        paths,
      },
    ]),
  ),
};

async function surfaceOf(document: object, more: Partial<Options>, routes?: string) {
  const file = path.join(folder, "document.json");
  const text = JSON.stringify(document);
  writeFileSync(
    file,
    text.replaceAll('"operationId"', '"responses":{"200":{"description":""}},"operationId"'),
  );
  const routeFile = path.join(folder, "routes.yaml");
  if (routes !== undefined) writeFileSync(routeFile, routes);
  const options = {
    ...defaultOptions(),
    ...more,
    ...(routes !== undefined && { routes: routeFile }),
  };
  const host = { cwd: folder, readStdin: () => Promise.resolve("") };
  const { surface, diagnostics } = await readSurface(file, options as Options, host as never);
  assert.ok(surface, JSON.stringify(diagnostics));
  return surface;
}

async function scopesOf(document: object, more: Partial<Options>, routes?: string) {
  const { operations } = await surfaceOf(document, more, routes);
  return Object.fromEntries(operations.map(({ facts }) => [facts.id, facts.scopes]));
}

const ofDocument = {
  listPets: ["pets:list"],
  addPet: undefined,
  deletePet: ["pets:write", "pets:read"],
  readPet: ["pets:read"],
};

for (const [version, document] of Object.entries(documents)) {
  test(`the scopes of a document of ${version} are asked for only where the user says so`, async () => {
    assert.deepEqual(await scopesOf(document, { scopes: "document" }), ofDocument);
    const none = Object.fromEntries(Object.keys(ofDocument).map((id) => [id, undefined]));
    assert.deepEqual(await scopesOf(document, {}), none);
  });
}

test("a route map gives scopes, and takes those of the document away", async () => {
  const routes = [
    "defaults: { scopes: [basic] }",
    "routes:",
    "  - match: { operationId: readPet }",
    "    scopes: [special, other]",
    "  - match: { operationId: deletePet }",
    "    scopes: []",
  ].join("\n");
  const document = documents["3.1.0"]!;
  const given = { addPet: ["basic"], listPets: ["basic"] };
  const want = { ...given, readPet: ["special", "other"], deletePet: undefined };
  assert.deepEqual(await scopesOf(document, {}, routes), want);
  assert.deepEqual(await scopesOf(document, { scopes: "document" }, routes), want);
});

const caller = (...scopes: string[]) => ({ subject: "ann", scopes, claims: {} });
const authorizer = oauthResource({
  resource: "http://127.0.0.1/mcp",
  authorizationServers: [],
  allowHttp: true,
  verify: staticVerifier(
    new Map([
      ["weak", caller("pets:list")],
      ["strong", caller("pets:list", "pets:read", "pets:write")],
    ]),
  ),
});

describe("a served document", () => {
  for (const mode of ["tools", "search"] as const) {
    test(`calls need the scopes of the operation (--mode ${mode})`, async () => {
      const surface = await surfaceOf(documents["3.1.0"]!, { scopes: "document", mode });
      const operations = surface.operations.map(({ facts }) => facts);
      const Server = serverOfFacts(surface.api, operations);
      const http = await serveHttp(new Server({ mock: true }), { port: 0, authorizer });
      const call = async (token: string, name: string, args: object = {}) => {
        const params = { name, arguments: args };
        const reply = await fetch(http.url, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        });
        await reply.text();
        const challenge = reply.headers.get("www-authenticate") ?? "";
        return { status: reply.status, needs: /scope="([^"]*)"/.exec(challenge)?.[1] };
      };
      const refused = { status: 403, needs: "pets:write pets:read" };
      const done = { status: 200, needs: undefined };
      if (mode === "tools") {
        assert.deepEqual(await call("weak", "deletePet", { id: "1" }), refused);
        assert.deepEqual(await call("strong", "deletePet", { id: "1" }), done);
        assert.deepEqual(await call("weak", "listPets"), done);
      } else {
        for (const tool of ["call_operation", "describe_operation"]) {
          const args = {
            name: "deletePet",
            ...(tool === "call_operation" && { arguments: { id: "1" } }),
          };
          assert.deepEqual(await call("weak", tool, args), refused, tool);
          assert.deepEqual(await call("strong", tool, args), done, tool);
          assert.deepEqual(await call("weak", tool, { name: "listPets" }), done, tool);
        }
        assert.deepEqual(await call("weak", "search_operations", { query: "delete" }), done);
      }
      await http.close();
    });
  }
});
