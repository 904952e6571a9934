/** An API that requires OAuth, with a token server. */
import { type TestContext } from "node:test";
import type { OAuthFlows, OAuthScheme } from "../../../../runtime/contract/api.js";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import type { UpstreamOptions } from "../../../../runtime/upstream/upstream-options.js";
import { startTokenServer, type TokenServer } from "../../../support/authorization/token-server.js";
import { api, operation, record, type Recorder, type Responder } from "../support.js";

export const names = {
  type: "oauth2",
  env: "S_OAUTH",
  clientIdEnv: "S_OAUTH_CLIENT_ID",
  clientSecretEnv: "S_OAUTH_CLIENT_SECRET",
  refreshTokenEnv: "S_OAUTH_REFRESH_TOKEN",
  usernameEnv: "S_OAUTH_USERNAME",
  passwordEnv: "S_OAUTH_PASSWORD",
} as const;

export const client = { S_OAUTH_CLIENT_ID: "my-client", S_OAUTH_CLIENT_SECRET: "s3cret-of-client" };

export interface Setup {
  readonly env?: Record<string, string>;
  readonly flows?: (url: string) => OAuthFlows;
  readonly scheme?: Partial<OAuthScheme>;
  readonly respond?: Responder;
  readonly options?: UpstreamOptions;
  readonly scopes?: readonly string[];
}

export interface World {
  readonly tokens: TokenServer;
  readonly recorder: Recorder;
  readonly upstream: Upstream;
  call(scopes?: readonly string[], signal?: AbortSignal): Promise<unknown>;
  /** Authorization headers that the API received. */
  shown(): (string | undefined)[];
}

export const ok: Responder = (_, response) => response.end("ok");

export async function start(t: TestContext, setup: Setup = {}): Promise<World> {
  const tokens = await startTokenServer(t);
  const recorder = await record(t, setup.respond ?? ok);
  const flows = setup.flows ?? ((url) => ({ clientCredentials: { tokenUrl: `${url}/token` } }));
  const scheme: OAuthScheme = { ...names, flows: flows(tokens.url), ...setup.scheme };
  const facts = api({ servers: [{ url: recorder.url }], securitySchemes: { oauth: scheme } });
  const upstream = new Upstream(facts, { env: setup.env ?? client, ...setup.options });
  const operations = new Map<string, ReturnType<typeof operation>>();
  return {
    tokens,
    recorder,
    upstream,
    call(scopes = ["read"], signal) {
      const key = scopes.join(" ");
      const known = operations.get(key) ?? operation({}, { security: [{ oauth: scopes }] });
      operations.set(key, known);
      return upstream.call(known, {}, { signal });
    },
    shown: () => recorder.seen.map(({ headers }) => headers.authorization),
  };
}
