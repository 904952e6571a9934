import type { Operation } from "../../runtime/upstream/operation.js";
import type { Definitions } from "./definitions.js";
import { jsonBytes } from "./json.js";

/** A tool as `tools/list` shows it, and the `$defs` that its schemas refer to. */
export interface ListedTool {
  readonly facts: Operation;
  readonly inputUses: ReadonlySet<string>;
  readonly outputUses: ReadonlySet<string>;
}

/**
 * Size of the `tools/list` result as UTF-8 JSON, in bytes. Every tool carries the `$defs` it uses; their sizes are
 * added up, so that a list of many megabytes need not be written to be measured.
 */
export function toolsListBytes(
  tools: readonly ListedTool[],
  inputs: Definitions,
  outputs: Definitions,
): number {
  let bytes = '{"tools":[]}'.length + Math.max(0, tools.length - 1);
  for (const { facts, inputUses, outputUses } of tools) {
    const { expose, description, input, output } = facts;
    if (expose.as !== "tool") continue;
    bytes += jsonBytes({
      name: expose.name,
      title: expose.title,
      description,
      inputSchema: input,
      outputSchema: output,
      annotations: expose.annotations,
      _meta: expose.tags && { "mcp-codegen/tags": expose.tags },
    });
    bytes += defsBytes(inputUses, inputs);
    if (output) bytes += defsBytes(outputUses, outputs);
  }
  return bytes;
}

function defsBytes(uses: ReadonlySet<string>, definitions: Definitions): number {
  if (uses.size === 0) return 0;
  const names = definitions.reach(uses) ?? [];
  let bytes = ',"$defs":{}'.length - 1;
  for (const name of names) {
    bytes += jsonBytes(name) + 1 + definitions.get(name).bytes + 1;
  }
  return bytes;
}
