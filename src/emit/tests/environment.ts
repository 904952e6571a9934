import type { Api, SecurityScheme } from "../../../runtime/contract/api.js";
import { resolveServerUrl } from "../../../runtime/upstream/request/servers.js";

/** Base URL for a document that has none. */
const placeholderUrl = "https://api.example.com";

/**
 * Returns the environment of emitted tests: placeholder credentials, and a base URL if the document has none. Client
 * certificates are files, so operations that need one can't be tested.
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
    const url = URL.canParse(written, placeholderUrl)
      ? new URL(written, placeholderUrl)
      : undefined;
    const isUsable = url?.origin === placeholderUrl && !/[{}]|%7B/i.test(url.pathname);
    return { [api.baseUrlEnv]: isUsable ? url.href.replace(/(?<!\/)\/+$/, "") : placeholderUrl };
  }
}

/** Returns the variables whose value is itself a credential. */
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

/** Returns a text that no answer contains by chance, because the runtime redacts credentials in answers. */
function placeholder(variable: string): string {
  return `${variable.toLowerCase().replaceAll("_", "-")}-of-the-tests`;
}
