/** The types of capabilities by revision have the members of the official schemas, and no others. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  revisions,
  type ClientCapabilitiesAt,
  type ServerCapabilitiesAt,
} from "../../../../runtime/index.js";
import {
  clientCapabilityNames,
  serverCapabilityNames,
} from "../../../../runtime/protocol/by-revision/capabilities.js";

const folder = new URL("../../../../../shared/mcp-schemas/", import.meta.url);
const skip = !existsSync(folder) && "../shared/mcp-schemas is absent";

interface Definition {
  readonly properties: object;
}

for (const revision of revisions) {
  test(`${revision}: capabilities have the members of the schema`, { skip }, () => {
    const schema = JSON.parse(readFileSync(new URL(`${revision}.json`, folder), "utf8")) as Record<
      "$defs" | "definitions",
      Record<string, Definition> | undefined
    >;
    const definitions = schema.$defs ?? schema.definitions;
    const membersOf = (name: string): string[] =>
      Object.keys(definitions?.[name]?.properties ?? {}).sort();
    assert.deepEqual([...clientCapabilityNames[revision]].sort(), membersOf("ClientCapabilities"));
    assert.deepEqual([...serverCapabilityNames[revision]].sort(), membersOf("ServerCapabilities"));
  });
}

test("a capability that a revision does not have does not compile", () => {
  const tasks: ClientCapabilitiesAt<"2025-11-25"> = {
    tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } },
  };
  // @ts-expect-error: since 2026-07-28 tasks are an extension.
  const none: ClientCapabilitiesAt<"2026-07-28"> = { tasks: {} };
  // @ts-expect-error: completions came with 2025-03-26.
  const early: ServerCapabilitiesAt<"2024-11-05"> = { completions: {} };
  assert.ok([tasks, none, early].every((each) => typeof each === "object"));
});
