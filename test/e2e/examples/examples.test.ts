/** The other examples, each run as a program, with the official SDK's client. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { describe, test, type TestContext } from "node:test";
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { apiKey, startPetstoreApi } from "../../../examples/petstore/api.js";
import { startIssuer } from "../../support/authorization/issuer.js";
import { startExample } from "./example-process.js";

const eras = ["legacy", "auto"] as const;

async function connect(
  t: TestContext,
  url: URL,
  mode: "legacy" | "auto",
  options: StreamableHTTPClientTransportOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: "examples", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(url, options));
  t.after(() => client.close());
  return client;
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === "text" ? first.text : JSON.stringify(content);
}

test("decorated: a class serves its methods", async (t) => {
  const program = await startExample(t, "decorated/server.ts");
  for (const mode of eras) {
    const client = await connect(t, program.url, mode);
    let asked = 0;
    client.setRequestHandler("elicitation/create", async () => {
      asked += 1;
      return { action: "decline" };
    });
    const add = (title: string): Promise<CallToolResult> =>
      client.callTool({ name: "addNote", arguments: { title, text: "New." } });
    assert.equal(textOf(await add(mode)), `Added ${mode}.`);
    assert.equal(textOf(await add("Groceries")), "Groceries stays as it is.");
    assert.equal(asked, 1);
    const { contents } = await client.readResource({ uri: "notes://notes/Groceries" });
    assert.equal((contents[0] as { text: string }).text, "Milk, bread, apples.");
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "summarise" },
      argument: { name: "title", value: "Gro" },
    });
    assert.deepEqual(completion.values, ["Groceries"]);
    await client.close();
  }
  assert.equal(await program.stop(), 0, program.output());
});

test("express: the generated server is one route beside others", async (t) => {
  const api = await startPetstoreApi();
  t.after(() => api.close());
  const program = await startExample(t, "express/server.ts", {
    MCP_CODEGEN_PETSTORE_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`,
    MCP_CODEGEN_PETSTORE_API_KEY: apiKey,
  });
  const health = await fetch(new URL("/health", program.url));
  assert.deepEqual(await health.json(), { status: "up" });
  for (const mode of eras) {
    const client = await connect(t, program.url, mode);
    const { structuredContent } = await client.callTool({
      name: "createPet",
      arguments: { name: "  Rex " },
    });
    assert.equal((structuredContent as { name: string }).name, "Rex");
    await client.close();
  }
  assert.equal(await program.stop(), 0, program.output());
});

describe("auth", () => {
  const resource = "https://files.example.com/mcp";

  test("a client without a token learns where to get one, and one with a token is known", async (t) => {
    const issuer = await startIssuer(t);
    const program = await startExample(t, "auth/server.ts", {
      ISSUER: issuer.url,
      RESOURCE: resource,
    });
    const refused = await fetch(program.url, { method: "POST", body: "{}" });
    assert.equal(refused.status, 401);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    assert.match(challenge, /^Bearer .*resource_metadata="https:\/\/files\.example\.com\/\.well/);
    const metadata = new URL("/.well-known/oauth-protected-resource/mcp", program.url);
    const found = (await (await fetch(metadata)).json()) as Record<string, unknown>;
    assert.equal(found["resource"], resource);
    assert.deepEqual(found["authorization_servers"], [issuer.url]);

    for (const mode of eras) {
      const withScopes = async (scope: string): Promise<Client> => {
        const token = await issuer.token({ aud: resource, scope });
        const requestInit = { headers: { authorization: `Bearer ${token}` } };
        return connect(t, program.url, mode, { requestInit });
      };
      const reader = await withScopes("files:read");
      const { content } = await reader.callTool({ name: "who_am_i", arguments: {} });
      assert.match(JSON.stringify(content), /\\"subject\\":\\"ada\\"/);
      await assert.rejects(reader.callTool({ name: "delete_files", arguments: {} }));
      const writer = await withScopes("files:write");
      const deleted = await writer.callTool({ name: "delete_files", arguments: {} });
      assert.equal(textOf(deleted), "Deleted all files of ada.");
      await assert.rejects(withScopes("mail:read"));
      await reader.close();
      await writer.close();
    }
    assert.equal(await program.stop(), 0, program.output());
  });
});

test("observability: a call is a span, and the handler's is its child", async (t) => {
  const program = await startExample(t, "observability/server.ts");
  const client = await connect(t, program.url, "auto");
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  await client.callTool({
    name: "work",
    arguments: {},
    _meta: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  await client.close();
  assert.equal(await program.stop(), 0, program.output());
  const output = program.output();
  assert.match(output, /name: 'tools\/call work'/);
  assert.match(output, /name: 'the hard part'/);
  assert.equal(output.match(new RegExp(`^ {2}traceId: '${traceId}'`, "gm"))?.length, 2);
  assert.match(output, /mcp\.server\.operation\.duration/);
});
