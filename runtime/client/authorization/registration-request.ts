import {
  allowInsecureRequests,
  customFetch,
  dynamicClientRegistrationRequest,
  type Client,
  type OmitSymbolProperties,
} from "oauth4webapi";
import { classOfHost } from "../../contract/addresses.js";
import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { ClientAuthenticationMethod } from "../../oauth/client-credentials.js";
import { endpointOf } from "../../oauth/metadata/authorization-server.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import { reasonOf } from "../../oauth/reason-of.js";
import { oauthFetch } from "../../oauth/tokens/oauth-fetch.js";
import type { TokenTarget } from "./grant.js";
import { methodIn, type Registration } from "./registration-record.js";

/** What a client says of itself. @see RFC 7591 section 2 */
export interface RegistrationFacts {
  readonly clientName: string;
  readonly applicationType: "native" | "web" | undefined;
  readonly clientMetadata: JsonObject;
  readonly refresh: boolean;
}

/**
 * Registers this client at an authorization server.
 *
 * @throws OAuthError when the server refuses
 * @see RFC 7591 section 3
 */
export async function registerClient(
  target: TokenTarget,
  redirectUri: string,
  facts: RegistrationFacts,
  signal: AbortSignal,
): Promise<Registration> {
  const { server, guard } = target;
  const endpoint = endpointOf(server, "registration_endpoint");
  const place = endpoint.origin + endpoint.pathname;
  const metadata = metadataFor(target, redirectUri, facts);
  let response: Response;
  try {
    response = await dynamicClientRegistrationRequest(server, metadata, {
      [customFetch]: oauthFetch(guard.fetch),
      signal,
      // `endpointOf` lets plain HTTP pass on loopback only.
      [allowInsecureRequests]: true,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new OAuthError(`${place} did not register this client: ${reasonOf(error)}`);
  }
  const answer = await answerOf(response);
  if (response.status !== 200) {
    throw new OAuthError(
      `${place} refuses to register this client: ${refusalText(answer, response.status)}. Register one by hand, and pass it as clients: [{ issuer: ${JSON.stringify(server.issuer)}, clientId }]`,
    );
  }
  const asked = metadata.token_endpoint_auth_method;
  const registration = registrationIn(answer, redirectUri, asked, target);
  if (!registration) throw new OAuthError(`${place} returned no client_id`);
  return registration;
}

function metadataFor(
  target: TokenTarget,
  redirectUri: string,
  { applicationType, clientName, clientMetadata, refresh }: RegistrationFacts,
): Partial<OmitSymbolProperties<Client>> & {
  readonly token_endpoint_auth_method: ClientAuthenticationMethod;
} {
  const types = target.server.grant_types_supported;
  const refreshes = refresh && (types === undefined || types.includes("refresh_token"));
  return {
    client_name: clientName,
    ...clientMetadata,
    application_type: applicationType ?? (isOwnRedirect(redirectUri) ? "native" : "web"),
    redirect_uris: [redirectUri],
    grant_types: refreshes ? ["authorization_code", "refresh_token"] : ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: methodToRegister(target),
  };
}

/** Whether only a program on the user's computer receives the redirect. @see RFC 8252 section 7 */
function isOwnRedirect(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return !/^https?:$/.test(protocol) || classOfHost(hostname) === "loopback";
}

/**
 * A public client needs no secret, which a program on a user's computer can't keep anyway.
 *
 * @see RFC 8414 section 2: without `token_endpoint_auth_methods_supported`, it is `client_secret_basic`
 */
function methodToRegister({ server, hasMetadata }: TokenTarget): ClientAuthenticationMethod {
  const supported = server.token_endpoint_auth_methods_supported;
  if (!hasMetadata || supported?.includes("none") === true) return "none";
  const isBasic = supported?.includes("client_secret_basic") !== false;
  return isBasic || supported?.includes("client_secret_post") !== true
    ? "client_secret_basic"
    : "client_secret_post";
}

/** Reads what a server registered, whatever it left out. @see RFC 7591 section 3.2.1 */
function registrationIn(
  answer: JsonObject,
  redirectUri: string,
  asked: ClientAuthenticationMethod,
  { server }: TokenTarget,
): Registration | undefined {
  const clientId = member(answer, "client_id");
  if (typeof clientId !== "string" || clientId === "") return undefined;
  const secret = member(answer, "client_secret");
  const clientSecret = typeof secret === "string" && secret !== "" ? secret : undefined;
  const expiresAt = member(answer, "client_secret_expires_at");
  const offered = server.token_endpoint_auth_methods_supported;
  const stated = methodIn(member(answer, "token_endpoint_auth_method"));
  const presumed = asked === "none" && offered?.includes("none") === true ? asked : undefined;
  return {
    clientId,
    redirectUri,
    ...defined({
      clientSecret,
      authenticationMethod: clientSecret === undefined ? "none" : (stated ?? presumed),
      secretExpiresAt:
        typeof expiresAt === "number" && expiresAt > 0 ? expiresAt * 1000 : undefined,
    }),
  };
}

async function answerOf(response: Response): Promise<JsonObject> {
  try {
    const value: unknown = await response.json();
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns what an error response says. @see RFC 7591 section 3.2.2 */
function refusalText(answer: JsonObject, status: number): string {
  const [code, description] = [member(answer, "error"), member(answer, "error_description")];
  if (typeof code !== "string") return `status ${status}`;
  const text = typeof description === "string" ? `${code} (${description})` : code;
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
}
