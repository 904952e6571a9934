import { defined } from "../../protocol/defined.js";
import type { Api, SecurityScheme } from "../../contract/api.js";
import type { Environment } from "../../contract/environment.js";
import type { Operation } from "../../contract/operation.js";
import {
  lackingFor,
  placeOfScheme,
  credentialMethodsOf,
  type SupportedScheme,
  type CredentialMethod,
} from "../../contract/credential-methods.js";

/** A scheme of the chosen alternative, and how it is satisfied. */
export interface ChosenScheme {
  /** The scheme's name in the document. */
  readonly name: string;
  readonly scheme: SupportedScheme;
  /** `forwarded`: the caller of this server sends the credential along. */
  readonly method: CredentialMethod | { readonly kind: "forwarded"; readonly header: string };
  /** What the operation asks of it. */
  readonly scopes: readonly string[];
}

/** What is known when an alternative is chosen. */
export interface Situation {
  readonly env: Environment;
  /** Whether somebody has logged in for a scheme. */
  isLoggedIn(scheme: SupportedScheme): boolean;
  /** Whether the caller sends a header along that is forwarded. */
  isForwarded(header: string): boolean;
  /** What to run to log in. */
  readonly loginCommand: string;
}

/** `chosen` is empty when nothing is needed. Otherwise what each alternative lacks, as sentences. */
export type Choice =
  { readonly chosen: readonly ChosenScheme[] } | { readonly lacks: readonly string[] };

/**
 * The first alternative that can be satisfied by what is set; when there is none and the operation may be called
 * without, nothing.
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
    const lacking = found.flatMap((each) => ("lacks" in each ? [each.lacks] : []));
    const chosen = found.flatMap((each) => ("lacks" in each ? [] : [each]));
    if (lacking.length === 0) return { chosen };
    lacks.push(sentenceOf(lacking));
  }
  return optional ? { chosen: [] } : { lacks: [...new Set(lacks)] };
}

/** What an operation needs: one of these. None: nothing. */
export function alternativesOf(api: Api, operation: Operation): NonNullable<Api["security"]> {
  return operation.security ?? api.security ?? [];
}

/**
 * Of schemes whose credentials go to the same place of a request, one: the first that is satisfied, else the first. Documents
 * name two schemes of OAuth together that stand for one token.
 */
function onePerPlace(api: Api, found: readonly Satisfaction[]): readonly Satisfaction[] {
  const kept = new Map<string, Satisfaction>();
  for (const each of found) {
    const scheme = schemeOf(api, each.name);
    const place =
      scheme === undefined || scheme.type === "unsupported" ? undefined : placeOfScheme(scheme);
    const key = place ?? `scheme ${each.name}`;
    const known = kept.get(key);
    if (known === undefined || ("lacks" in known && !("lacks" in each))) kept.set(key, each);
  }
  return [...kept.values()];
}

type Satisfaction = ChosenScheme | { readonly name: string; readonly lacks: Lacking };

/** What each way lacks, or what is wrong as a sentence. */
type Lacking = { readonly methods: readonly LackingMethod[]; readonly login?: string } | string;

interface LackingMethod {
  /** Variables that are not set. */
  readonly missing: readonly string[];
  /** What is to be run then. */
  readonly run?: string;
}

function satisfy(
  api: Api,
  name: string,
  scopes: readonly string[],
  situation: Situation,
): Satisfaction {
  const scheme = schemeOf(api, name);
  if (scheme === undefined) return { name, lacks: `The security scheme "${name}" is not defined.` };
  if (scheme.type === "unsupported") {
    return { name, lacks: `The security scheme "${name}" is not supported: ${scheme.reason}.` };
  }
  const { env } = situation;
  if (scheme.type === "apiKey" && scheme.in === "header" && situation.isForwarded(scheme.name)) {
    return { name, scheme, scopes, method: { kind: "forwarded", header: scheme.name } };
  }
  const methods: LackingMethod[] = [];
  let login: string | undefined;
  for (const method of credentialMethodsOf(scheme)) {
    const missing = lackingFor(scheme, method, env);
    const run = situation.loginCommand;
    if (missing.length > 0)
      methods.push({ missing, ...defined({ run: method.kind === "login" ? run : undefined }) });
    else if (method.kind === "login" && !situation.isLoggedIn(scheme)) login = run;
    else return { name, scheme, scopes, method };
  }
  return { name, lacks: { methods, ...defined({ login }) } };
}

function schemeOf(api: Api, name: string): SecurityScheme | undefined {
  const schemes = api.securitySchemes;
  return schemes !== undefined && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}

function sentenceOf(lacking: readonly Lacking[]): string {
  const said = lacking.filter((each) => typeof each === "string");
  if (said.length > 0) return said.join(" ");
  const rest = lacking.filter((each) => typeof each !== "string");
  const only = rest.filter(({ methods, login }) => methods.length === 1 && login === undefined);
  const several = rest.filter((each) => !only.includes(each));
  const plain = only.flatMap(({ methods }) => methods[0]!.missing);
  return [
    ...(plain.length > 0 ? [`Set the environment ${variables(plain)}.`] : []),
    ...several.map(({ methods, login }) => {
      const set = `set the environment variable ${methods.map(phraseOf).join(", or ")}.`;
      return login === undefined ? capital(set) : `Log in: run ${login}. Or ${set}`;
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
