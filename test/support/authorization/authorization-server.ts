/**
 * An authorization server on loopback that registers every client and grants every request at once. It is strict where
 * MCP clients have duties: PKCE, `resource`, exact redirect URIs, one use per code and refresh token, and the way in which
 * clients prove themselves.
 *
 * @see MCP 2025-11-25, Authorization
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
} from "jose";
import { listen, stop } from "../loopback.js";

export type PlannedAnswer = readonly [status: number, body: object];

export interface AuthorizationServerOptions {
  /** Path of the issuer, such as `/tenant`. */
  path?: string;
  /** Where the metadata is: paths below the origin. Default: that of RFC 8414. */
  metadataAt?: readonly string[];
  /** Members of the metadata that replace others; undefined ones are left out. */
  metadata?: Record<string, unknown>;
  /** How a client must prove itself at the token endpoint. */
  method?: "none" | "client_secret_basic" | "client_secret_post";
  /** Whether there are refresh tokens, one use each. */
  refreshes?: boolean;
  /** Lifetime of tokens in seconds. */
  expiresIn?: number;
  /** The `iss` of redirects: null leaves it out. */
  iss?: string | null;
  /** Instead of a code, the parameters of the redirect. */
  redirectWith?: Record<string, string>;
  /** Answers the next requests to the token endpoint. */
  tokenAnswers?: (PlannedAnswer | ((form: URLSearchParams) => PlannedAnswer))[];
  /** Answers the next registrations. */
  registrationAnswers?: PlannedAnswer[];
  /** The scopes that are granted, instead of those that were asked for. */
  grants?: (scope: string) => string | undefined;
  /** The nonce that DPoP proofs must have. */
  dpopNonce?: string;
  /** Grant types besides those of logins, each with what makes a subject of the form. */
  grantTypes?: Record<
    string,
    (form: URLSearchParams, headers: IncomingMessage["headers"]) => boolean
  >;
}

export interface AuthorizationServer {
  readonly url: string;
  /** The issuer: the URL with the path. */
  readonly issuer: string;
  /** May be changed at any time. */
  readonly options: AuthorizationServerOptions;
  /** Received requests in order, for example `POST /token`. */
  readonly asked: string[];
  /** Scopes of each authorization request. */
  readonly scopes: string[];
  /** Queries of the authorization requests. */
  readonly logins: URLSearchParams[];
  /** Forms that the token endpoint received. */
  readonly forms: URLSearchParams[];
  /** Headers of these requests. */
  readonly tokenHeaders: IncomingMessage["headers"][];
  /** Bodies of the registrations. */
  readonly registrations: Record<string, unknown>[];
  /** Tokens that are valid, each with its scope. */
  readonly live: Map<string, string>;
  /** Registers a client by hand. */
  register(id: string, redirectUris: readonly string[], secret?: string): void;
  /** Forgets refresh tokens and codes. */
  revoke(): void;
  close(): Promise<void>;
}

interface Grant {
  /** Thumbprint of the key that the next token is bound to. */
  jkt?: string | undefined;
  readonly client: string;
  readonly redirect: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
}

type Answer = readonly [
  status: number,
  body: object | undefined,
  headers?: Readonly<Record<string, string>>,
];

const invalidGrant: Answer = [400, { error: "invalid_grant" }];

