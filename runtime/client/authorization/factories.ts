/** Ways to get tokens for MCP servers over HTTP. The comments are short, because every server loads them. */
import type { FileTokensOptions } from "../../oauth/stores/file-tokens.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";
import type { ClientAuthorization } from "../client-options.js";
import type {
  BearerTokenSource,
  ClientCredentialsOptions,
  EnterpriseManagedOptions,
  OAuthClientOptions,
  WorkloadIdentityOptions,
} from "./authorization-options.js";

const load = (): Promise<typeof import("./authorizations.js")> => import("./authorizations.js");

/** Lets the user log in where a server says. @throws TypeError for an option that can't be used */
export async function oauthClient(options: OAuthClientOptions = {}): Promise<ClientAuthorization> {
  return (await load()).newOAuthClient(options);
}

/** Gets tokens for a program itself. @throws TypeError for an option that can't be used */
export async function clientCredentials(
  options: ClientCredentialsOptions,
): Promise<ClientAuthorization> {
  return (await load()).newClientCredentials(options);
}

/** Gets tokens by a single sign-on. @throws TypeError for an option that can't be used */
export async function enterpriseManaged(
  options: EnterpriseManagedOptions,
): Promise<ClientAuthorization> {
  return (await load()).newEnterpriseManaged(options);
}

/** Gets tokens by a platform's assertion. @throws TypeError for an option that can't be used */
export async function workloadIdentity(
  options: WorkloadIdentityOptions,
): Promise<ClientAuthorization> {
  return (await load()).newWorkloadIdentity(options);
}

/** Keeps tokens in memory, for several ways to get them. */
export async function memoryTokens(): Promise<TokenStore> {
  return (await import("../../oauth/stores/memory-tokens.js")).newMemoryTokens();
}

/** Keeps tokens in files that only the user can read. Processes share them. */
export async function fileTokens(options?: FileTokensOptions): Promise<TokenStore> {
  return (await import("../../oauth/stores/file-tokens.js")).newFileTokens(options);
}

/** Sends a token that the program has. @throws TypeError for one that can't be sent */
export async function bearerToken(source: BearerTokenSource): Promise<ClientAuthorization> {
  return (await load()).newBearerToken(source);
}
