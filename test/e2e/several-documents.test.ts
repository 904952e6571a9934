/** A project of several documents: a configuration with `project`. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, runCommand, type Finished } from "../support/cli.js";

const workspace = mkdtempSync(path.join(os.tmpdir(), "documents-"));
after(() => rmSync(workspace, { recursive: true, force: true }));

const office = `project: { name: office }
servers:
  shop: { input: shop.yaml, prefix: shop_ }
  stock: { input: stock.yaml, prefix: stock_ }
`;
let count = 0;

/** Makes a folder with the documents of examples/office and a configuration. */
function folderWith(configuration: string): Folder {
  const folder = path.join(workspace, String((count += 1)));
  for (const name of ["shop.yaml", "stock.yaml"]) {
    cpSync(path.join(root, "examples/office", name), path.join(folder, name));
  }
  writeFileSync(path.join(folder, "mcp-codegen.config.yaml"), configuration);
  return new Folder(folder);
}

class Folder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  run(...args: readonly string[]): Promise<Finished> {
    return runCommand(args, { cwd: this.#folder });
  }

  path(name: string): string {
    return path.join(this.#folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  edit(name: string, from: string, to: string): void {
    const text = this.read(name);
    assert.ok(text.includes(from), from);
    this.write(name, text.replaceAll(from, to));
  }
}

async function withServer<T>(
  folder: Folder,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: "documents", version: "1.0.0" });
  const main = folder.path("office-mcp/dist/main.js");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, ...args],
      env,
      stderr: "ignore",
    }),
  );
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

describe("a project of two documents", () => {
  let folder: Folder;
  let first: Finished;

  before(async () => {
    folder = folderWith(office);
    first = await folder.run();
  });

  test("has a class for each document, and one that mounts them", async () => {
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stderr,
      /^shop:\n2 operations[^]*^stock:\n2 operations[^]*^Wrote \d+ files/m,
    );
    assert.match(folder.read("office-mcp/src/generated/shop/server.ts"), /class ShopServer/);
    const mounts = folder.read("office-mcp/src/generated/server.ts");
    assert.match(mounts, /mcp\.mount\(this\.shop\(this\.mounted\), \{ prefix: "shop_" \}\);/);
    assert.match(folder.read("office-mcp/src/main.ts"), /^await run\(OfficeServer\);$/m);
    assert.match(folder.read("office-mcp/README.md"), /`MCP_CODEGEN_SHOP_KEY` \(`shop\.yaml`\)/);
  });

  test("serves all of them, each with its own address and credential", async () => {
    const seen: string[] = [];
    const api = createServer((request: IncomingMessage, response) => {
      seen.push(`${request.url} ${String(request.headers["x-shop-key"])}`);
      response.setHeader("content-type", "application/json").end("[]");
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const env = {
      MCP_CODEGEN_SHOP_BASE_URL: `${origin}/shop`,
      MCP_CODEGEN_STOCK_BASE_URL: `${origin}/stock`,
      MCP_CODEGEN_SHOP_KEY: "secret",
    };
    try {
      await withServer(folder, env, [], async (client) => {
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map(({ name }) => name),
          ["shop_listOrders", "shop_placeOrder", "stock_readArticle", "stock_listOrders"],
        );
        for (const name of ["shop_listOrders", "stock_listOrders"]) {
          assert.notEqual((await client.callTool({ name })).isError, true);
        }
      });
    } finally {
      api.close();
    }
    assert.deepEqual(seen, ["/shop/orders secret", "/stock/orders undefined"]);
  });

  test("is up to date after a run, and stale after a change of one document", async () => {
    const again = await folder.run();
    assert.match(again.stderr, /^office-mcp is up to date, nothing was written\.$/m);
    assert.equal((await folder.run("check")).code, 0);
    folder.edit("stock.yaml", "List the deliveries", "List all deliveries");
    const stale = await folder.run("check");
    assert.equal(stale.code, 1);
    assert.match(stale.stderr, /error\[out-stale\]/);
    assert.equal((await folder.run()).code, 0);
  });

  test("mounts the user's class in place of a document's", async () => {
    folder.write(
      "office-mcp/src/main.ts",
      `import { run, type CallContext, type OpenApiServerOptions } from "#mcp-runtime";
import { OfficeServer } from "./generated/index.js";
import { StockServer, type ReadArticleInput, type ReadArticleOutput } from "./generated/stock/index.js";

class MyStock extends StockServer {
  override async readArticle(input: ReadArticleInput, ctx: CallContext): Promise<ReadArticleOutput> {
    const { article } = await super.readArticle(input, ctx);
    return { article, pieces: 7 };
  }
}

class MyOffice extends OfficeServer {
  override stock(options: OpenApiServerOptions): StockServer {
    return new MyStock(options);
  }
}

await run(MyOffice);
`,
    );
    const { code, stderr } = await folder.run();
    assert.equal(code, 0, stderr);
    await withServer(folder, {}, ["--mock"], async (client) => {
      const result = await client.callTool({
        name: "stock_readArticle",
        arguments: { article: "apples" },
      });
      assert.deepEqual(result.structuredContent, { article: "apples", pieces: 7 });
    });
  });

  test("stops before it writes anything if an override of one document would be dead", async () => {
    const before = folder.read("office-mcp/src/generated/shop/server.ts");
    folder.edit("shop.yaml", "List the open orders", "List all orders");
    folder.edit("stock.yaml", "readArticle", "getArticle");
    const { code, stderr } = await folder.run("--allow-removed");
    assert.equal(code, 1);
    assert.match(stderr, /^office-mcp\/src\/main\.ts:6:18: error\[override-dead\]/m);
    assert.equal(folder.read("office-mcp/src/generated/shop/server.ts"), before);
    folder.edit("stock.yaml", "getArticle", "readArticle");
    assert.equal((await folder.run()).code, 0);
  });

  test("a document that is added is mounted without a change of main.ts", async () => {
    const main = folder.read("office-mcp/src/main.ts");
    folder.write(
      "mcp-codegen.config.yaml",
      `${office}  depot: { input: stock.yaml, prefix: depot_ }\n`,
    );
    const { code, stderr } = await folder.run();
    assert.equal(code, 0, stderr);
    assert.equal(folder.read("office-mcp/src/main.ts"), main);
    await withServer(folder, {}, ["--mock"], async (client) => {
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "depot_readArticle"));
    });
  });

  test("a prefix that changes and a document that is gone stop a run until they are allowed", async () => {
    folder.write("mcp-codegen.config.yaml", office.replace("shop_", "store_"));
    const { code, stderr } = await folder.run();
    assert.equal(code, 1);
    assert.match(stderr, /config\.yaml:3:29: error\[tool-renamed\]: The tools of `shop` would/);
    assert.match(
      stderr,
      /config\.yaml:1:1: error\[tool-removed\]: The tools of `depot` would be gone/,
    );
    assert.ok(existsSync(folder.path("office-mcp/src/generated/depot/server.ts")));
    const allowed = await folder.run("--allow-removed");
    assert.equal(allowed.code, 0, allowed.stderr);
    assert.ok(!existsSync(folder.path("office-mcp/src/generated/depot")));
    assert.ok(!existsSync(folder.path("office-mcp/dist/generated/depot")));
    assert.equal((await folder.run("check")).code, 0);
  });
});

