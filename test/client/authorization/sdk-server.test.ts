/** Logins at the authorization server of the official SDK, for a server of that SDK. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test, type TestContext } from "node:test";
import { DemoInMemoryAuthProvider } from "@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import express from "express";
import { connect, oauthClient } from "../../../runtime/index.js";
import { userWhoAgrees } from "../../support/authorization/protected-server.js";
import { listen, stop } from "../../support/loopback.js";
import { textOf } from "../../support/text-of.js";

/** @param namesMetadata whether challenges do, as the SDK's do only if they are told where it is */
async function startSdkServer(t: TestContext, namesMetadata: boolean): Promise<string> {
  const app = express();
  const http = createServer(app);
  const origin = `http://localhost:${await listen(http)}`;
  t.after(() => stop(http));
  const provider = new DemoInMemoryAuthProvider();
  const url = new URL(`${origin}/mcp`);
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(origin),
      resourceServerUrl: url,
      scopesSupported: ["zoo"],
    }),
  );
  const resourceMetadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const guard = requireBearerAuth({
    verifier: provider,
    requiredScopes: ["zoo"],
    ...(namesMetadata && { resourceMetadataUrl }),
  });
  app.post("/mcp", guard, async (request, response) => {
    const server = new McpServer({ name: "sdk", version: "1.0.0" });
    server.registerTool("hello", {}, ({ authInfo }) => ({
      content: [{ type: "text", text: (authInfo?.scopes ?? []).join(" ") }],
    }));
    const transport = new StreamableHTTPServerTransport({});
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  return url.href;
}

for (const namesMetadata of [true, false]) {
  const where = namesMetadata ? "that its challenge names" : "at the usual place";
  test(`a server on the SDK lets a user in, by its metadata ${where}`, async (t) => {
    const url = await startSdkServer(t, namesMetadata);
    const redirect = userWhoAgrees();
    await using client = await connect(url, { authorization: await oauthClient({ redirect }) });
    assert.equal(textOf(await client.callTool("hello")), "zoo");
    assert.equal(redirect.pages.length, 1);
  });
}
