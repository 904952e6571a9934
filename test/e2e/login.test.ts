/**
 * Logins of the official clients: from the server's challenge to an access token, and to one with more scopes when a
 * tool needs it.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as v2 from "@modelcontextprotocol/client";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  jwtVerifier,
  McpServer,
  oauthResource,
  serveHttp,
  type HttpServer,
} from "../../runtime/index.js";
import { startAuthorizationServer } from "../support/authorization/authorization-server.js";
import type { AuthorizationServer } from "../support/authorization/authorization-server.js";
import { Login } from "../support/authorization/login.js";
import { freePort } from "../support/state/redis.js";
import { textOf } from "../support/text-of.js";

interface Peer {
  connect(): Promise<void>;
  finishAuth(returned: URLSearchParams): Promise<void>;
  call(tool: string): Promise<string>;
  close(): Promise<void>;
}

const peers: readonly [name: string, make: (url: URL, login: Login) => Peer][] = [
  ["sdk 1", peerOfSdk1],
  ["client 2, legacy", (url, login) => peerOfClient2(url, login, "legacy")],
  ["client 2, modern", (url, login) => peerOfClient2(url, login, { pin: "2026-07-28" })],
];

for (const [name, make] of peers) {
  describe(name, () => {
    let issuer: AuthorizationServer;
    let server: HttpServer;
    const login = new Login();
    let peer: Peer;

    before(async () => {
      issuer = await startAuthorizationServer();
      server = await serveLocked(issuer);
      peer = make(new URL(server.url), login);
    });
    after(async () => {
      await peer.close();
      await server.close();
      await issuer.close();
    });

    const returned = (): URLSearchParams => {
      assert.ok(login.returned);
      return login.returned;
    };

    test("finds out where to log in, registers and gets a token for this server", async () => {
      await assert.rejects(peer.connect(), isUnauthorized);
      assert.deepEqual(issuer.scopes, ["zoo:read"]);
      await peer.finishAuth(returned());
      await peer.close();
      peer = make(new URL(server.url), login);
      await peer.connect();
      assert.equal(await peer.call("whoami"), "ada");
      assert.deepEqual(
        issuer.asked.filter((each) => each.startsWith("POST")),
        ["POST /register", "POST /token"],
      );
    });

    test("asks for a broader token when a tool needs one, and for no less than it had", async () => {
      await assert.rejects(peer.call("free"), isUnauthorized);
      assert.deepEqual(issuer.scopes.at(-1)?.split(" ").sort(), ["zoo:read", "zoo:write"]);
      await peer.finishAuth(returned());
      assert.equal(await peer.call("free"), "free");
      assert.equal(await peer.call("whoami"), "ada");
    });
  });
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || error instanceof v2.UnauthorizedError;
}

async function serveLocked(issuer: AuthorizationServer): Promise<HttpServer> {
  const port = await freePort();
  const server = new McpServer({ name: "locked", version: "1.0.0" });
  server.tool({ name: "whoami" }, (_input, { caller }) => caller?.subject);
  server.tool({ name: "free", scopes: ["zoo:write"] }, () => "free");
  const authorizer = oauthResource({
    resource: `http://127.0.0.1:${port}/mcp`,
    authorizationServers: [issuer.url],
    verify: jwtVerifier({ issuer: issuer.url }),
    requiredScopes: ["zoo:read"],
  });
  return serveHttp(server, { port, authorizer });
}

function peerOfSdk1(url: URL, login: Login): Peer {
  const client = new Client({ name: "peer", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(url, { authProvider: login });
  return {
    connect: () => client.connect(transport as Transport),
    finishAuth: (returned) => transport.finishAuth(returned.get("code") ?? ""),
    call: async (name) => textOf(await client.callTool({ name, arguments: {} })),
    close: () => client.close(),
  };
}

function peerOfClient2(url: URL, login: Login, mode: v2.VersionNegotiationMode): Peer {
  const client = new v2.Client(
    { name: "peer", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  const transport = new v2.StreamableHTTPClientTransport(url, { authProvider: login });
  return {
    connect: () => client.connect(transport),
    finishAuth: (returned) => transport.finishAuth(returned),
    call: async (name) => textOf(await client.callTool({ name, arguments: {} })),
    close: () => client.close(),
  };
}