export async function startAuthorizationServer(
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), alg: "ES256", kid: "k", use: "sig" };
  const asked: string[] = [];
  const scopes: string[] = [];
  const logins: URLSearchParams[] = [];
  const forms: URLSearchParams[] = [];
  const tokenHeaders: IncomingMessage["headers"][] = [];
  const registrations: Record<string, unknown>[] = [];
  const live = new Map<string, string>();
  const clients = new Map<string, { uris: readonly string[]; secret: string | undefined }>();
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  let url = "";
  const issuer = (): string => url + (options.path ?? "");

  const token = async (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({ iss: issuer(), sub: "ada", jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k", typ: "at+jwt" })
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(privateKey);

  const register = (body: string): Answer => {
    const asks = JSON.parse(body) as { redirect_uris: string[] };
    registrations.push(asks as unknown as Record<string, unknown>);
    const planned = options.registrationAnswers?.shift();
    if (planned) return planned;
    const id = randomUUID();
    const method = options.method ?? "none";
    const secret = method === "none" ? undefined : `secret-${randomUUID()}`;
    clients.set(id, { uris: asks.redirect_uris, secret });
    return [
      201,
      {
        ...asks,
        client_id: id,
        token_endpoint_auth_method: method,
        ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
      },
    ];
  };

  const authorize = (query: URLSearchParams): Answer => {
    const get = (name: string): string => query.get(name) ?? "";
    logins.push(query);
    const [client, redirect] = [get("client_id"), get("redirect_uri")];
    if (!clients.get(client)?.uris.includes(redirect)) return [400, { error: "invalid_client" }];
    const [challenge, resource, scope] = [get("code_challenge"), get("resource"), get("scope")];
    const isGood = get("response_type") === "code" && get("code_challenge_method") === "S256";
    if (!isGood || challenge === "" || resource === "") return [400, { error: "invalid_request" }];
    const code = randomUUID();
    scopes.push(scope);
    codes.set(code, { client, redirect, challenge, resource, scope });
    const back = new URL(redirect);
    const iss = options.iss === undefined ? issuer() : options.iss;
    const parameters = options.redirectWith ?? { code };
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
    if (iss !== null) back.searchParams.set("iss", iss);
    if (query.has("state")) back.searchParams.set("state", get("state"));
    return [302, undefined, { location: back.href }];
  };

  const issue = async (grant: Grant): Promise<Answer> => {
    const { client, resource } = grant;
    const scope = options.grants ? options.grants(grant.scope) : grant.scope;
    const access = await token({
      aud: resource,
      client_id: client,
      scope: scope ?? grant.scope,
      ...(grant.jkt !== undefined && { cnf: { jkt: grant.jkt } }),
    });
    live.set(access, scope ?? grant.scope);
    const refresh = options.refreshes === true ? randomUUID() : undefined;
    if (refresh !== undefined) refreshTokens.set(refresh, grant);
    return [
      200,
      {
        access_token: access,
        token_type: grant.jkt === undefined ? "Bearer" : "DPoP",
        expires_in: options.expiresIn ?? 300,
        ...(scope !== undefined && { scope }),
        ...(refresh !== undefined && { refresh_token: refresh }),
      },
    ];
  };

  /** Returns the client that the request proves to be; undefined if it does not. */
  const clientOf = (
    form: URLSearchParams,
    headers: IncomingMessage["headers"],
  ): string | undefined => {
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? "")?.[1];
    const pair = basic === undefined ? undefined : Buffer.from(basic, "base64").toString();
    const [id, secret] = pair?.split(":").map(decodeURIComponent) ?? [
      form.get("client_id") ?? "",
      form.get("client_secret") ?? undefined,
    ];
    const method =
      pair !== undefined ? "client_secret_basic" : secret ? "client_secret_post" : "none";
    const known = clients.get(id ?? "");
    return method === (options.method ?? "none") && known && known.secret === secret
      ? id
      : undefined;
  };

  const exchange = async (
    form: URLSearchParams,
    headers: IncomingMessage["headers"],
  ): Promise<Answer> => {
    forms.push(form);
    tokenHeaders.push(headers);
    const planned = options.tokenAnswers?.shift();
    if (planned) return typeof planned === "function" ? planned(form) : planned;
    const proof = headers["dpop"] as string | undefined;
    if (proof !== undefined && options.dpopNonce !== undefined) {
      const isRight = decodeJwt(proof)["nonce"] === options.dpopNonce;
      const nonce = { "dpop-nonce": options.dpopNonce };
      if (!isRight) return [400, { error: "use_dpop_nonce" }, nonce];
    }
    const type = form.get("grant_type") ?? "";
    const special = options.grantTypes?.[type];
    if (special) {
      if (!special(form, headers)) return invalidGrant;
      const [resource, scope] = [form.get("resource") ?? "", form.get("scope") ?? ""];
      const jkt = await thumbprintOf(proof);
      return issue({ client: "special", redirect: "", challenge: "", resource, scope, jkt });
    }
    const client = clientOf(form, headers);
    if (client === undefined) return [401, { error: "invalid_client" }];
    return redeem(type, client, form, await thumbprintOf(proof));
  };

  const redeem = (
    type: string,
    client: string,
    form: URLSearchParams,
    jkt: string | undefined,
  ): Promise<Answer> | Answer => {
    if (type === "refresh_token") {
      const text = form.get("refresh_token") ?? "";
      const grant = refreshTokens.get(text);
      refreshTokens.delete(text);
      const isGood = grant?.client === client && form.get("resource") === grant.resource;
      return isGood ? issue({ ...grant, jkt }) : invalidGrant;
    }
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = createHash("sha256").update(form.get("code_verifier") ?? "");
    const isGood =
      grant?.challenge === verifier.digest("base64url") &&
      type === "authorization_code" &&
      client === grant.client &&
      form.get("redirect_uri") === grant.redirect &&
      form.get("resource") === grant.resource;
    return isGood ? issue({ ...grant, jkt }) : invalidGrant;
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    asked.push(`${request.method} ${pathname}`);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const path = options.path ?? "";
    const metadataAt = options.metadataAt ?? [`/.well-known/oauth-authorization-server${path}`];
    if (metadataAt.includes(pathname)) return [200, metadataOf(issuer(), options)];
    switch (`${request.method} ${pathname.slice(path.length)}`) {
      case "GET /jwks":
        return [200, { keys: [jwk] }];
      case "POST /register":
        return register(body);
      case "GET /authorize":
        return authorize(searchParams);
      case "POST /token":
        return exchange(new URLSearchParams(body), request.headers);
      default:
        return [404, undefined];
    }
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (each) => send(response, each),
      () => send(response, [500, undefined]),
    );
  });
  const port = await listen(server);
  url = `http://127.0.0.1:${port}`;
  return {
    url,
    issuer: issuer(),
    options,
    asked,
    scopes,
    logins,
    forms,
    tokenHeaders,
    registrations,
    live,
    register: (id, uris, secret) => void clients.set(id, { uris, secret }),
    revoke() {
      codes.clear();
      refreshTokens.clear();
    },
    close: () => stop(server),
  };
}

function metadataOf(
  issuer: string,
  { method = "none", refreshes, metadata }: AuthorizationServerOptions,
): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", ...(refreshes === true ? ["refresh_token"] : [])],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [method],
    authorization_response_iss_parameter_supported: true,
    ...metadata,
  };
}

function send(response: ServerResponse, [status, body, headers]: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body && JSON.stringify(body));
}

async function thumbprintOf(proof: string | undefined): Promise<string | undefined> {
  const jwk = proof === undefined ? undefined : decodeProtectedHeader(proof).jwk;
  return jwk && calculateJwkThumbprint(jwk);
}
