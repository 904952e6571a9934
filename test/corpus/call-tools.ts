/** Calls tools of a server with mock answers. Each answer must pass the client's own checks. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { ObjectSchema, SchemaTable } from "../../runtime/contract/operation.js";
import { defined } from "../../runtime/protocol/defined.js";
import { sampleArguments } from "../../src/samples/sample-arguments.js";
import { hasStackTrace } from "./generate-document.js";
import type { WholeSchemas } from "./whole-schemas.js";

/** What a client does not see of an operation. */
const request = { method: "", path: "" };

/** Number of tools called per document, evenly spread. */
const most = 20;

export interface Calls {
  /** Calls with a result. */
  readonly answered: number;
  /** Calls with `isError`, by tool: what the answer says. */
  readonly refused: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

export async function callTools(
  client: Client,
  tools: readonly Tool[],
  { ids, inputSchemas, ...whole }: WholeSchemas,
  timeout: number,
): Promise<Calls> {
  const step = Math.max(1, tools.length / most);
  let answered = 0;
  const refused: Record<string, string> = {};
  const problems: string[] = [];
  for (let at = 0; at < tools.length; at += step) {
    const tool = tools[Math.floor(at)];
    if (!tool) break;
    const { name, inputSchema } = tool;
    try {
      const { $defs = {}, ...input } = inputSchema as ObjectSchema & { $defs?: SchemaTable };
      // With all arguments: the smallest object, which is empty, has no text in a path.
      const options = { seed: name, optional: "all" } as const;
      const operation = { ...defined({ id: ids.get(name) }), input, request };
      const schemas = { inputSchemas: { ...inputSchemas, ...$defs }, ...whole };
      const sampled = sampleArguments(operation, schemas, options);
      if (!sampled.args) {
        refused[name] = `no arguments found: ${sampled.reason}`;
        continue;
      }
      const call = { name, arguments: sampled.args };
      const result = await client.callTool(call, undefined, { timeout });
      if (result["isError"] === true) refused[name] = JSON.stringify(result.content).slice(0, 300);
      else answered += 1;
      if (hasStackTrace(JSON.stringify(result)))
        problems.push(`stack trace in an answer of ${name}`);
    } catch (error) {
      problems.push(`calling ${name}: ${String(error).slice(0, 300)}`);
    }
  }
  return { answered, refused, problems };
}
