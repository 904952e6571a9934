import { defined } from "../../protocol/defined.js";
import type { Api, SecurityScheme } from "../../contract/api.js";
import type { Environment } from "../../contract/environment.js";
import type { Operation } from "../../contract/operation.js";
import {
  missingVariables,
  locationOfScheme,
  credentialMethodsOf,
  type SupportedScheme,
  type CredentialMethod,
} from "../../contract/credential-methods.js";

/** A scheme of the chosen alternative, and the method that satisfies it. */
export interface ChosenScheme {
  /** The scheme's name in the document. */
  readonly name: string;
  readonly scheme: SupportedScheme;
  /** `forwarded`: the caller's request to this server contains the credential. */
  readonly method: CredentialMethod | { readonly kind: "forwarded"; readonly header: string };
  readonly scopes: readonly string[];
}

export interface Situation {
  readonly env: Environment;
  /** Whether a login for the scheme is stored. */
  isLoggedIn(scheme: SupportedScheme): boolean;
  /** Whether the only stored login does not say which API it was made for; it is not used. */
  hasOldLogin?(scheme: SupportedScheme): boolean;
  /** Whether the caller's request has the header, and it is forwarded. */
  isForwarded(header: string): boolean;
  /** The command to log in, for messages. */
  readonly loginCommand: string;
}

/** `chosen` is empty when no credential is needed. `lacks` has a sentence per alternative. */
export type Choice =
  | { readonly ok: true; readonly chosen: readonly ChosenScheme[] }
  | { readonly ok: false; readonly lacks: readonly string[] };

/**
 * Chooses the first alternative that can be satisfied; without one, no credential if the operation allows that.
 *
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function chooseAlternative(api: Api, operation: Operation, situation: Situation): Choice {
  const alternatives = alternativesOf(api, operation);
  const lacks: string[] = [];
  let optional = alternatives.length === 0;
  for (const alternative of alternatives) {
    const names = Object.keys(alternative);
    if (names.length === 0) {
      optional = true;
      continue;
    }
    const found = onePerPlace(
      api,
      names.map((name) => satisfy(api, name, alternative[name] ?? [], situation)),
    );
    const lacking = found.flatMap((each) => (each.ok ? [] : [each.lacks]));
    if (lacking.length === 0) {
      return { ok: true, chosen: found.flatMap((each) => (each.ok ? [each.chosen] : [])) };
    }
    lacks.push(sentenceOf(lacking));
  }
  return optional ? { ok: true, chosen: [] } : { ok: false, lacks: [...new Set(lacks)] };
}

/** Returns the security requirements of an operation; one suffices, and none means no credential. */
export function alternativesOf(api: Api, operation: Operation): NonNullable<Api["security"]> {
  return operation.security ?? api.security ?? [];
}

/**
 * Keeps one of the schemes whose credentials go to the same place of a request: the first that is satisfied, else the
 * first. Some documents require two OAuth schemes together that mean the same token.
 */
function onePerPlace(api: Api, found: readonly Satisfaction[]): readonly Satisfaction[] {
  const kept = new Map<string, Satisfaction>();
  for (const each of found) {
    const scheme = schemeOf(api, each.name);
    const place =
      scheme === undefined || scheme.type === "unsupported" ? undefined : locationOfScheme(scheme);
    const key = place ?? `scheme ${each.name}`;
    const known = kept.get(key);
    if (known === undefined || (!known.ok && each.ok)) kept.set(key, each);
  }
  return [...kept.values()];
}

type Satisfaction =
  | { readonly ok: true; readonly name: string; readonly chosen: ChosenScheme }
  | { readonly ok: false; readonly name: string; readonly lacks: Lacking };

/** What each method lacks and how to log in, or why the scheme can't be satisfied. */
type Lacking = { readonly methods: readonly LackingMethod[]; readonly login?: string } | string;

interface LackingMethod {
  /** Environment variables that are not set. */
  readonly missing: readonly string[];
  /** The command to run then. */
  readonly run?: string;
}

function satisfy(
  api: Api,
  name: string,
  scopes: readonly string[],
  situation: Situation,
): Satisfaction {
  const scheme = schemeOf(api, name);
  if (scheme === undefined) {
    return { ok: false, name, lacks: `The security scheme "${name}" is not defined.` };
  }
  if (scheme.type === "unsupported") {
    const lacks = `The security scheme "${name}" is not supported: ${scheme.reason}.`;
    return { ok: false, name, lacks };
  }
  const { env } = situation;
  if (scheme.type === "apiKey" && scheme.in === "header" && situation.isForwarded(scheme.name)) {
    const method = { kind: "forwarded", header: scheme.name } as const;
    return { ok: true, name, chosen: { name, scheme, scopes, method } };
  }
  const methods: LackingMethod[] = [];
  let login: string | undefined;
  for (const method of credentialMethodsOf(scheme)) {
    const missing = missingVariables(scheme, method, env);
    const run = situation.loginCommand;
    if (missing.length > 0) {
      methods.push(defined({ missing, run: method.kind === "login" ? run : undefined }));
    } else if (method.kind === "login" && !situation.isLoggedIn(scheme)) {
      login = `${run} to log in${situation.hasOldLogin?.(scheme) ? " again, because the stored login does not say which API it is for" : ""}`;
    } else return { ok: true, name, chosen: { name, scheme, scopes, method } };
  }
  return { ok: false, name, lacks: defined({ methods, login }) };
}

function schemeOf(api: Api, name: string): SecurityScheme | undefined {
  const schemes = api.securitySchemes;
  return schemes !== undefined && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}

function sentenceOf(lacking: readonly Lacking[]): string {
  const sentences = lacking.filter((each) => typeof each === "string");
  if (sentences.length > 0) return sentences.join(" ");
  const rest = lacking.filter((each) => typeof each !== "string");
  const only = rest.filter(({ methods, login }) => methods.length === 1 && login === undefined);
  const several = rest.filter((each) => !only.includes(each));
  const plain = only.flatMap(({ methods }) => methods[0]!.missing);
  return [
    ...(plain.length > 0 ? [`Set the environment ${variables(plain)}.`] : []),
    ...several.map(({ methods, login }) => {
      const set = `set the environment variable ${methods.map(phraseOf).join(", or ")}.`;
      return login === undefined ? capital(set) : `Run ${login}. Or ${set}`;
    }),
  ].join(" ");
}

function phraseOf({ missing, run }: LackingMethod): string {
  const names = missing.join(" and ");
  return run === undefined ? names : `${names} and then run ${run}`;
}

function variables(names: readonly string[]): string {
  return `variable${names.length === 1 ? "" : "s"} ${names.join(" and ")}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
