/** `mcp-codegen migrate`: what is written for each tool, and that the tools then have the names that they had. */
import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { getToolsFromOpenApi } from "openapi-mcp-generator";
import { load } from "js-yaml";
import { fromFastMcp } from "../../src/migrate/tools/fastmcp.js";
import { runCommand, type Finished } from "../support/cli.js";

const own = path.dirname(fileURLToPath(import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
const written = ["mcp-codegen.config.yaml", "mcp-codegen.routes.yaml"];

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migrate-"));
  cpSync(path.join(own, "inputs"), folder, { recursive: true });
  // Under another name, because these import packages that are not here.
  for (const name of ["orval/orval.config.ts", "kubb/kubb.config.ts"]) {
    renameSync(path.join(folder, `${name}.txt`), path.join(folder, name));
  }
});

after(() => rmSync(folder, { recursive: true }));

/** The names that each tool gives, in the order of the document. */
const names: Readonly<Record<string, readonly string[]>> = {
  fastmcp: [
    "list_products",
    "new_product",
    "retrieveTheDailyReportOfAllOrdersInAllShopsForManagersOf",
    "list_products_2",
  ],
  awslabs: [
    "list_products",
    "createProduct",
    "products_get",
    "listProductReviews",
    "retrieveTheDailyReportOfAllOrdersInAllShopsForManagersOf",
    "list_products_2",
  ],
  orval: ["listProducts", "createProduct", "productsGetById", "listProductReviews"],
  kubb: ["list-products", "createProduct", "listProductReviews"],
  speakeasy: [
    "products_list-products",
    "add_product",
    "products_list-product-reviews",
    "daily_report",
  ],
  stainless: [
    "list_products",
    "add_product",
    "retrieve_products",
    "delete_products",
    "list_products_product_reviews",
  ],
};

for (const [tool, expected] of Object.entries(names)) {
  test(`${tool}: its file is found and read, and the tools keep their names`, async () => {
    const cwd = path.join(folder, tool);
    const document = tool === "stainless" ? ["stainless.yml", "../openapi.yaml"] : [];
    const run = await runCommand(["migrate", "--from", tool, ...document], { cwd });
    assert.deepEqual([run.code, run.stdout], [0, ""], run.stderr);
    compare(tool, cwd, run);
    const found = await toolsOf(cwd);
    for (const name of expected) assert.ok(found.includes(name), `${name}: ${found.join(", ")}`);
  });
}

test("openapi-mcp-generator: the script of a package.json is read", async () => {
  const cwd = path.join(folder, "openapi-mcp-generator");
  const run = await runCommand(["migrate", "--from", "openapi-mcp-generator"], { cwd });
  assert.equal(run.code, 0, run.stderr);
  compare("openapi-mcp-generator", cwd, run);
});

for (const words of [[], ["--max-tool-name-length", "30"], ["--default-include", "false"]]) {
  test(`openapi-mcp-generator ${words.join(" ")}: the tools are those that it would make`, async () => {
    const cwd = mkdtempSync(path.join(folder, "compared-"));
    const file = path.join(folder, "openapi.yaml");
    const theirs = await getToolsFromOpenApi(file, {
      defaultInclude: !words.includes("false"),
      maxToolNameLength: words.includes("30") ? 30 : 64,
    } as object);
    const args = [
      "migrate",
      "--from",
      "openapi-mcp-generator",
      "--",
      "openapi-mcp-generator",
      "-i",
      file,
    ];
    const run = await runCommand([...args, ...words], { cwd });
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(
      await toolsOf(cwd, file),
      theirs.map(({ name }) => name),
    );
  });
}

test("--dry-run shows the files and writes none", async () => {
  const cwd = mkdtempSync(path.join(folder, "dry-"));
  const args = ["--from", "kubb", "../kubb/kubb.config.ts", "../openapi.yaml", "--dry-run"];
  const run = await runCommand(["migrate", ...args], { cwd });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout, /^# mcp-codegen\.config\.yaml\n[^]*\n# mcp-codegen\.routes\.yaml\n/);
  assert.deepEqual(readdirSync(cwd), []);
});

test("no secret of the other configuration is written or shown", async () => {
  const cwd = path.join(folder, "awslabs");
  const texts = readdirSync(cwd)
    .filter((name) => name.startsWith("mcp-codegen"))
    .map((name) => readFileSync(path.join(cwd, name), "utf8"));
  assert.equal(texts.length, 2);
  assert.doesNotMatch(texts.join(""), /secret-1/);
});

