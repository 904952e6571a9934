/** @see https://www.stainless.com/docs/guides/generate-mcp-server-from-openapi */
import { load } from "js-yaml";
import {
  MigrationFault,
  type MigratedOperation,
  type MigratedRule,
  type Migration,
  type MigrationSource,
} from "../migrate-model.js";
import { eachNamed, snakeCase } from "../tool-name-rules.js";
import { memberOf } from "../words.js";

interface Endpoint {
  /** `GET /pets/{}`: parameters may have other names in the document. */
  readonly key: string;
  readonly name: string;
  readonly isOff: boolean;
}

/** Resources in resources, as deep as a configuration may have them. */
const maxDepth = 30;

/** Reads `stainless.yml`: the resources and their methods, of which it makes tools. */
export function fromStainless({ text = "" }: MigrationSource): Migration {
  const config = configOf(text);
  const endpoints = endpointsOf(memberOf(config, "resources"), [], false, 0);
  if (endpoints.length === 0) {
    throw new MigrationFault("There are no resources with methods in it. Give stainless.yml.");
  }
  const byKey = new Map(endpoints.map((each) => [each.key, each]));
  const find = ({ method, path }: MigratedOperation): Endpoint | undefined =>
    byKey.get(keyOf(method, path));
  const rules: MigratedRule[] = [
    { matches: (operation) => find(operation)?.isOff === true, expose: "exclude" },
    { matches: (operation) => find(operation) !== undefined, expose: "tool" },
  ];
  return {
    settings: {},
    rules,
    others: "exclude",
    names: eachNamed((operation) => find(operation)?.name),
    notes: [
      ...(memberOf(config, "client_settings") === undefined
        ? []
        : [
            "client_settings: credentials are read from the variables of the document's security schemes; --env keeps a name.",
          ]),
      ...(memberOf(config, "pagination") === undefined
        ? []
        : ["pagination: set `paginate` in rules of the route map."]),
      "Stainless lets a model write code against the SDK (code mode), which has no counterpart. For large APIs use --mode search.",
      "jq_filter arguments: set `select` in rules of the route map.",
    ],
  };
}

function configOf(text: string): unknown {
  try {
    return load(text);
  } catch {
    throw new MigrationFault("It is not YAML.");
  }
}

function endpointsOf(
  resources: unknown,
  parents: readonly string[],
  isOff: boolean,
  depth: number,
): readonly Endpoint[] {
  if (typeof resources !== "object" || resources === null || depth > maxDepth) return [];
  return Object.entries(resources).flatMap(([resource, value]: [string, unknown]) => {
    const names = resource === "$client" ? parents : [...parents, resource];
    const off = isOff || memberOf(value, "mcp") === false;
    const methods = Object.entries((memberOf(value, "methods") as object | undefined) ?? {});
    return [
      ...methods.flatMap(([method, own]: [string, unknown]) => endpointOf(method, own, names, off)),
      ...endpointsOf(memberOf(value, "subresources"), names, off, depth + 1),
    ];
  });
}

function endpointOf(
  method: string,
  value: unknown,
  resources: readonly string[],
  isOff: boolean,
): readonly Endpoint[] {
  const text = typeof value === "string" ? value : memberOf(value, "endpoint");
  const [, verb, path] = /^\s*(\w+)\s+(\/\S*)/.exec(typeof text === "string" ? text : "") ?? [];
  if (verb === undefined || path === undefined) return [];
  const mcp = memberOf(value, "mcp");
  const own = memberOf(mcp, "tool_name");
  const usual = [method, ...resources].map(snakeCase).join("_");
  return [
    {
      key: keyOf(verb, path),
      name: typeof own === "string" ? own : usual,
      isOff: isOff || mcp === false,
    },
  ];
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "")}`;
}
