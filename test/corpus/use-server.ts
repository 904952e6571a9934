/** Starts a generated server on stdio, lists everything and calls a part of it with an official client. */
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { callTools, type Calls } from "./call-tools.js";
import { hasStackTrace } from "./generate-document.js";
import { readWholeSchemas } from "./whole-schemas.js";

const timeout = 60_000;

export interface Used {
  readonly tools: readonly Tool[];
  /** URIs and URI templates. */
  readonly resources: readonly string[];
  readonly calls: Calls;
  readonly problems: readonly string[];
}

export async function useServer(project: string): Promise<Used> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(project, "dist/main.js"), "--mock"],
    env: {},
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const client = new Client({ name: "corpus", version: "1.0.0" });
  const tools: Tool[] = [];
  const resources: string[] = [];
  const problems: string[] = [];
  let calls: Calls = { answered: 0, refused: {}, problems: [] };
  try {
    await client.connect(transport, { timeout });
    const offers = client.getServerCapabilities();
    if (offers?.tools) {
      await allPages(async (cursor) => {
        const page = await client.listTools(cursor, { timeout });
        tools.push(...page.tools);
        return page.nextCursor;
      });
    }
    if (offers?.resources) {
      await allPages(async (cursor) => {
        const page = await client.listResources(cursor, { timeout });
        resources.push(...page.resources.map(({ uri }) => uri));
        return page.nextCursor;
      });
      await allPages(async (cursor) => {
        const page = await client.listResourceTemplates(cursor, { timeout });
        resources.push(...page.resourceTemplates.map(({ uriTemplate }) => uriTemplate));
        return page.nextCursor;
      });
    }
    calls = await callTools(client, tools, await readWholeSchemas(project), timeout);
    problems.push(...calls.problems);
  } catch (error) {
    problems.push(`the server breaks off: ${String(error)} ${stderr.slice(0, 500)}`);
  } finally {
    await client.close();
  }
  if (hasStackTrace(stderr)) problems.push(`stack trace of the server: ${stderr.slice(0, 500)}`);
  if (new Set(resources).size < resources.length) problems.push("two resources share a URI");
  return { tools, resources, calls, problems };
}

/** @param next fetches a page and returns the next cursor */
async function allPages(
  next: (cursor: { cursor: string } | undefined) => Promise<string | undefined>,
): Promise<void> {
  let cursor: string | undefined;
  do cursor = await next(cursor === undefined ? undefined : { cursor });
  while (cursor !== undefined);
}