test("files that exist stay, and are told", async () => {
  const cwd = mkdtempSync(path.join(folder, "taken-"));
  writeFileSync(path.join(cwd, "mcp-codegen.config.json"), "{}");
  const run = await runCommand(["migrate", "--from", "kubb", "../kubb/kubb.config.ts"], { cwd });
  assert.equal(run.code, 2);
  assert.match(run.stderr, /mcp-codegen\.config\.json exists already; migrate changes no file\./);
});

for (const [tool, file, text, message] of [
  [
    "openapi-mcp-generator",
    "package.json",
    `{ "scripts": { "a": "b" } }`,
    /There is no such command/,
  ],
  ["fastmcp", "a.py", "print(1)", /There is no call of FastMCP\.from_openapi/],
  ["awslabs", "a.json", `{ "mcpServers": {} }`, /There is no server awslabs/],
  ["orval", "a.ts", "export const x = process.exit(7);", /There is no project in it/],
  ["kubb", "a.ts", "export default process.exit(7);", /There is no configuration in it/],
  ["speakeasy", "a.yaml", "a: [", /It is not YAML/],
  ["speakeasy", "a.yaml", "a: 1", /There are no sources/],
  ["stainless", "a.yml", "resources: {}", /There are no resources/],
  ["stainless", "missing.yml", undefined, /There is no such file/],
] as const) {
  test(`${tool}: ${file} without what is looked for is told (${message.source})`, async () => {
    const cwd = mkdtempSync(path.join(folder, "fault-"));
    if (text !== undefined) writeFileSync(path.join(cwd, file), text);
    const run = await runCommand(["migrate", "--from", tool, file, "../openapi.yaml"], { cwd });
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stderr, /^error\[migration-unreadable\]: /);
    assert.match(run.stderr, message);
    assert.doesNotMatch(run.stderr, /^ {4}at /m);
    assert.deepEqual(readdirSync(cwd), text === undefined ? [] : [file]);
  });
}

test("without --from, without a file, and without a document, the next step is told", async () => {
  const cwd = mkdtempSync(path.join(folder, "words-"));
  const from = await runCommand(["migrate"], { cwd });
  assert.deepEqual([from.code, from.stdout], [2, ""]);
  assert.match(from.stderr, /Name the tool: migrate --from/);
  const file = await runCommand(["migrate", "--from", "orval"], { cwd });
  assert.match(file.stderr, /Name the file to read: there is no orval\.config\.ts/);
  mkdirSync(path.join(cwd, "a"));
  const document = await runCommand(
    ["migrate", "--from", "stainless", "../stainless/stainless.yml"],
    { cwd },
  );
  assert.equal(document.code, 2);
  assert.match(document.stderr, /names no document/);
});

test("a program that never ends, or nests without end, is read once", async () => {
  const cwd = mkdtempSync(path.join(folder, "deep-"));
  const deep = `FastMCP.from_openapi(route_maps=${"[".repeat(100_000)}`;
  writeFileSync(path.join(cwd, "a.py"), deep);
  const run = await runCommand(["migrate", "--from", "fastmcp", "a.py", "../openapi.yaml"], {
    cwd,
  });
  assert.doesNotMatch(run.stderr, /^ {4}at /m);
});

/** Compares the files and the messages with those that are expected. */
function compare(tool: string, cwd: string, { stderr }: Finished): void {
  const files = readdirSync(cwd)
    .filter((name) => written.includes(name))
    .sort();
  const texts = files.map((name) => `## ${name}\n${readFileSync(path.join(cwd, name), "utf8")}`);
  const text = [...texts, `## stderr\n${stderr}`].join("\n");
  const expected = path.join(own, "expected", `${tool}.txt`);
  if (update) writeFileSync(expected, text);
  assert.equal(text, readFileSync(expected, "utf8"));
}

/** Returns the names of the tools that the written files make, in the order of the document. */
async function toolsOf(cwd: string, file?: string): Promise<readonly string[]> {
  const config = load(readFileSync(path.join(cwd, written[0]!), "utf8")) as {
    input: string;
    routes?: string;
    overlay?: readonly string[];
  };
  const routes = config.routes === undefined ? [] : ["--routes", config.routes];
  const overlays = (config.overlay ?? []).flatMap((each) => ["--overlay", each]);
  const args = ["list", file ?? config.input, ...routes, ...overlays, "--mode", "tools", "--json"];
  const run = await runCommand(args, { cwd });
  assert.equal(run.code, 0, run.stderr);
  const { operations } = JSON.parse(run.stdout) as {
    operations: readonly { kind: string; name: string }[];
  };
  return operations.filter(({ kind }) => kind === "tool").map(({ name }) => name);
}

