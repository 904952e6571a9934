/** A client that is refused by a public MCP server, and everything that it then hears of the server and its issuer. */
import assert from "node:assert/strict";
import { oauthClient, McpAuthorizationError, type ConsentRequest } from "../../../runtime/index.js";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { newMemoryTokens } from "../../../runtime/oauth/stores/memory-tokens.js";
import type { TokenStore } from "../../../runtime/oauth/stores/token-store.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";

export const server = "https://mcp.example/mcp";
export const issuer = "https://as.example";
export const secret = "cl1ent:s3cret&more";

export const resourceUrl = "https://mcp.example/.well-known/oauth-protected-resource/mcp";
export const issuerUrl = "https://as.example/.well-known/oauth-authorization-server";
export const tokenUrl = "https://as.example/token";

/** What a well-behaved server and its issuer answer. */
export const good: Readonly<Record<string, JsonObject>> = {
  [resourceUrl]: { resource: server, authorization_servers: [issuer] },
  [issuerUrl]: {
    issuer,
    authorization_endpoint: "https://as.example/authorize",
    token_endpoint: tokenUrl,
    registration_endpoint: "https://as.example/register",
    code_challenge_methods_supported: ["S256"],
  },
  [tokenUrl]: { access_token: "the-token", token_type: "Bearer", refresh_token: "the-refresh" },
};

/** A JSON object, or the whole response to a request. */
export type Answer = JsonObject | ((init: RequestInit) => Response | Promise<Response>);

export interface Situation {
  /** Answers besides and instead of the good ones, by URL. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** Value of `WWW-Authenticate`. */
  readonly challenge?: string;
  readonly status?: number;
  readonly attempt?: number;
  /** Changes what the user comes back with. */
  readonly back?: (query: URLSearchParams) => void;
  readonly store?: TokenStore;
  readonly signal?: AbortSignal;
  /** The client registers itself. */
  readonly isUnknown?: boolean;
}

export interface Outcome {
  /** Of the request that the server refused. */
  readonly before: string | undefined;
  /** Of the next request; undefined if the client gave up. */
  readonly authorization: string | undefined;
  readonly error: Error | undefined;
  /** URLs that were requested, in order. */
  readonly asked: readonly string[];
  /** Pages that the user was shown. */
  readonly pages: readonly URL[];
  /** What was sent to the token endpoint. */
  readonly forms: readonly URLSearchParams[];
}

/** Lets the server refuse a request, and a second time if the client wants to try again. */
export async function refuse(situation: Situation = {}): Promise<Outcome> {
  const { challenge = "Bearer", status = 401, attempt = 0, signal } = situation;
  const answers: Record<string, Answer> = { ...good, ...situation.answers };
  const [asked, pages, forms]: [string[], URL[], URLSearchParams[]] = [[], [], []];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = String(input instanceof Request ? input.url : input);
    asked.push(url);
    if (init.body !== undefined) forms.push(new URLSearchParams(init.body as URLSearchParams));
    const answer = answers[url];
    if (answer === undefined) return new Response(null, { status: 404 });
    return typeof answer === "function" ? answer(init) : Response.json(answer);
  };
  const authorization = await oauthClient({
    fetch,
    store: situation.store ?? newMemoryTokens(),
    ...(!situation.isUnknown && { clients: [{ issuer, clientId: "me", clientSecret: secret }] }),
    redirect: {
      redirectUri: "http://127.0.0.1:1/callback",
      authorize: (page) => {
        pages.push(page);
        const state = page.searchParams.get("state") ?? "";
        const query = new URLSearchParams({ code: "the-code", state });
        situation.back?.(query);
        return Promise.resolve(query);
      },
    },
    consent: ({ url }: ConsentRequest) => url.protocol === "https:",
  });
  const url = new URL(server);
  const request = {
    server: url,
    url,
    method: "POST",
    protocolVersion: undefined,
    ...(signal && { signal }),
  };
  const outcome = { asked, pages, forms, authorization: undefined, error: undefined };
  let before: string | undefined;
  try {
    before = (await authorization.headersFor(request))["authorization"];
    const header = (name: string): string | undefined =>
      name === "www-authenticate" ? challenge : undefined;
    await authorization.refused(request, { status, attempt, header });
    const headers = await authorization.headersFor(request);
    return { ...outcome, before, authorization: headers["authorization"] };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { ...outcome, before, error };
  }
}

/** Lets the server refuse a request, after which the client must give up with an error that can be shown. */
export async function refusedFor(situation: Situation, says: RegExp, what = ""): Promise<Outcome> {
  const outcome = await refuse(situation);
  const { error } = outcome;
  assert.ok(error instanceof McpAuthorizationError, `${what}: ${String(error)}`);
  assert.match(error.message, says, what);
  assertShowable(error, what);
  return outcome;
}

/** All ways in which the client's secrets might be written. */
const secrets = [secret, "the-code", "the-token", "the-refresh"].flatMap((text) => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  Buffer.from(text).toString("base64"),
]);
secrets.push(Buffer.from(`me:${encodeURIComponent(secret)}`).toString("base64"));

/** Asserts that an error shows no secret, and neither hides text nor goes on for ever. */
export function assertShowable(error: Error, what = ""): void {
  const text = `${error.message}\n${error.stack}\n${JSON.stringify(error)}\n${String(error.cause)}`;
  for (const each of secrets) assert.ok(!text.includes(each), `${what} shows ${each}`);
  assert.equal(escapeHidden(error.message), error.message, what);
  assert.ok(error.message.length < 2_000, what);
}
