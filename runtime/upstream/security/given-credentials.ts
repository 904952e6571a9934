import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import { base64 } from "../../protocol/text/base64.js";
import { cookieName, isCookieValue } from "../request/cookie.js";
import { noCredentials, type Credentials } from "../request/credentials.js";
import type { Environment } from "../../contract/environment.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { encodeUnreserved } from "../../protocol/text/percent-encoding.js";
import type { SupportedScheme } from "../../contract/credential-methods.js";

/**
 * Returns the credentials that environment variables hold.
 *
 * @throws ToolError when a variable's value can't be sent; the message never contains the value
 */
export function givenCredentials(scheme: SupportedScheme, env: Environment): Credentials {
  switch (scheme.type) {
    case "apiKey": {
      const key = secretOf(env, scheme.env, scheme.in === "cookie" ? isCookieValue : isFieldValue);
      const secrets = [{ text: key }];
      if (scheme.in === "header") {
        return { ...noCredentials, headers: [[scheme.name, key]], secrets };
      }
      if (scheme.in === "cookie") {
        return { ...noCredentials, cookies: [[cookieName(scheme.name), key]], secrets };
      }
      const query = [[encodeUnreserved(scheme.name), encodeUnreserved(key)]] as const;
      return { ...noCredentials, query, secrets };
    }
    case "basic": {
      const username = secretOf(env, scheme.usernameEnv, isUserId);
      const password = secretOf(env, scheme.passwordEnv, isFieldText);
      const pair = base64(`${username}:${password}`);
      return {
        ...noCredentials,
        headers: [["Authorization", `Basic ${pair}`]],
        secrets: [
          ...(password === "" ? [] : [{ text: password }]),
          { text: pair },
          { text: username, nameOnly: true },
        ],
      };
    }
    case "http": {
      const value = secretOf(env, scheme.env, isFieldValue);
      const headers = [["Authorization", `${scheme.scheme} ${value}`]] as const;
      return { ...noCredentials, headers, secrets: [{ text: value }] };
    }
    case "bearer":
    case "oauth2":
      return bearerCredentials(secretOf(env, scheme.env, isFieldValue));
    case "mutualTLS":
      return noCredentials;
  }
}

/** Returns the credentials of a bearer token. @see RFC 6750 section 2.1 */
export function bearerCredentials(token: string): Credentials {
  const headers = [["Authorization", `Bearer ${token}`]] as const;
  return { ...noCredentials, headers, secrets: [{ text: token }] };
}

/** Merges the credentials of several schemes. */
export function mergeCredentials(parts: readonly Credentials[]): Credentials {
  const certificate = parts.find((part) => part.certificate !== undefined)?.certificate;
  return {
    headers: parts.flatMap((part) => part.headers),
    query: parts.flatMap((part) => part.query),
    cookies: parts.flatMap((part) => part.cookies),
    secrets: parts.flatMap((part) => part.secrets),
    ...defined({ certificate }),
  };
}

function secretOf(env: Environment, name: string, isValid: (text: string) => boolean): string {
  const value = env[name] ?? "";
  if (isValid(value)) return value;
  throw new ToolError(
    `The value of the environment variable ${name} can't be sent: it holds a line break or another character that is not allowed there.`,
  );
}

/** Neither part may hold control characters, and the user-id no colon. @see RFC 7617 section 2 */
function isUserId(text: string): boolean {
  return isFieldText(text) && !text.includes(":");
}

function isFieldText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\x00-\x1F\x7F]/.test(text);
}