describe("fastmcp: route maps", () => {
  const read = (map: string): ReturnType<typeof fromFastMcp> =>
    fromFastMcp({
      words: [],
      text: String.raw`METHODS = ["POST", "DELETE"]
DELETE = "DELETE"
TAGS = ["admin"]
PATTERN = r"^/a"
MORE = TAGS + OTHERS
ADMIN = RouteMap(tags=set(TAGS), mcp_type=MCPType.EXCLUDE)
mcp = FastMCP.from_openapi(spec, route_maps=[${map}])
`,
    });

  const readable: Readonly<Record<string, object>> = {
    "RouteMap(methods=METHODS, pattern=PATTERN, mcp_type=MCPType.TOOL)": {
      method: ["POST", "DELETE"],
      pathRegex: "^/a",
    },
    ADMIN: { tag: ["admin"] },
    'RouteMap(methods=[DELETE], tags=frozenset({"a"}), mcp_type=MCPType.EXCLUDE)': {
      method: ["DELETE"],
      tag: ["a"],
    },
    [String.raw`RouteMap(pattern=re.compile(r"^/x/\d+"), mcp_type=MCPType.RESOURCE)`]: {
      pathRegex: String.raw`^/x/\d+`,
    },
    [String.raw`RouteMap(pattern="^/x/\d+\\.", mcp_type=MCPType.RESOURCE)`]: {
      pathRegex: String.raw`^/x/\d+\.`,
    },
  };
  for (const [map, match] of Object.entries(readable)) {
    test(`${map} is read`, () => {
      const { rules, notes } = read(map);
      assert.deepEqual(
        rules.map((rule) => rule.match),
        [match],
      );
      assert.deepEqual(notes, []);
    });
  }

  const exposes = "could not be read, so it was left out: what it excludes IS EXPOSED until";
  const unreadable: Readonly<Record<string, string>> = {
    "RouteMap(methods=config.METHODS, mcp_type=MCPType.EXCLUDE)": `its methods ${exposes}`,
    'RouteMap(methods=["GET"] + METHODS, mcp_type=MCPType.EXCLUDE)': `its methods ${exposes}`,
    "RouteMap(tags=MORE, mcp_type=MCPType.EXCLUDE)": `its tags ${exposes}`,
    'RouteMap(tags={"a", *MORE}, mcp_type=MCPType.TOOL)':
      "its tags could not be read, so it was left out.",
    "RouteMap(tags=set(x for x in TAGS), mcp_type=MCPType.EXCLUDE)": `its tags ${exposes}`,
    'RouteMap(pattern=re.compile("^/x", re.I), mcp_type=MCPType.EXCLUDE)': `its pattern ${exposes}`,
    [String.raw`RouteMap(pattern=r"\A/x", mcp_type=MCPType.EXCLUDE)`]: `its pattern ${exposes}`,
    'RouteMap(pattern=f"^{BASE}/x", mcp_type=MCPType.EXCLUDE)': `its pattern ${exposes}`,
    "RouteMap(**COMMON, mcp_type=MCPType.EXCLUDE)": `its arguments without a name ${exposes}`,
    "RouteMap(tags={TAGS[0]}, mcp_type=KIND)":
      "its tags and mcp_type could not be read, so it was left out: what it may exclude IS EXPOSED",
    "*MORE, UNKNOWN": "2 of its entries could not be read and were left out: what it may exclude",
  };
  for (const [map, note] of Object.entries(unreadable)) {
    test(`${map} is left out, with a note`, () => {
      const { rules, notes } = read(map);
      assert.deepEqual(rules, []);
      assert.equal(notes.length, 1);
      assert.ok(notes[0]?.includes(note), notes[0]);
    });
  }

  test("a route map with an empty list of methods makes no rule", () => {
    const { rules, notes } = read("RouteMap(methods=[], mcp_type=MCPType.EXCLUDE)");
    assert.deepEqual([rules, notes], [[], []]);
  });
});
