/** Every parameter of a public function in the seed documents has our name and a test, or the reason why it is dropped. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { checkRows } from "./check-rows.js";
import { parameters } from "./parameter-rows.js";

checkRows(parameters);

const seeds = path.join(root, "../shared/seeds");
const skip = !existsSync(seeds) && "../shared/seeds is absent";

/** Functions of users in the documents' examples. */
const examples =
  /^(?:search|admin_op|read_file|image|summarise_prompt|query|greet|complete_\w+|my_tool|other|report|analyse|bundle|generate)$/;

test("every parameter of a public function has a row", { skip }, () => {
  const known = new Set(
    parameters.flatMap((row) =>
      row.of.flatMap((name) => row.parameters.map((parameter) => `${name} ${parameter}`)),
    ),
  );
  const found = readdirSync(seeds).flatMap((file) =>
    parametersIn(readFileSync(path.join(seeds, file), "utf8")),
  );
  assert.ok(found.length > 100);
  assert.deepEqual(
    [...new Set(found)].filter((each) => !known.has(each)),
    [],
  );
});

/** The names of functions, or of classes that are constructed, each with one parameter. */
function parametersIn(text: string): readonly string[] {
  const declared = /^ *(?:async )?def (\w+)\(([^)]*(?:\([^)]*\)[^)]*)*)\) *(?:->|:|$)/gm;
  const constructed = /^(\w+)\(\n((?: {4}\w+: .*\n)+)\)/gm;
  // The document shows the methods of the context as calls; those in examples name no types.
  const shown = /await ctx\.(\w+)\((\s*\w+: [^()]*)\)/g;
  const found = [declared, constructed, shown].flatMap((pattern) => [...text.matchAll(pattern)]);
  return found
    .flatMap((match) => {
      const [, name = "", list = ""] = match;
      const owner = name === "__init__" ? classBefore(text.slice(0, match.index)) : name;
      return examples.test(owner) ? [] : namesIn(list).map((each) => `${owner} ${each}`);
    })
    .concat(sharedOptions(text));
}

/** The options of all functions that make clients, which the document has in a table. */
function sharedOptions(text: string): readonly string[] {
  const [, table = ""] = /\*\*feature kwargs\*\*:\n\n((?:\|.*\n)+)/.exec(text) ?? [];
  const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);
  return ["stdio", "ws", "http", "streamable_http"].flatMap((client) =>
    names.map((name) => `${client} ${name}`),
  );
}

function classBefore(text: string): string {
  return [...text.matchAll(/^class (\w+)/gm)].at(-1)?.[1] ?? "";
}

/** The names in a list of parameters; types in brackets and comments have commas of their own. */
function namesIn(list: string): readonly string[] {
  return list
    .replaceAll(/#.*$/gm, "")
    .replaceAll(/\[[^\]]*\]+/g, "")
    .split(",")
    .map((each) => each.trim().split(/[:= ]/)[0]!)
    .filter((each) => /^\w+$/.test(each) && each !== "self" && each !== "cls");
}
