import {
  clientCredentials,
  connect,
  enterpriseManaged,
  McpAuthorizationError,
  oauthClient,
  workloadIdentity,
  type ClientAuthorization,
  type OAuthClientOptions,
} from "mcp-codegen/runtime";
import { told, type Scenario } from "./scenario.js";

/** The suite knows this document, though nobody can fetch it. */
const clientMetadataUrl = "https://conformance-test.local/client-metadata.json";

/** Scenarios in which the user logs in and calls a tool. */
const loginScenarios = [
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/authorization-server-migration",
  "auth/iss-supported",
  "auth/iss-not-advertised",
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
];

/** Scenarios in which the server must not be trusted, or never gives enough. */
const refusedScenarios = [
  "auth/resource-mismatch",
  "auth/iss-supported-missing",
  "auth/iss-wrong-issuer",
  "auth/iss-unexpected",
  "auth/iss-normalized",
  "auth/metadata-issuer-mismatch",
  "auth/scope-retry-limit",
];

export const authorizationScenarios: Readonly<Record<string, Scenario>> = {
  ...each(loginScenarios, async (url) => callTool(url, await login())),

  ...each(refusedScenarios, async (url) => {
    try {
      await callTool(url, await login());
    } catch (error) {
      if (error instanceof McpAuthorizationError) return;
      throw error;
    }
    throw new Error("The client calls the tool, though it should give up.");
  }),

  ...each(["auth/dpop", "auth/dpop-nonce"], async (url) =>
    callTool(url, await login({ dpop: true })),
  ),

  "auth/pre-registration": async (url) => {
    const registered = {
      issuer: told("issuer"),
      clientId: told("client_id"),
      clientSecret: told("client_secret"),
    };
    await callTool(url, await login({ clients: [registered] }));
  },

  "auth/client-credentials-basic": async (url) => {
    const clientId = told("client_id");
    await callTool(url, await clientCredentials({ clientId, clientSecret: told("client_secret") }));
  },

  "auth/client-credentials-jwt": async (url) => {
    const privateKey = told("private_key_pem");
    const algorithm = told("signing_algorithm");
    const clientId = told("client_id");
    await callTool(url, await clientCredentials({ clientId, privateKey, algorithm }));
  },

  "auth/enterprise-managed-authorization": async (url) => {
    const authorization = await enterpriseManaged({
      clientId: told("client_id"),
      clientSecret: told("client_secret"),
      identityProvider: {
        clientId: told("idp_client_id"),
        issuer: told("idp_issuer"),
        tokenEndpoint: told("idp_token_endpoint"),
      },
      identityAssertion: () => told("idp_id_token"),
    });
    await callTool(url, authorization);
  },

  "auth/wif-jwt-bearer": async (url) => {
    const assertion = (): string => told("valid_jwt");
    await callTool(url, await workloadIdentity({ clientId: told("client_id"), assertion }));
  },
};

function each(names: readonly string[], scenario: Scenario): Readonly<Record<string, Scenario>> {
  return Object.fromEntries(names.map((name) => [name, scenario]));
}

/** A user who agrees to everything: the suite's pages send the browser back at once. */
function login(options: OAuthClientOptions = {}): Promise<ClientAuthorization> {
  return oauthClient({
    clientMetadataUrl,
    redirect: {
      redirectUri: "http://localhost:3000/callback",
      async authorize(url: URL, { signal }: { readonly signal: AbortSignal }) {
        const response = await fetch(url, { redirect: "manual", signal });
        const location = response.headers.get("location");
        if (location === null) throw new Error(`The page does not send the user back: ${url.href}`);
        return new URL(location, url);
      },
    },
    ...options,
  });
}

async function callTool(url: string, authorization: ClientAuthorization): Promise<void> {
  const client = await connect(url, { authorization });
  try {
    const tools = await client.listTools();
    if (tools.length > 0) await client.callTool("test-tool");
  } finally {
    await client.close();
  }
}
