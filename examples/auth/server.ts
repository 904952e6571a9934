/**
 * A server for users with an access token, made by an authorization server of your choice.
 *
 *     ISSUER=https://login.example.com RESOURCE=https://mcp.example.com/mcp node --import tsx server.ts
 */
import { jwtVerifier, McpServer, oauthResource, serveHttp } from "mcp-codegen/runtime";

const { ISSUER: issuer = "https://login.example.com", PORT: port = "3000" } = process.env;
/** The URL that clients know the server by: tokens must be made for it. */
const resource = process.env.RESOURCE ?? `http://localhost:${port}/mcp`;

const server = new McpServer({ name: "files", version: "1.0.0" });

server.tool({ name: "who_am_i", description: "Says who calls." }, (_input, { caller }) => ({
  subject: caller?.subject,
  client: caller?.clientId,
  scopes: caller?.scopes,
}));

server.tool(
  // Without this scope a call is refused by a challenge that names it, and clients ask their user for more.
  { name: "delete_files", description: "Deletes them all.", scopes: ["files:write"] },
  (_input, { caller }) => `Deleted all files of ${caller?.subject}.`,
);

const http = await serveHttp(server, {
  port: Number(port),
  authorizer: oauthResource({
    resource,
    authorizationServers: [issuer],
    // Its keys are found by the issuer's metadata and kept.
    verify: jwtVerifier({ issuer }),
    requiredScopes: ["files:read"],
    impliedScopes: { "files:write": ["files:read"] },
  }),
});
console.error(`The files are served at ${http.url}`);
process.once("SIGTERM", () => void http.close());
