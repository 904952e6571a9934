/** Diagnoses which credentials an API's operations need and which are set. Reports names of variables, never values. */
import { defined } from "../../../runtime/protocol/defined.js";
import { ToolError } from "../../../runtime/protocol/tool-error.js";
import type { Api, SecurityScheme } from "../../../runtime/contract/api.js";
import { variable, type Environment } from "../../../runtime/contract/environment.js";
import {
  alternativesOf,
  chooseAlternative,
  type ChosenScheme,
} from "../../../runtime/upstream/security/choose-alternative.js";
import { readClientCertificate } from "../../../runtime/upstream/security/client-certificate.js";
import {
  destinationsOf,
  type DestinationSettings,
} from "../../../runtime/upstream/security/destinations.js";
import { givenCredentials } from "../../../runtime/upstream/security/given-credentials.js";
import { OAuthClient } from "../../../runtime/upstream/security/oauth/oauth-client.js";
import {
  variablesOfScheme,
  type SupportedScheme,
} from "../../../runtime/contract/credential-methods.js";
import { resolveBaseUrl } from "../../../runtime/upstream/request/servers.js";
import type { Surface, SurfaceOperation } from "../../surface/model.js";

export interface Diagnosis {
  readonly ok: boolean;
  readonly api: string;
  readonly groups: readonly DiagnosedGroup[];
  readonly variables: readonly DiagnosedVariable[];
  readonly baseUrl?: string;
  /** What to do about a document that names no credentials although its operations seem to need some. */
  readonly advice?: string;
}

/** Operations with the same security requirement. */
export interface DiagnosedGroup {
  /** Such as `GET /pets`, in document order. */
  readonly operations: readonly string[];
  /**
   * `open`: no credentials are needed. `ready`: `uses` lists what is sent. `anonymous`: credentials are optional, and none
   * is set. `missing`: calls fail; `lacks` has a reason for each alternative.
   */
  readonly state: "open" | "ready" | "anonymous" | "missing";
  /** The scheme names of each alternative. */
  readonly alternatives: readonly (readonly string[])[];
  readonly uses?: readonly UsedScheme[];
  readonly lacks?: readonly string[];
}

export interface UsedScheme {
  readonly scheme: string;
  /** `given`, `login`, `clientCredentials` … */
  readonly way: string;
  readonly variables: readonly string[];
}

export interface DiagnosedVariable {
  readonly name: string;
  readonly scheme: string;
  readonly meaning: string;
  readonly set: boolean;
  /** Origins that the value goes to. */
  readonly sentTo: readonly string[];
}

/** Checks the credentials of every operation, without calling any server. */
export async function diagnose(
  { api, operations }: Surface,
  settings: DestinationSettings,
  loginCommand: string,
): Promise<Diagnosis> {
  const { env } = settings;
  const client = new OAuthClient(api, settings);
  const groups: DiagnosedGroup[] = [];
  for (const [, group] of groupBy(operations, (each) => requirementOf(api, each))) {
    groups.push(await diagnoseGroup(api, group, env, client, loginCommand));
  }
  const baseUrl = baseUrlProblem(api, operations, settings);
  return {
    ok: baseUrl === undefined && groups.every(({ state }) => state !== "missing"),
    api: api.title,
    groups,
    variables: variablesOf(api, settings),
    ...defined({ baseUrl }),
  };
}

async function diagnoseGroup(
  api: Api,
  group: readonly SurfaceOperation[],
  env: Environment,
  client: OAuthClient,
  loginCommand: string,
): Promise<DiagnosedGroup> {
  const { facts } = group[0]!;
  const alternatives = alternativesOf(api, facts).map((each) => Object.keys(each));
  const described = { operations: group.map(({ source }) => source.key), alternatives };
  if (alternatives.length === 0) return { ...described, state: "open" };
  try {
    const isLoggedIn = (scheme: SupportedScheme) =>
      scheme.type === "oauth2" && client.isLoggedIn(scheme);
    const hasOldLogin = (scheme: SupportedScheme) =>
      scheme.type === "oauth2" && client.hasOldLogin(scheme);
    const situation = { env, isLoggedIn, hasOldLogin, isForwarded: () => false, loginCommand };
    const choice = chooseAlternative(api, facts, situation);
    if (!choice.ok) return { ...described, state: "missing", lacks: choice.lacks };
    if (choice.chosen.length === 0) return { ...described, state: "anonymous" };
    for (const each of choice.chosen) await checkValues(each, env);
    return { ...described, state: "ready", uses: choice.chosen.map(usedScheme) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ...described, state: "missing", lacks: [error.message] };
  }
}

/** @throws ToolError when a value that is set can't be sent */
async function checkValues({ scheme, method }: ChosenScheme, env: Environment): Promise<void> {
  if (method.kind !== "given") return;
  if (scheme.type === "mutualTLS") await readClientCertificate(scheme, env);
  else givenCredentials(scheme, env);
}

function usedScheme({ name, method }: ChosenScheme): UsedScheme {
  return { scheme: name, way: method.kind, variables: "needs" in method ? method.needs : [] };
}

function requirementOf(api: Api, { facts }: SurfaceOperation): string {
  return JSON.stringify(alternativesOf(api, facts).map((each) => Object.keys(each)));
}

function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function variablesOf(api: Api, settings: DestinationSettings): readonly DiagnosedVariable[] {
  const destinations = destinationsOf(api, settings);
  return Object.entries<SecurityScheme>(api.securitySchemes ?? {}).flatMap(([scheme, facts]) =>
    variablesOfScheme(facts).map(({ name, meaning }) => ({
      name,
      scheme,
      meaning,
      set: variable(settings.env, name) !== undefined,
      sentTo: destinations.find((each) => each.name === name)?.origins ?? [],
    })),
  );
}

function baseUrlProblem(
  api: Api,
  operations: readonly SurfaceOperation[],
  { env, baseUrl }: DestinationSettings,
): string | undefined {
  for (const { facts } of operations) {
    try {
      resolveBaseUrl(api, facts.request, baseUrl, env);
    } catch (error) {
      if (error instanceof ToolError) return error.message;
      throw error;
    }
  }
  return undefined;
}
