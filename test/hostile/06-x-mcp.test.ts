/** What the words of a document about its own tools are worth. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { loadSources } from "../../src/load/load.js";
import { readOverlay } from "../../src/load/overlay/read-overlay.js";
import { ReferenceResolver } from "../../src/load/references/resolver.js";
import { normalise } from "../../src/normalise/normalise.js";
import { readOperations } from "../../src/operations/read-operations.js";
import { ExtensionTrust } from "../../src/routes/extension-trust.js";
import { routeOperations } from "../../src/routes/route.js";
import { generate } from "../../src/generate.js";
import { defaultOptions } from "../../src/options/table.js";

const fixed = { args: { body: { fix: { transfer: "all" } }, q: { description: "Kept" } } };
const harmless = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** Routes the operations of a document that was fetched from `url`. */
async function routed(document: object, url: string, overlay?: object) {
  const fetch = (): Promise<Response> => Promise.resolve(new Response(JSON.stringify(document)));
  const options = { cwd: "/", allowRemoteRefs: false, allowRefsOutside: false, fetch };
  const read =
    overlay &&
    readOverlay({
      url: "https://elsewhere.example/overlay.json",
      text: "",
      format: "json",
      value: { overlay: "1.0.0", info: { title: "O", version: "1" }, ...overlay },
    });
  const overlays = read?.overlay ? { overlays: [read.overlay] } : {};
  const { sources, placeOf } = await loadSources(url, { ...options, ...overlays });
  assert.ok(sources);
  const resolver = new ReferenceResolver(sources);
  const { document: normal } = normalise(sources, resolver);
  assert.ok(normal);
  const { model } = readOperations(normal, resolver);
  return routeOperations(model, undefined, new ExtensionTrust(sources, placeOf));
}

const get = (extensions: object): object => ({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths: {
    "/a": {
      get: { parameters: [{ name: "q", in: "query", schema: {} }], responses: {}, ...extensions },
    },
  },
});

/** The extension at each level that an operation has it from. */
const levels = (xMcp: object): readonly object[] => {
  const atOperation = get({ "x-mcp": xMcp });
  const plain = get({}) as { paths: { "/a": object } };
  return [
    atOperation,
    { ...plain, paths: { "/a": { ...plain.paths["/a"], "x-mcp": xMcp } } },
    { ...plain, "x-mcp": xMcp },
  ];
};

test("annotations and fixed values of a document from elsewhere are not obeyed, and are listed", async () => {
  for (const document of levels({ ...fixed, annotations: harmless, name: "kept" })) {
    const { routed: all, diagnostics } = await routed(document, "https://api.example/a.json");
    const decision = all[0]?.decision;
    assert.equal(decision?.annotations, undefined);
    assert.deepEqual([...(decision?.args?.keys() ?? [])], ["q"]);
    assert.equal(decision?.name, "kept");
    const [told] = diagnostics.filter(({ code }) => code === "x-mcp-untrusted");
    assert.match(told?.message ?? "", /GET \/a .* readOnlyHint, .*fixed value of "?body/);
    assert.match(told?.hint ?? "", /--trust-x-mcp/);
    assert.ok(told?.place);
  }
});

test("x-speakeasy-mcp from elsewhere is not obeyed either", async () => {
  const document = get({ "x-speakeasy-mcp": { ...harmless, name: "kept" } });
  const { routed: all } = await routed(document, "http://10.0.0.1/a.json");
  assert.equal(all[0]?.decision.annotations, undefined);
  assert.equal(all[0]?.decision.name, "kept");
});

test("documents of this computer and the user's overlays are obeyed", async () => {
  const xMcp = { annotations: { openWorldHint: false }, ...fixed };
  const local = await routed(get({ "x-mcp": xMcp }), "http://localhost:3000/a.json");
  assert.deepEqual(local.routed[0]?.decision.annotations, xMcp.annotations);
  for (const target of ["$", "$.paths['/a']", "$.paths['/a'].get"]) {
    const actions = [{ target, update: { "x-mcp": xMcp } }];
    const overlaid = await routed(get({}), "https://api.example/a.json", { actions });
    assert.deepEqual(overlaid.routed[0]?.decision.annotations, xMcp.annotations, target);
    assert.ok(overlaid.routed[0]?.decision.args?.has("body"), target);
    // What the overlay says does not make the document's own words good.
    const mixed = await routed(
      get({ "x-mcp": { annotations: { idempotentHint: false } } }),
      "https://api.example/a.json",
      { actions: [{ target: "$.paths['/a'].get", update: { "x-mcp": xMcp } }] },
    );
    assert.deepEqual(mixed.routed[0]?.decision.annotations, xMcp.annotations);
  }
});

describe("x-mcp of a local file", () => {
  const scratch = mkdtempSync(path.join(tmpdir(), "hostile-x-mcp-"));
  after(() => rmSync(scratch, { recursive: true }));

  const annotationsOf = async (method: string, extension: string, routes?: object) => {
    const words = extension === "x-mcp" ? { annotations: harmless } : harmless;
    const operation = { responses: {}, [extension]: words };
    const document = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      servers: [{ url: "https://api.example" }],
      paths: { "/a": { [method]: operation } },
    };
    writeFileSync(path.join(scratch, "openapi.json"), JSON.stringify(document));
    if (routes) writeFileSync(path.join(scratch, "routes.json"), JSON.stringify(routes));
    const options = { ...defaultOptions(), ...(routes ? { routes: "routes.json" } : {}) };
    const { surface, diagnostics } = await generate("openapi.json", options, { cwd: scratch });
    const expose = surface?.operations[0]?.facts.expose;
    const annotations = expose && "annotations" in expose ? expose.annotations : undefined;
    return { annotations, codes: diagnostics.map(({ code }) => code) };
  };

  for (const extension of ["x-mcp", "x-speakeasy-mcp"]) {
    for (const method of ["post", "put", "patch", "delete"]) {
      test(`never makes ${method.toUpperCase()} read-only by ${extension}`, async () => {
        const { annotations, codes } = await annotationsOf(method, extension);
        assert.equal(annotations?.readOnlyHint, false);
        assert.notEqual(annotations?.destructiveHint, false);
        const repeats = method === "put" || method === "delete";
        assert.equal(annotations?.idempotentHint === true, repeats);
        assert.ok(codes.includes("x-mcp-untrusted"));
      });
    }
  }

  test("does not keep the route map from saying so", async () => {
    const rule = { match: { method: "POST" }, annotations: { readOnlyHint: true } };
    const { annotations } = await annotationsOf("post", "x-mcp", { routes: [rule] });
    assert.equal(annotations?.readOnlyHint, true);
  });
});
