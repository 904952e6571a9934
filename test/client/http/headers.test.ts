import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  connectHttp,
  McpAuthorizationError,
  McpClientError,
  type ClientAuthorization,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import {
  beginStream,
  reply,
  said,
  serveLegacy,
  serveModern,
  type Answer,
} from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

const found: Answer = ({ message }, response) => reply(response, message, said("x"));

describe("the user's headers", () => {
  // parity J: headers, retries, start-up timeout
  test("are sent with every request, of every HTTP method", async () => {
    await using server = await serveLegacy(found, { sessionId: "s" });
    const client = await connectHttp(server.url, { headers: { "X-Key": "k", "User-Agent": "me" } });
    await client.callTool("x");
    await eventually(() => server.of("GET").length === 1);
    await client.close();
    assert.equal(server.of("DELETE").length, 1);
    for (const { headers } of server.received) {
      assert.equal(headers["x-key"], "k");
      assert.equal(headers["user-agent"], "me");
    }
  });

  test("may come from a function, which is asked before each request", async () => {
    for (const isAsync of [false, true]) {
      let count = 0;
      const next = (): Record<string, string> => ({ "x-count": String(++count) });
      await using server = await serveModern(found);
      await using client = await connectHttp(server.url, {
        headers: isAsync ? () => Promise.resolve(next()) : next,
      });
      await client.callTool("x");
      await client.callTool("x");
      const sent = server.received.map(({ headers }) => Number(headers["x-count"]));
      assert.deepEqual(
        sent,
        sent.map((_, i) => i + 1),
      );
    }
  });

  test("of a function that fails or tries to replace the protocol's own end the request", async () => {
    for (const headers of [
      () => {
        throw new Error("no token today");
      },
      () => Promise.reject(new Error("no token today")),
      () => ({ "mcp-method": "x" }),
    ]) {
      let isReady = true;
      await using server = await serveModern(found);
      await using client = await connectHttp(server.url, {
        headers: () => (isReady ? {} : headers()),
      });
      await client.listTools();
      isReady = false;
      await assert.rejects(client.callTool("x"), (error) => {
        assert.ok(error instanceof McpClientError);
        assert.match(error.message, /no token today|set by the client itself/);
        return true;
      });
      assert.equal(server.of("tools/call").length, 0);
    }
  });
});

/** An authorization whose token is number 1, then 2, as often as it is refused. */
class Tokens implements ClientAuthorization {
  token = 0;
  readonly refusals: string[] = [];

  headersFor(): Record<string, string> {
    return this.token === 0 ? {} : { authorization: `Bearer token-${this.token}` };
  }

  refused(
    { method, server, url, signal }: Parameters<ClientAuthorization["refused"]>[0],
    { status, header, attempt }: Parameters<ClientAuthorization["refused"]>[1],
  ): Promise<boolean> {
    assert.equal(server.href, url.href);
    assert.equal(signal?.aborted, false);
    this.refusals.push(`${method} ${status} ${attempt} ${header("www-authenticate") ?? ""}`);
    this.token += 1;
    return Promise.resolve(true);
  }
}

describe("an authorization", () => {
  test("gets another token when one is demanded or refused, and the request is sent again", async () => {
    for (const status of [401, 403]) {
      const tokens = new Tokens();
      let valid = "Bearer token-1";
      await using server = await serveModern((request, response) => {
        if (request.headers.authorization === valid) return found(request, response);
        return response.writeHead(status, { "www-authenticate": 'Bearer scope="a"' }).end("no");
      });
      await using client = await connectHttp(server.url, { authorization: tokens });
      assert.equal(textOf(await client.callTool("x")), "x");
      valid = "Bearer token-2";
      assert.equal(textOf(await client.callTool("x")), "x");
      const refusal = `POST ${status} 0 Bearer scope="a"`;
      assert.deepEqual(tokens.refusals, [refusal, refusal]);
    }
  });

  test("is asked for the stream and the end of a session as well", async () => {
    const tokens = new Tokens();
    let valid = "Bearer token-1";
    await using server = await serveLegacy(found, {
      sessionId: "s",
      stream: (request, response) => {
        if (request.headers.authorization !== valid) return response.writeHead(401).end();
        beginStream(response);
      },
    });
    const client = await connectHttp(server.url, { authorization: tokens });
    await eventually(() => server.of("GET").length === 2);
    valid = "Bearer token-2";
    await client.close();
    assert.equal(server.of("DELETE")[0]?.headers.authorization, "Bearer token-1");
    assert.deepEqual(tokens.refusals, ["GET 401 0 "]);
  });

  test("is not asked forever", async () => {
    await leavesNothing(async () => {
      const tokens = new Tokens();
      await using server = await serveModern((_request, response) =>
        response.writeHead(401).end("never"),
      );
      await using client = await connectHttp(server.url, { authorization: tokens });
      await assert.rejects(client.callTool("x"), (error) => {
        assert.ok(error instanceof McpAuthorizationError);
        assert.equal(error.code, 401);
        assert.ok(!error.message.includes("token-"));
        return true;
      });
      assert.equal(tokens.refusals.length, 8);
    });
  });

  test("that gives up ends the request: with its error, or with the server's words", async () => {
    await using server = await serveModern((request, response) => {
      const said = `no: ${request.headers.authorization}`;
      return response.writeHead(403, { "content-type": "text/plain" }).end(said);
    });
    const headersFor = (): Record<string, string> => ({ authorization: "Bearer a-secret-token" });
    const giveUp: [() => Promise<boolean>, RegExp][] = [
      [() => Promise.resolve(false), /status 403\).*"no: \[redacted\]"/],
      [() => Promise.reject(new McpAuthorizationError("Log in first.")), /^Log in first\.$/],
    ];
    for (const [refused, message] of giveUp) {
      await using client = await connectHttp(server.url, {
        authorization: { headersFor, refused },
      });
      await assert.rejects(client.callTool("x"), (error) => {
        assert.ok(error instanceof McpAuthorizationError);
        assert.match(error.message, message);
        return true;
      });
    }
  });

  test("replaces an authorization header of the user's", async () => {
    await using server = await serveModern(found);
    const tokens = new Tokens();
    tokens.token = 7;
    await using client = await connectHttp(server.url, {
      headers: { Authorization: "Bearer mine" },
      authorization: tokens,
    });
    await client.callTool("x");
    for (const { headers } of server.received) {
      assert.equal(headers.authorization, "Bearer token-7");
    }
  });
});
