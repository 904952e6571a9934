/**
 * The API of openapi.yaml, with an authorization server that has one client and lets every user log in:
 *
 *     node --import tsx examples/api-login/api.ts
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

/** The only client of the authorization server. */
export const clientId = "orders-mcp";
export const clientSecret = "example-secret";

interface Grant {
  readonly by: string;
  readonly scope: string;
  readonly expiresAt: number;
}

interface Code {
  readonly challenge: string;
  readonly redirect: string;
  readonly scope: string;
}

const lifetimeSeconds = 300;

export function startOrdersApi(port = 0): Promise<Server> {
  const orders: { number: number; item: string; by: string }[] = [];
  const tokens = new Map<string, Grant>();
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, string>();

  function give(response: ServerResponse, by: string, scope: string): void {
    const token = randomUUID();
    tokens.set(token, { by, scope, expiresAt: Date.now() + lifetimeSeconds * 1000 });
    const body = { access_token: token, token_type: "Bearer", expires_in: lifetimeSeconds, scope };
    if (by === "program") return send(response, 200, body);
    const refresh_token = randomUUID();
    refreshTokens.set(refresh_token, scope);
    send(response, 200, { ...body, refresh_token });
  }

  function answerToken(request: IncomingMessage, form: URLSearchParams, response: ServerResponse) {
    const refuse = (error: string): void => send(response, 400, { error });
    switch (form.get("grant_type")) {
      case "client_credentials": {
        const right = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
        if (request.headers.authorization !== `Basic ${right}`) return refuse("invalid_client");
        return give(response, "program", form.get("scope") ?? "");
      }
      case "authorization_code": {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
        const isRight =
          code?.challenge === verifier.digest("base64url") &&
          code.redirect === form.get("redirect_uri");
        return isRight ? give(response, "user", code.scope) : refuse("invalid_grant");
      }
      case "refresh_token": {
        const scope = refreshTokens.get(form.get("refresh_token") ?? "");
        refreshTokens.delete(form.get("refresh_token") ?? "");
        return scope === undefined ? refuse("invalid_grant") : give(response, "user", scope);
      }
      default:
        return refuse("unsupported_grant_type");
    }
  }

  /** A real authorization server would show a page here and ask the user. */
  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirect = query.get("redirect_uri") ?? "";
    const back = new URL(redirect);
    if (query.get("client_id") !== clientId || back.hostname !== "127.0.0.1") {
      return send(response, 400, { error: "invalid_client" });
    }
    const code = randomUUID();
    const challenge = query.get("code_challenge") ?? "";
    codes.set(code, { challenge, redirect, scope: query.get("scope") ?? "" });
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const body = await textOf(request);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const grant = tokens.get(token);
    const may = (scope: string): boolean => {
      if (!grant || grant.expiresAt <= Date.now()) send(response, 401, { title: "Who are you?" });
      else if (!grant.scope.split(" ").includes(scope))
        send(response, 403, { title: `Not ${scope}.` });
      else return true;
      return false;
    };
    switch (`${request.method} ${pathname}`) {
      case "GET /status":
        response.writeHead(200, { "content-type": "text/plain" }).end("open");
        return;
      case "GET /orders":
        if (may("orders:read")) send(response, 200, orders);
        return;
      case "POST /orders": {
        if (!may("orders:write")) return;
        const { item } = JSON.parse(body) as { item: string };
        const order = { number: orders.length + 1, item, by: grant?.by ?? "" };
        orders.push(order);
        return send(response, 201, order);
      }
      case "GET /oauth/authorize":
        return authorize(searchParams, response);
      case "POST /oauth/token":
        return answerToken(request, new URLSearchParams(body), response);
      default:
        send(response, 404, { title: "Nothing is here." });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 400, { title: "Not understood." }));
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startOrdersApi(4011);
  console.error(`The orders are at http://127.0.0.1:4011. Client: ${clientId}, ${clientSecret}`);
}
