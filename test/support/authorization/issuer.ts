/** An authorization server on loopback: metadata, real keys, introspection. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import { type Authorizer, Refusal, type Caller } from "../../../runtime/index.js";
import { listen, stop } from "../loopback.js";

export const resource = "https://mcp.example.com/mcp";

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

export interface Issuer {
  readonly url: string;
  /** Requested paths, in order. */
  readonly asked: string[];
  /** Answers by path; a number is a status without a body. */
  readonly answers: Map<string, object | string | number>;
  /** Answers an introspection request, given its form and the request. */
  introspect: (
    form: URLSearchParams,
    request: IncomingMessage,
  ) => object | number | Promise<object>;
  /** Creates a key, publishes it beside the others, and signs with it from now on. */
  rotate(kid: string, alg?: string): Promise<JWK>;
  /** Returns a token with the usual claims, overridden by `claims` and `header`. */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** @param test closes the server when it ends */
export async function startIssuer(test?: TestContext): Promise<Issuer> {
  const answers = new Map<string, object | string | number>();
  const asked: string[] = [];
  const keys: JWK[] = [];
  let signing: { key: PrivateKey; kid: string; alg: string } | undefined;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "";
    asked.push(path);
    let answer: object | string | number = answers.get(path) ?? 404;
    if (path === "/introspect") {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      answer = await issuer.introspect(new URLSearchParams(body), request);
    }
    if (typeof answer === "number") response.writeHead(answer).end();
    else response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  };
  const server = createServer((request, response) => void respond(request, response));
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  answers.set("/.well-known/oauth-authorization-server", { issuer: url, jwks_uri: `${url}/jwks` });
  answers.set("/jwks", { keys });

  const issuer: Issuer = {
    url,
    asked,
    answers,
    introspect: () => 404,
    async rotate(kid, alg = "ES256") {
      const pair = await generateKeyPair(alg, { extractable: true });
      signing = { key: pair.privateKey, kid, alg };
      const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: "sig" };
      keys.push(jwk);
      return jwk;
    },
    async token(claims = {}, header = {}) {
      if (!signing) throw new Error("Make a key first.");
      const { alg, kid, key } = signing;
      return new SignJWT({ ...usualClaims(url), ...claims })
        .setProtectedHeader({ alg, kid, typ: "at+jwt", ...header })
        .sign(key);
    },
    close: () => stop(server),
  };
  test?.after(() => issuer.close());
  await issuer.rotate("first");
  return issuer;
}

export function usualClaims(issuer: string): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: resource,
    sub: "ada",
    client_id: "editor",
    scope: "files:read mcp",
    iat: now,
    exp: now + 300,
  };
}

/** Authenticates a request with these headers. */
export async function ask(
  authorizer: Authorizer,
  headers: Record<string, string> | string,
  { method = "POST", url = "/mcp" } = {},
): Promise<Caller | Refusal> {
  const all: Record<string, string> =
    typeof headers === "string" ? { authorization: `Bearer ${headers}` } : headers;
  try {
    return await authorizer.authenticate({ header: (name) => all[name], method, url });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Returns the status of a refusal, or 200 for a caller. */
export function statusOf(answer: Caller | Refusal): number {
  return answer instanceof Refusal ? answer.status : 200;
}

export function challengeOf(answer: Caller | Refusal): string {
  return answer instanceof Refusal ? (answer.headers["www-authenticate"] ?? "") : "";
}