describe("names of a project", () => {
  const rows: readonly (readonly [about: string, configuration: string, said: RegExp])[] = [
    [
      "two tools of one name are an error at the operation",
      office.replaceAll(/, prefix: \w+/g, ""),
      /^stock\.yaml:22:5: error\[name-taken\]: The tool `listOrders` of `stock` \(GET \/orders\) would have the name of one of `shop`/m,
    ],
    [
      "the search tools of two documents are, too",
      `mode: search\n${office.replaceAll(/, prefix: \w+/g, "")}`,
      /error\[name-taken\]: The tool `search_operations` of `stock`/,
    ],
    [
      "a name that gets too long is an error at the prefix",
      office.replace("shop_", `${"s".repeat(120)}_`),
      /config\.yaml:3:29: error\[config-invalid\]: With the prefix of `shop`, the name .* has 131 characters/,
    ],
    [
      "a prefix with other characters is an error",
      office.replace("shop_", '"shop "'),
      /config\.yaml:3:29: error\[config-invalid\]: `servers\.shop\.prefix` may have/,
    ],
    [
      "a prefix without a project is an error",
      office.replace(/^project.*\n/, ""),
      /error\[config-invalid\]: `servers\.shop\.prefix` is for the servers of one project\./,
    ],
    [
      "two servers of one class are an error",
      "project: { name: office }\nservers: { a-1: { input: shop.yaml }, a1: { input: shop.yaml } }\n",
      /error\[config-invalid\]: `servers\.a1` would have the class of "a-1", A1Server\./,
    ],
    [
      "an option that is the project's is an error in a server",
      office.replace("prefix: shop_", "out: x, tests: true"),
      /`servers\.shop\.out` is not for the servers[^]*`servers\.shop\.tests` is for projects of one/,
    ],
    [
      "a project needs a name and servers",
      "project: { nam: office }\n",
      /`project\.nam` is no field of a project\.[^]*Did you mean `name`\?/,
    ],
  ];
  for (const [about, configuration, said] of rows) {
    test(about, async () => {
      const folder = folderWith(configuration);
      const { code, stderr } = await folder.run("--no-build");
      assert.equal(code, 1, stderr);
      assert.match(stderr, said);
      assert.ok(!existsSync(folder.path("office-mcp")));
    });
  }

  test("options of one output are refused on the command line", async () => {
    const folder = folderWith(office);
    for (const args of [["--out", "x"], ["--only", "shop"], ["--json"], ["--name", "x"]]) {
      const { code, stderr } = await folder.run(...args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /project/);
    }
  });
});
