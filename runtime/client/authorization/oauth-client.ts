import { signalMs } from "../../protocol/limits/time-limit.js";
import { secureUrl } from "../../protocol/secure-url.js";
import type { ClientAuthorization } from "../client-options.js";
import type { OAuthClientOptions } from "./authorization-options.js";
import { CodeGrant } from "./code-grant.js";
import { OAuthAuthorization } from "./oauth-authorization.js";
import { redirectSource } from "./redirects.js";
import { Registrations } from "./registrations.js";

const defaultUserTimeoutMs = 5 * 60_000;

/** @throws TypeError for an option that can't be used */
export function newOAuthClient(options: OAuthClientOptions): ClientAuthorization {
  checkOptions(options);
  const { clients = [], redirect = {}, refresh = true } = options;
  const registeredAt = clients.map(({ issuer }) => issuer);
  return new OAuthAuthorization(options, registeredAt, ({ store, dpop }) => {
    const registrations = new Registrations({
      clients,
      clientMetadataUrl: options.clientMetadataUrl,
      clientName: options.clientName ?? "mcp-codegen",
      applicationType: options.applicationType,
      clientMetadata: options.clientMetadata ?? {},
      refresh,
      store,
    });
    return new CodeGrant({
      registrations,
      redirects: redirectSource(redirect),
      refresh,
      consent: options.consent,
      userTimeoutMs: signalMs(options.userTimeoutMs ?? defaultUserTimeoutMs),
      assumePkce: options.assumePkce === true,
      dpop,
    });
  });
}

function checkOptions(options: OAuthClientOptions): void {
  const { clients = [], redirect, clientMetadataUrl, userTimeoutMs = Infinity } = options;
  if (!(userTimeoutMs > 0)) {
    throw new TypeError("The option userTimeoutMs must be a number above 0.");
  }
  for (const { issuer } of clients) secureUrl(issuer, "The issuer of a client");
  const issuers = clients.map(({ issuer }) => issuer);
  if (new Set(issuers).size < issuers.length) {
    throw new TypeError("The option clients has two clients for one issuer.");
  }
  if (redirect && "redirectUri" in redirect) checkRedirect(redirect.redirectUri);
  if (clientMetadataUrl === undefined) return;
  const { protocol, pathname } = secureUrl(clientMetadataUrl, "The option clientMetadataUrl");
  if (protocol !== "https:" || pathname === "/") {
    throw new TypeError("The option clientMetadataUrl must be an https URL with a path.");
  }
}

/** @see MCP 2026-07-28, Authorization Security Considerations, Communication Security; RFC 8252 section 7.1 */
function checkRedirect(redirectUri: string): void {
  const isOwnScheme = /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]*:/i.test(redirectUri);
  if (!isOwnScheme) secureUrl(redirectUri, "The option redirect.redirectUri");
}
