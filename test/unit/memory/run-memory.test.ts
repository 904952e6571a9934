import assert from "node:assert/strict";
import { test } from "node:test";
import { runName } from "../../../src/memory/run-memory.js";
import { defaultOptions } from "../../../src/options/table.js";

test("a run that follows another configuration, or none, is not remembered as the same", () => {
  const options = defaultOptions();
  const nameOf = (configuration?: { readonly file: string; readonly server?: string }): string =>
    runName("identity", "a.yaml", options, { cwd: "/w", ...(configuration && { configuration }) });
  const file = "/w/mcp-codegen.config.yaml";
  const names = [
    nameOf(),
    nameOf({ file }),
    nameOf({ file: "/w/other.yaml" }),
    nameOf({ file, server: "pets" }),
  ];
  assert.equal(new Set(names).size, names.length);
  assert.equal(nameOf({ file }), names[1]);
});
