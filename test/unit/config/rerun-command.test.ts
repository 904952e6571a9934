import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { rerunCommand, type RepeatedRun } from "../../../src/config/rerun-command.js";
import type { OptionRow } from "../../../src/options/option-row.js";
import { defaultOptions, optionTable, type Options } from "../../../src/options/table.js";

const cwd = path.resolve("/repository/api");

function command(run: Partial<RepeatedRun>, options: Partial<Options> = {}): string | undefined {
  const base = {
    input: "openapi.yaml",
    cwd,
    out: "../server",
    options: { ...defaultOptions(), ...options },
  };
  return rerunCommand({ ...base, ...run }, "1.2.3")?.replace("npx mcp-codegen@1.2.3 ", "");
}

test("the command that repeats a run has paths relative to the output, and the options that shape it", () => {
  assert.equal(command({}), "../api/openapi.yaml --out .");
  assert.equal(
    command({ input: path.resolve("/repository/x.yaml"), out: "." }),
    "../x.yaml --out .",
  );
  assert.equal(
    command(
      {},
      {
        routes: "routes.yaml",
        overlay: ["a.yaml", "https://example.com/b.yaml"],
        build: false,
        strict: true,
        mode: "search",
        check: true,
        quiet: true,
        runtime: "../../runtime/index.js",
        "runtime-dir": "../runtime",
      },
    )
      ?.split(" --")
      .sort()
      .join(" --"),
    "../api/openapi.yaml --mode search --no-build --out . --overlay ../api/a.yaml --overlay https://example.com/b.yaml --routes ../api/routes.yaml --runtime ../../runtime/index.js --runtime-dir ../runtime --strict",
  );
});

test("a run of a configuration is repeated by the configuration", () => {
  const file = path.join(cwd, "mcp-codegen.config.ts");
  assert.equal(
    command({ configuration: { file } }, { mode: "search" }),
    "--config ../api/mcp-codegen.config.ts",
  );
  assert.equal(
    command({ configuration: { file, server: "a b" } }),
    '--config ../api/mcp-codegen.config.ts --only "a b"',
  );
});

test("words are quoted so that every shell leaves them as they are", () => {
  assert.equal(
    command({ input: "my api (v1) & it's.yaml" }),
    `"../api/my api (v1) & it's.yaml" --out .`,
  );
  assert.equal(
    command({ input: "https://example.com/a%20b?x=1&y=2" }),
    '"https://example.com/a%20b?x=1&y=2" --out .',
  );
});

test("there is no command for what a clone, or another shell, would not have", () => {
  for (const name of [
    'a"b.yaml',
    "$(touch x).yaml",
    "`x`.yaml",
    "a!b.yaml",
    "a\nb.yaml",
    "%PATH%.yaml",
  ]) {
    assert.equal(command({ input: name }), undefined, name);
    assert.equal(command({}, { routes: name }), undefined, name);
    assert.equal(command({}, { name }), undefined, name);
  }
  for (const input of [
    "-",
    path.resolve("/elsewhere/openapi.yaml"),
    "https://me:secret@example.com/x",
    "https://example.com/x?private_token=s",
    "https://example.com/x?X-Amz-Signature=s",
  ]) {
    assert.equal(command({ input }), undefined, input);
  }
});

test("every option that names a file or a folder says so", () => {
  const rows = Object.entries<OptionRow>(optionTable);
  const named = rows.filter(
    ([, row]) => /^(?:FILE|DIR)$/.test(row.value ?? "") && !row.commandLineOnly,
  );
  assert.deepEqual(
    named.filter(([, row]) => !row.path).map(([name]) => name),
    [],
  );
});
