import { ToolError } from "../protocol/tool-error.js";
import type { Api, SecurityScheme } from "./api.js";
import { base64 } from "./base64.js";
import { cookieName, isCookieValue } from "./cookie.js";
import { variable, type Environment } from "./environment.js";
import { isFieldValue } from "./field-value.js";
import type { Operation } from "./operation.js";
import { encodeUnreserved } from "./percent-encoding.js";
import type { Secret } from "./redactor.js";

/** What a request carries to prove who sends it. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** What must not be shown to anyone. */
  readonly secrets: readonly Secret[];
}

export const noCredentials: Credentials = { headers: [], query: [], cookies: [], secrets: [] };

/**
 * The credentials an operation needs: those of the first alternative whose variables are all set. When there is none
 * and the operation may be called without, no credentials.
 *
 * @throws ToolError that names the missing variables, or says that a variable's value can't be sent; it never shows a
 *   value.
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function resolveCredentials(api: Api, operation: Operation, env: Environment): Credentials {
  const alternatives = operation.security ?? api.security ?? [];
  const lacks: string[] = [];
  let optional = alternatives.length === 0;
  for (const alternative of alternatives) {
    const names = Object.keys(alternative);
    if (names.length === 0) {
      optional = true;
      continue;
    }
    const lack = lackOf(api, names, env);
    if (lack === undefined) return collect(api, names, env);
    lacks.push(lack);
  }
  if (optional) return noCredentials;
  throw new ToolError(
    `A credential is missing, nothing was sent. ${[...new Set(lacks)].join(" Or: ")}`,
  );
}

function schemeOf(api: Api, name: string): SecurityScheme | undefined {
  const schemes = api.securitySchemes;
  return schemes !== undefined && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}

/** What keeps an alternative from being used, as a sentence; undefined when nothing does. */
function lackOf(api: Api, names: readonly string[], env: Environment): string | undefined {
  const missing: string[] = [];
  for (const name of names) {
    const scheme = schemeOf(api, name);
    if (scheme === undefined) return `The security scheme "${name}" is not defined.`;
    if (scheme.type === "unsupported") {
      return `The security scheme "${name}" is not supported: ${scheme.reason}`;
    }
    missing.push(...missingFor(scheme, env));
  }
  if (missing.length === 0) return undefined;
  const plural = missing.length === 1 ? "" : "s";
  return `Set the environment variable${plural} ${missing.join(" and ")}.`;
}

/** A password may be empty, as for APIs that take a key in the place of the user name; then its variable must say so. */
function missingFor(
  scheme: Exclude<SecurityScheme, { type: "unsupported" }>,
  env: Environment,
): readonly string[] {
  if (scheme.type !== "basic") return variable(env, scheme.env) === undefined ? [scheme.env] : [];
  return [
    ...(variable(env, scheme.usernameEnv) === undefined ? [scheme.usernameEnv] : []),
    ...(env[scheme.passwordEnv] === undefined ? [scheme.passwordEnv] : []),
  ];
}

function collect(api: Api, names: readonly string[], env: Environment): Credentials {
  const headers: [string, string][] = [];
  const query: [string, string][] = [];
  const cookies: [string, string][] = [];
  const secrets: Secret[] = [];
  for (const name of names) {
    const scheme = schemeOf(api, name);
    switch (scheme?.type) {
      case "apiKey": {
        const key = secretOf(
          env,
          scheme.env,
          scheme.in === "cookie" ? isCookieValue : isFieldValue,
        );
        secrets.push({ text: key });
        if (scheme.in === "header") headers.push([scheme.name, key]);
        else if (scheme.in === "query") {
          query.push([encodeUnreserved(scheme.name), encodeUnreserved(key)]);
        } else cookies.push([cookieName(scheme.name), key]);
        break;
      }
      case "basic": {
        const username = secretOf(env, scheme.usernameEnv, isUserId);
        const password = secretOf(env, scheme.passwordEnv, isFieldText);
        const pair = base64(`${username}:${password}`);
        if (password !== "") secrets.push({ text: password });
        secrets.push({ text: pair }, { text: username, nameOnly: true });
        headers.push(["Authorization", `Basic ${pair}`]);
        break;
      }
      case "bearer": {
        const token = secretOf(env, scheme.env, isFieldValue);
        secrets.push({ text: token });
        headers.push(["Authorization", `Bearer ${token}`]);
        break;
      }
    }
  }
  return { headers, query, cookies, secrets };
}

function secretOf(env: Environment, name: string, fits: (text: string) => boolean): string {
  const value = env[name] ?? "";
  if (fits(value)) return value;
  throw new ToolError(
    `The value of the environment variable ${name} can't be sent: it holds a line break or another character that is not allowed there.`,
  );
}

/** RFC 7617 section 2: neither part holds control characters, the user-id no colon. */
function isUserId(text: string): boolean {
  return isFieldText(text) && !text.includes(":");
}

function isFieldText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\x00-\x1F\x7F]/.test(text);
}
