/** Calls tools of a server with mock answers. Each answer must pass the client's own checks. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { sample } from "openapi-sampler";
import { hasStackTrace } from "./generate-document.js";

/** Number of tools called per document, evenly spread. */
const most = 20;

export interface Calls {
  /** Calls with a result. */
  readonly answered: number;
  /** Calls with `isError`: sampled arguments are not always valid. */
  readonly refused: number;
  readonly problems: readonly string[];
}

export async function callTools(
  client: Client,
  tools: readonly Tool[],
  timeout: number,
): Promise<Calls> {
  const step = Math.max(1, tools.length / most);
  let answered = 0;
  let refused = 0;
  const problems: string[] = [];
  for (let at = 0; at < tools.length; at += step) {
    const tool = tools[Math.floor(at)];
    if (!tool) break;
    const { name, inputSchema } = tool;
    try {
      const args = sample(inputSchema, { skipNonRequired: true, quiet: true }, inputSchema);
      const result = await client.callTool(
        { name, arguments: args as Record<string, unknown> },
        undefined,
        { timeout },
      );
      if (result["isError"] === true) refused += 1;
      else answered += 1;
      if (hasStackTrace(JSON.stringify(result)))
        problems.push(`stack trace in an answer of ${name}`);
    } catch (error) {
      problems.push(`calling ${name}: ${String(error).slice(0, 300)}`);
    }
  }
  return { answered, refused, problems };
}
