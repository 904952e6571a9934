/** The verdicts of our schema checks against those of the official JSON-Schema-Test-Suite. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { JsonObject } from "../../runtime/protocol/json.js";
import { compileSchema } from "../../runtime/schema/validator.js";
import { folders, readSuite, suiteFolder, type Group } from "./read-suite.js";

const uris: Readonly<Record<string, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-04": "http://json-schema.org/draft-04/schema#",
};

/**
 * The message of a schema that refers to a document, or a meta-schema, that it does not contain. Nothing is ever fetched, so
 * that such a schema is refused when it is compiled.
 */
const isElsewhere = /leads nowhere|is not known/;

/** These want `format: regex` of the meta-schema checked. It is an annotation (JSON Schema validation 2020-12, 7.2.1). */
const wantsFormats = (file: string, { description }: Group): boolean =>
  file === "optional/ecmascript-regex.json" &&
  description.includes("is not an ECMA 262 control escape");

const skip = suiteFolder === undefined && "JSON_SCHEMA_SUITE names no folder; see CONTRIBUTING.md";

for (const dialect of Object.keys(folders)) {
  test(`checks by ${dialect} agree with the official test suite`, { skip }, async (t) => {
    const counts = { agree: 0, elsewhere: 0 };
    const wrong: string[] = [];
    for (const [file, groups] of readSuite(suiteFolder!, dialect)) {
      for (const group of groups) {
        if (wantsFormats(file, group)) continue;
        const name = `${dialect} ${file}: ${group.description}`;
        const found = await verdicts(group, uris[dialect]!);
        if (found === "elsewhere") {
          counts.elsewhere += group.tests.length;
          if (!needsOthers(group)) wrong.push(`${name}: refused`);
          continue;
        }
        group.tests.forEach(({ description, valid }, index) => {
          if (found[index] === valid) counts.agree++;
          else wrong.push(`${name}: ${description}: must be ${valid ? "valid" : "invalid"}`);
        });
      }
    }
    report(t, dialect, counts);
    assert.deepEqual(wrong, []);
    // The suite was read.
    assert.ok(counts.agree > 500);
  });
}

function report(t: TestContext, dialect: string, counts: Readonly<Record<string, number>>): void {
  t.diagnostic(
    `JSON-Schema-Test-Suite, ${dialect}: ${counts["agree"]} verdicts agree, ${counts["elsewhere"]} need documents that are not fetched`,
  );
}

async function verdicts(
  { schema, tests }: Group,
  uri: string,
): Promise<readonly boolean[] | "elsewhere"> {
  try {
    const { validate } = await compileSchema(withDialect(schema, uri));
    return tests.map(({ data }) => validate(data).length === 0);
  } catch (error) {
    if (error instanceof Error && isElsewhere.test(error.message)) return "elsewhere";
    throw error;
  }
}

/** Tools have objects as schemas, so a schema that is true or false becomes a part of one. */
function withDialect(schema: unknown, uri: string): JsonObject {
  if (typeof schema === "boolean") return { $schema: uri, allOf: [schema] };
  return { $schema: uri, ...(schema as JsonObject) };
}

/** Whether the suite serves a document that the schema needs. It serves them all from this address. */
function needsOthers({ schema }: Group): boolean {
  return JSON.stringify(schema).includes("http://localhost:1234/");
}
