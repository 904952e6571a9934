import { defined } from "../../../runtime/protocol/defined.js";
import type { Api } from "../../../runtime/contract/api.js";
import type { Server as ServerFacts } from "../../../runtime/contract/operation.js";
import { placeOfScheme } from "../../../runtime/contract/credential-methods.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ApiModel, Operation, Server } from "../../operations/model.js";
import { EnvNames } from "../names/env-names.js";
import { schemeFacts, withScopes, type SchemeFacts } from "./security-schemes.js";
import { shorten, tidy } from "../names/descriptions.js";

const instructionsLimit = 500;

/** The facts that operations share, and what is needed to state those of one operation in the same terms. */
export interface ApiFacts {
  /** Without the schema tables. */
  readonly api: Api;
  readonly serversOf: (servers: readonly Server[]) => readonly ServerFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * States the facts of an API. Names of environment variables come from all of its schemes and servers, so that
 * excluding an operation renames none; the schemes stated are those that `operations` use.
 */
export function apiFacts(
  model: ApiModel,
  name: string,
  operations: readonly Operation[],
): ApiFacts {
  const env = new EnvNames(name);
  const baseUrlEnv = env.take("BASE_URL");
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
  const instructions = shorten(tidy(model.description), instructionsLimit);
  return {
    api: {
      name,
      title: model.title,
      version: model.version,
      ...defined({ instructions: instructions ? instructions : undefined }),
      servers,
      baseUrlEnv,
      ...defined({
        securitySchemes: stated.length > 0 ? Object.fromEntries(stated) : undefined,
        security: model.security.length > 0 ? model.security : undefined,
      }),
    },
    serversOf,
    diagnostics: [...unsatisfiable(operations, schemes), ...conflicts(operations, schemes)],
  };
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
      {
        default: variable.default,
        ...defined({ enum: variable.enum }),
        env: envName,
      },
    ] as const;
  });
  return {
    url,
    ...defined({ variables: entries.length > 0 ? Object.fromEntries(entries) : undefined }),
  };
}

/** Warns once of each scheme without which some operation can't be called and which nothing can satisfy. */
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

/** Tells once of each two schemes that must be satisfied together where a request has room for one. */
function conflicts(
  operations: readonly Operation[],
  schemes: ReadonlyMap<string, SchemeFacts>,
): readonly Diagnostic[] {
  const isToken = (name: string): boolean =>
    ["oauth2", "bearer"].includes(schemes.get(name)?.type ?? "");
  const diagnostics = new Map<string, Diagnostic>();
  for (const { key, security, place } of operations) {
    for (const requirement of security) {
      const holders = new Map<string, string>();
      for (const name of Object.keys(requirement)) {
        const scheme = schemes.get(name);
        if (scheme === undefined || scheme.type === "unsupported") continue;
        const where = placeOfScheme(scheme);
        if (where === undefined) continue;
        const first = holders.get(where);
        holders.set(where, first ?? name);
        if (first === undefined) continue;
        const pair = `${JSON.stringify(first)} and ${JSON.stringify(name)}`;
        if (diagnostics.has(pair)) continue;
        diagnostics.set(pair, {
          code: "security-conflict",
          // Two schemes of OAuth that stand for one token are usual.
          severity: isToken(first) && isToken(name) ? "info" : "warning",
          message: `Calls such as ${key} need the security schemes ${pair} together, but both are sent as the ${where}, which holds one: the first that is set is sent.`,
          place,
        });
      }
    }
  }
  return [...diagnostics.values()];
}
