import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import type { Proposal } from "../../src/cli/init/answers.js";
import { ask, Cancelled } from "../../src/cli/init/ask.js";
import { runCommand, type Finished } from "../support/cli.js";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        summary: "All",
        responses: { "200": { description: "All." } },
      },
      delete: { operationId: "dropPets", responses: { "401": { description: "No." } } },
    },
  },
};

let workspace: string;
let count = 0;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "init-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = path.join(workspace, String((count += 1)));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(
      path.join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

/** Without a terminal, as in CI. */
function run(cwd: string, ...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd });
}

describe("init", () => {
  test("finds the document, writes a configuration and a route map, names what is missing, and the two run at once", async () => {
    const cwd = folderWith({ "docs/openapi.json": document, ".git/HEAD": "" });
    const init = await run(cwd, "init", "--yes");
    assert.equal(init.code, 0, init.stderr);
    assert.equal(init.stdout, "");
    assert.equal(
      init.stderr,
      `Wrote mcp-codegen.routes.yaml and mcp-codegen.config.yaml.
2 operations: 1 tools, 0 resources, 1 excluded, 0 skipped
tools/list takes about 45 tokens
  1 tool matches no rule of the route map: GET /pets (\`defaults: { expose: exclude }\` leaves such operations out)
Missing in docs/openapi.json:
  Security schemes: one operation may answer 401 or 403, but nothing says how to authenticate.
    Add \`auth\` to the configuration: bearer, basic, or apiKey:header:NAME.
  A server: the document does not say where the API is.
    Put the address in an overlay, or set the base URL in the environment of the server: its --help names the variable.
  A summary or description of one operation: models don't know what they are for.
    Describe them in the route map with \`description\`, or in an overlay.
Read the route map, then generate the server: mcp-codegen
`,
    );
    const generated = await run(cwd, "--no-build");
    assert.equal(generated.code, 0, generated.stderr);
    assert.match(
      generated.stderr,
      /^Wrote \d+ files to pets-mcp\.\n2 operations: 1 tools, 0 resources, 1 excluded/m,
    );
  });

  test("writes the options of the command line into a configuration of any language, which runs", async () => {
    for (const format of ["ts", "json"]) {
      const cwd = folderWith({ "openapi.json": document });
      const options = ["--out", "x", "--auth", "bearer", "--name", "zoo", "--allow-ref", "a.yaml"];
      const { code, stderr } = await run(
        cwd,
        "init",
        "openapi.json",
        "--format",
        format,
        ...options,
      );
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /Security schemes/);
      const text = readFileSync(path.join(cwd, `mcp-codegen.config.${format}`), "utf8");
      for (const part of ['"x"', '"bearer"', '"zoo"', '"a.yaml"', "allowRef"])
        assert.ok(text.includes(part), text);
      const list = await run(cwd, "list");
      assert.equal(list.code, 0, list.stderr);
    }
  });

  test("keeps a route map that is there, and names it in the configuration", async () => {
    const routes = "- match: { method: get }\n  name: animals\n";
    const cwd = folderWith({ "openapi.json": document, "mcp-codegen.routes.yaml": routes });
    const { code, stderr } = await run(cwd, "init");
    assert.equal(code, 0, stderr);
    assert.match(stderr, /mcp-codegen\.routes\.yaml was there already and is kept/);
    assert.equal(readFileSync(path.join(cwd, "mcp-codegen.routes.yaml"), "utf8"), routes);
  });

  const refused: readonly (readonly [
    string,
    Readonly<Record<string, unknown>>,
    readonly string[],
    number,
    RegExp,
  ])[] = [
    [
      "a folder that has a configuration",
      { "openapi.json": document, "mcp-codegen.config.mjs": "" },
      [],
      2,
      /^mcp-codegen: mcp-codegen\.config\.mjs exists already; init changes no configuration\.$/m,
    ],
    [
      "a folder without a document",
      { "other.json": document },
      [],
      2,
      /^mcp-codegen: There is no document in this folder\. Name one: mcp-codegen init openapi\.yaml$/m,
    ],
    [
      "to choose between documents",
      { "openapi.json": document, "api/swagger.yaml": "" },
      [],
      2,
      /^mcp-codegen: There are several documents: openapi\.json, api\/swagger\.yaml\. Name one/m,
    ],
    ["standard input", { "openapi.json": document }, ["-"], 2, /needs a file or a URL/],
    [
      "an address with a password",
      { "openapi.json": document },
      ["https://me:secret@api.example/x"],
      2,
      /has a user name or password/,
    ],
    ["a document that can't be used", { "openapi.json": "{}" }, [], 1, /error\[not-openapi\]/],
    [
      "a document that is missing",
      { "openapi.json": document },
      ["no.json"],
      1,
      /error\[input-unreadable\]/,
    ],
  ];
  for (const [what, files, args, exit, says] of refused) {
    test(`refuses ${what}, and writes nothing`, async () => {
      const cwd = folderWith(files);
      const { code, stdout, stderr } = await run(cwd, "init", ...args);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /secret/);
      assert.deepEqual([code, stdout], [exit, ""]);
      assert.deepEqual(
        readdirSync(cwd).sort(),
        [...new Set(Object.keys(files).map((file) => file.split("/")[0]!))].sort(),
      );
    });
  }
});

describe("the questions of init", () => {
  const proposal: Proposal = {
    answers: { out: "pets-mcp", format: "yaml", leaveOut: ["internal", "dangerous"] },
    counts: new Map([
      ["internal", 1],
      ["dangerous", 2],
    ]),
    lacksAuth: true,
  };

  /** Types keys one after the other, each when the prompts have taken the last. */
  async function typing(
    keys: readonly string[],
  ): Promise<{ answers: ReturnType<typeof ask>; shown: () => string }> {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
    let shown = "";
    output.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
    const answers = ask(proposal, { input, output });
    answers.catch(() => undefined);
    for (const key of keys) {
      await pause(30);
      input.write(key);
    }
    return { answers, shown: () => shown };
  }

  test("are answered with Enter by the proposals", async () => {
    const { answers, shown } = await typing(["\r", "\r", "\r", "\r"]);
    assert.deepEqual(await answers, proposal.answers);
    assert.match(shown(), /what looks dangerous \(2 operations\)/);
  });

  test("take other answers", async () => {
    const { answers } = await typing(["2", "\r", "\u001b[B", "\r", " ", "\r", "bearer", "\r"]);
    assert.deepEqual(await answers, {
      out: "pets-mcp2",
      format: "ts",
      leaveOut: ["dangerous"],
      auth: "bearer",
    });
  });

  test("end with Ctrl-C", async () => {
    const { answers } = await typing(["\r", "\u0003"]);
    await assert.rejects(answers, Cancelled);
  });
});
