/** What an MCP server lists, as a snapshot file holds it. The server chose every text and schema: trust none. */

/** @see MCP 2026-07-28 Tool */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/** @see MCP 2026-07-28 Resource */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** @see MCP 2026-07-28 ResourceTemplate */
export interface ListedTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** @see MCP 2026-07-28 Prompt */
export interface ListedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/** The lists of a server, each sorted, so that the order in which a server lists them changes no output. */
export interface ListedServer {
  /** The server's own name for itself. */
  readonly name: string;
  readonly title?: string;
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedTemplate[];
  readonly prompts: readonly ListedPrompt[];
}
