/**
 * A server that requires an access token from an authorization server of your choice.
 *
 *     ISSUER=https://login.example.com RESOURCE=https://mcp.example.com/mcp node --import tsx server.ts
 */
import { jwtVerifier, McpServer, oauthResource, serveHttp } from "mcp-codegen/runtime";

const { ISSUER: issuer = "https://login.example.com", PORT: port = "3000" } = process.env;
/** The URL under which clients reach the server. Tokens must have it as their audience. */
const resource = process.env.RESOURCE ?? `http://localhost:${port}/mcp`;

const server = new McpServer({ name: "files", version: "1.0.0" });

server.tool({ name: "who_am_i", description: "Says who calls." }, (_input, { caller }) => ({
  subject: caller?.subject,
  client: caller?.clientId,
  scopes: caller?.scopes,
}));

server.tool(
  // A call without this scope is refused with a challenge that names it, so that clients can ask the user for it.
  { name: "delete_files", description: "Deletes them all.", scopes: ["files:write"] },
  (_input, { caller }) => `Deleted all files of ${caller?.subject}.`,
);

const http = await serveHttp(server, {
  port: Number(port),
  authorizer: oauthResource({
    resource,
    authorizationServers: [issuer],
    // Finds the issuer's keys through its metadata and caches them.
    verify: jwtVerifier({ issuer }),
    requiredScopes: ["files:read"],
    impliedScopes: { "files:write": ["files:read"] },
  }),
});
console.error(`The files are served at ${http.url}`);
process.once("SIGTERM", () => void http.close());
