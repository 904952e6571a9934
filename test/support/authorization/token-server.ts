/** An OAuth authorization server on loopback for the clients of an API. It records all requests. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { TestContext } from "node:test";
import { listen, stop } from "../loopback.js";

export interface TokenAnswer {
  readonly status?: number;
  readonly body: object | string;
}

export interface TokenServer {
  readonly url: string;
  /** Forms sent to `/token`, with the id and secret of a Basic header as `basic`. */
  readonly asked: Record<string, string>[];
  /** All requests, for example `GET /.well-known/openid-configuration`. */
  readonly seen: string[];
  /** Planned answers to the next requests for tokens. */
  next: TokenAnswer[];
  /** Lifetime of tokens in seconds; if undefined, answers have no `expires_in`. */
  expiresIn: number | undefined;
  /** Whether answers have a refresh token. */
  refreshes: boolean;
  /** Where a client must send its secret. */
  secretIn: "header" | "body" | "anywhere";
  /** Delay of token answers in milliseconds. */
  delayMs: number;
}

/** Starts a server that issues `token-1`, `token-2` … and the refresh tokens `refresh-1` …, usable once each. */
export async function startTokenServer(t: TestContext): Promise<TokenServer> {
  const codes = new Map<string, URLSearchParams>();
  const refreshTokens = new Set<string>();
  let given = 0;
  const state: TokenServer = {
    url: "",
    asked: [],
    seen: [],
    next: [],
    expiresIn: undefined,
    refreshes: false,
    secretIn: "anywhere",
    delayMs: 0,
  };

  const give = (): TokenAnswer => {
    given += 1;
    if (state.refreshes) refreshTokens.add(`refresh-${given}`);
    return {
      body: {
        access_token: `token-${given}`,
        token_type: "Bearer",
        ...(state.expiresIn !== undefined && { expires_in: state.expiresIn }),
        ...(state.refreshes && { refresh_token: `refresh-${given}` }),
      },
    };
  };

  const token = (form: Record<string, string>): TokenAnswer => {
    const planned = state.next.shift();
    if (planned) return planned;
    const invalidGrant = { status: 400, body: { error: "invalid_grant" } };
    const inHeader = form["basic"] !== undefined;
    const inBody = form["client_secret"] !== undefined;
    if ((state.secretIn === "body" && inHeader) || (state.secretIn === "header" && inBody)) {
      return { status: 401, body: { error: "invalid_client" } };
    }
    switch (form["grant_type"]) {
      case "refresh_token":
        return refreshTokens.delete(form["refresh_token"] ?? "") ? give() : invalidGrant;
      case "authorization_code": {
        const asked = codes.get(form["code"] ?? "");
        codes.delete(form["code"] ?? "");
        const challenge = createHash("sha256").update(form["code_verifier"] ?? "");
        const isRight =
          asked?.get("code_challenge") === challenge.digest("base64url") &&
          asked.get("redirect_uri") === form["redirect_uri"];
        return isRight ? give() : invalidGrant;
      }
      default:
        return give();
    }
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", state.url);
    state.seen.push(`${request.method} ${url.pathname}`);
    const send = ({ status = 200, body }: TokenAnswer, location?: string): void => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(location !== undefined && { location }),
      });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    if (url.pathname.endsWith("/.well-known/openid-configuration")) {
      return send({ body: metadataOf(state.url) });
    }
    if (url.pathname === "/authorize") {
      const code = `code-${codes.size + 1}`;
      codes.set(code, url.searchParams);
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      back.searchParams.set("iss", state.url);
      return send({ status: 302, body: {} }, back.href);
    }
    if (url.pathname !== "/token") return send({ status: 404, body: {} });
    void formOf(request).then((form) => {
      state.asked.push(form);
      setTimeout(() => send(token(form)), state.delayMs);
    });
  });
  const port = await listen(server);
  t.after(() => stop(server));
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
  });
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? "")?.[1];
  return {
    ...Object.fromEntries(new URLSearchParams(body)),
    ...(basic !== undefined && { basic: Buffer.from(basic, "base64").toString() }),
  };
}

function metadataOf(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    scopes_supported: ["openid", "offline_access"],
    authorization_response_iss_parameter_supported: true,
  };
}
