import type { Api, SecurityScheme } from "../../../runtime/contract/api.js";
import { resolveServerUrl } from "../../../runtime/upstream/request/servers.js";

/** Where an API is that does not say so itself. */
const somewhere = "https://api.example.com";

/**
 * The environment of emitted tests: credentials that are none, and a base URL where the document has none. Client
 * certificates are files, so what needs one can't be called.
 */
export function testEnvironment(api: Api): Readonly<Record<string, string>> {
  const names = Object.values(api.securitySchemes ?? {}).flatMap(variablesOf);
  const credentials = names.map((name) => [name, placeholder(name)] as const);
  return { ...baseUrl(api), ...Object.fromEntries(credentials) };
}

function baseUrl(api: Api): Readonly<Record<string, string>> {
  try {
    resolveServerUrl(api, {}, undefined, {});
    return {};
  } catch {
    const written = api.servers[0]?.url ?? "/";
    const url = URL.canParse(written, somewhere) ? new URL(written, somewhere) : undefined;
    const isUsable = url?.origin === somewhere && !/[{}]|%7B/i.test(url.pathname);
    return { [api.baseUrlEnv]: isUsable ? url.href.replace(/\/+$/, "") : somewhere };
  }
}

/** The variables that hold a credential itself. */
function variablesOf(scheme: SecurityScheme): readonly string[] {
  switch (scheme.type) {
    case "basic":
      return [scheme.usernameEnv, scheme.passwordEnv];
    case "mutualTLS":
    case "unsupported":
      return [];
    default:
      return [scheme.env];
  }
}

/** A text that no answer holds by chance: it would be taken out of it. */
function placeholder(variable: string): string {
  return `${variable.toLowerCase().replaceAll("_", "-")}-of-the-tests`;
}
