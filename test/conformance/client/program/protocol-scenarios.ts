import { connect, type ClientOptions, type McpClient, type Tool } from "mcp-codegen/runtime";
import { told, type Scenario } from "./scenario.js";

export const protocolScenarios: Readonly<Record<string, Scenario>> = {
  initialize: (url) => using(url, {}, (client) => client.listTools()),

  tools_call: (url) =>
    using(url, {}, async (client) => {
      await client.listTools();
      await client.callTool("add_numbers", { a: 5, b: 3 });
    }),

  "elicitation-sep1034-client-defaults": (url) =>
    using(url, { elicitation: () => ({ action: "accept", content: {} }) }, (client) =>
      client.callTool("test_client_elicitation_defaults"),
    ),

  "sse-retry": (url) =>
    using(url, {}, async (client) => {
      await client.listTools();
      await client.callTool("test_reconnection");
    }),

  "request-metadata": (url) => using(url, everyQuestion, (client) => client.listTools()),

  "http-standard-headers": (url) =>
    using(url, {}, async (client) => {
      for (const { name } of await client.listTools()) await client.callTool(name);
      for (const { uri } of await client.listResources()) await client.readResource(uri);
      for (const { name } of await client.listPrompts()) await client.getPrompt(name);
    }),

  "http-custom-headers": (url) =>
    using(url, {}, async (client) => {
      await client.listTools();
      for (const call of told<readonly ToolCall[]>("toolCalls")) {
        await client.callTool(call.name, call.arguments);
      }
    }),

  "http-invalid-tool-headers": (url) =>
    // Each tool that is left out is logged.
    using(url, { log: () => {} }, async (client) => {
      for (const { name } of await client.listTools()) {
        await client.callTool(name, { region: "us-west1" });
      }
    }),

  "sep-2322-client-request-state": (url) =>
    using(
      url,
      { elicitation: () => ({ action: "accept", content: { confirmed: true } }) },
      async (client) => {
        await client.listTools();
        await Promise.all([
          client.callTool("test_mrtr_echo_state"),
          client.callTool("test_mrtr_unrelated"),
        ]);
        await client.callTool("test_mrtr_no_state");
        await client.callTool("test_mrtr_no_result_type");
      },
    ),

  "sep-2640-client-no-prefetch": (url) => using(url, {}, (client) => client.request("skills/list")),

  // To load and check skills is the part of a program on the client.
  "sep-2640-client-verify-digest": (url) => using(url, {}, (client) => client.ping()),
  "sep-2640-client-verify-size": (url) => using(url, {}, (client) => client.ping()),
  "sep-2640-client-verify-frontmatter": (url) => using(url, {}, (client) => client.ping()),

  "json-schema-ref-no-deref": (url) => using(url, {}, (client) => client.listTools()),

  "json-schema-2020-12-preservation": (url) =>
    using(url, {}, async (client) => {
      const tools: readonly Tool[] = await client.listTools();
      const tool = tools.find(({ name }) => name === "json_schema_2020_12_tool");
      if (!tool) throw new Error("The tool with the schema is missing.");
      await client.callTool("json_schema_echo", { schema: tool.inputSchema });
    }),
};

interface ToolCall {
  readonly name: string;
  readonly arguments: NonNullable<Parameters<McpClient["callTool"]>[1]>;
}

/** A client that can be asked everything. */
const everyQuestion: ClientOptions = {
  roots: [],
  sampling: () => Promise.reject(new Error("Nobody is here to answer.")),
  elicitation: () => ({ action: "decline" }),
};

async function using(
  url: string,
  options: ClientOptions,
  work: (client: McpClient) => Promise<unknown>,
): Promise<void> {
  const client = await connect(url, options);
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
