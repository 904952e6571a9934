import { defined } from "../../../runtime/protocol/defined.js";
import type { Api, OtherServer } from "../../../runtime/contract/api.js";
import type { DocumentReach } from "../../../runtime/contract/addresses.js";
import type { Server as ServerFacts } from "../../../runtime/contract/operation.js";
import { locationOfScheme } from "../../../runtime/contract/credential-methods.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ApiModel, Operation, Server } from "../../operations/model.js";
import { EnvNames, type MappedVariable } from "../names/env-names.js";
import { schemeFacts, withScopes, type SchemeFacts } from "./security-schemes.js";
import { shorten, tidy } from "../names/descriptions.js";

/** Every conversation begins with the instructions. Claude Code cuts them at 2 KB; others put them whole into the context. */
const defaultInstructionsLimit = 500;

export interface ApiFacts {
  /** The API without its schema tables. */
  readonly api: Omit<Api, "wholeInputs">;
  /** States the servers of one operation, with the environment variables of the whole API. */
  readonly serversOf: (servers: readonly Server[]) => readonly ServerFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * States the facts of an API. All of its schemes and servers reserve names of environment variables, so that excluding an
 * operation renames none; only the schemes that `operations` use are stated.
 */
export function apiFacts(
  model: ApiModel,
  name: string,
  operations: readonly Operation[],
  {
    reach,
    env: mapped,
    instructionsLimit = defaultInstructionsLimit,
  }: {
    readonly instructionsLimit?: number;
    readonly reach?: DocumentReach;
    readonly env?: readonly MappedVariable[];
  } = {},
): ApiFacts {
  const env = new EnvNames(name, mapped);
  const baseUrlEnv = env.take("baseUrl");
  const schemes = new Map(
    Object.entries(model.securitySchemes).map(([key, scheme]) => [
      key,
      schemeFacts(key, scheme, env),
    ]),
  );
  const variableEnvs = new Map<string, string>();
  const serversOf = (servers: readonly Server[]): readonly ServerFacts[] =>
    servers.map((server) => serverFacts(server, variableEnvs, env));
  const servers = serversOf(model.servers);
  for (const operation of model.operations) if (operation.servers) serversOf(operation.servers);

  const used = new Set(
    [...operations.flatMap(({ security }) => security), ...model.security].flatMap((requirement) =>
      Object.keys(requirement),
    ),
  );
  const stated = [...schemes]
    .filter(([key]) => used.has(key))
    .map(([key, scheme]) => [key, withScopes(key, scheme, operations)] as const);
  const description = tidy(model.description);
  const instructions = shorten(description, instructionsLimit);
  return {
    api: defined({
      name,
      title: stripHidden(model.title),
      version: stripHidden(model.version),
      instructions: instructions || undefined,
      servers,
      otherServers: otherServers(operations, serversOf),
      baseUrlEnv,
      reach,
      securitySchemes: stated.length > 0 ? Object.fromEntries(stated) : undefined,
      security: model.security.length > 0 ? model.security : undefined,
    }),
    serversOf,
    diagnostics: [
      ...env.unknown(),
      ...cutInstructions(description, instructionsLimit),
      ...unsatisfiable(operations, schemes),
      ...conflicts(operations, schemes),
    ],
  };
}

function cutInstructions({ length }: string, limit: number): readonly Diagnostic[] {
  if (length <= limit) return [];
  return [
    {
      code: "instructions-shortened",
      severity: "info",
      message: `The description of the API has ${length} characters; the server's instructions are cut to ${limit}.`,
      hint: "--instructions-limit sets the length.",
    },
  ];
}

/** States the servers of operations that have their own: credentials go there, too. */
function otherServers(
  operations: readonly Operation[],
  serversOf: ApiFacts["serversOf"],
): readonly OtherServer[] | undefined {
  const found = new Map<string, { readonly server: ServerFacts; readonly schemes: Set<string> }>();
  for (const { servers, security } of operations) {
    const [server] = serversOf(servers?.slice(0, 1) ?? []);
    if (server === undefined) continue;
    const key = JSON.stringify(server);
    const known = found.get(key) ?? { server, schemes: new Set() };
    found.set(key, known);
    for (const name of security.flatMap((each) => Object.keys(each))) known.schemes.add(name);
  }
  const stated = [...found.values()].map(({ server, schemes }) => ({
    ...server,
    schemes: [...schemes],
  }));
  return stated.length > 0 ? stated : undefined;
}

function serverFacts(
  { url, variables }: Server,
  envs: Map<string, string>,
  env: EnvNames,
): ServerFacts {
  const entries = Object.entries(variables).map(([name, variable]) => {
    let envName = envs.get(name);
    if (envName === undefined) {
      envName = env.take(name);
      envs.set(name, envName);
    }
    return [
      name,
      defined({ default: variable.default, enum: variable.enum, env: envName }),
    ] as const;
  });
  return {
    url,
    ...defined({ variables: entries.length > 0 ? Object.fromEntries(entries) : undefined }),
  };
}

/** Warns once about each unsupported scheme that some operation requires. */
function unsatisfiable(
  operations: readonly Operation[],
  schemes: ReadonlyMap<string, SchemeFacts>,
): readonly Diagnostic[] {
  const isUnsupported = (key: string): boolean => schemes.get(key)?.type === "unsupported";
  const diagnostics = new Map<string, Diagnostic>();
  for (const { key, security, place } of operations) {
    const alternatives = security.map((requirement) => Object.keys(requirement));
    if (!alternatives.every((names) => names.some(isUnsupported))) continue;
    const scheme = alternatives.flat().find(isUnsupported);
    if (scheme === undefined || diagnostics.has(scheme)) continue;
    const facts = schemes.get(scheme);
    diagnostics.set(scheme, {
      code: "security-unsupported",
      severity: "warning",
      message: `Calls such as ${key} need the security scheme ${JSON.stringify(scheme)}, but ${facts?.type === "unsupported" ? facts.reason : "it is not supported"}.`,
      place,
    });
  }
  return [...diagnostics.values()];
}

/** Reports once each two schemes that are required together although a request has room for only one of them. */
function conflicts(
  operations: readonly Operation[],
  schemes: ReadonlyMap<string, SchemeFacts>,
): readonly Diagnostic[] {
  const isToken = (name: string): boolean =>
    ["oauth2", "bearer"].includes(schemes.get(name)?.type ?? "");
  const diagnostics = new Map<string, Diagnostic>();
  for (const { key, security, place } of operations) {
    const conflicting = security.flatMap((requirement) => conflictsIn(requirement, schemes));
    for (const { first, second, where } of conflicting) {
      const pair = `${JSON.stringify(first)} and ${JSON.stringify(second)}`;
      if (diagnostics.has(pair)) continue;
      diagnostics.set(pair, {
        code: "security-conflict",
        // Two OAuth schemes usually stand for the same token.
        severity: isToken(first) && isToken(second) ? "info" : "warning",
        message: `Calls such as ${key} need the security schemes ${pair} together, but both are sent as the ${where}, which holds one: the first that is set is sent.`,
        place,
      });
    }
  }
  return [...diagnostics.values()];
}

interface Conflict {
  readonly first: string;
  readonly second: string;
  /** The place in a request that both schemes use. */
  readonly where: string;
}

function conflictsIn(
  requirement: Operation["security"][number],
  schemes: ReadonlyMap<string, SchemeFacts>,
): readonly Conflict[] {
  const holders = new Map<string, string>();
  return Object.keys(requirement).flatMap((name) => {
    const scheme = schemes.get(name);
    if (scheme === undefined || scheme.type === "unsupported") return [];
    const where = locationOfScheme(scheme);
    if (where === undefined) return [];
    const first = holders.get(where);
    holders.set(where, first ?? name);
    return first === undefined ? [] : [{ first, second: name, where }];
  });
}
