/** @see https://gofastmcp.com/integrations/openapi */
import { defined } from "../../../runtime/protocol/defined.js";
import type { Expose } from "../../routes/route-map.js";
import {
  MigrationFault,
  type Migration,
  type MigrationSource,
  type MigratedRule,
} from "../migrate-model.js";
import {
  pythonCalls,
  pythonVariable,
  type PythonName,
  type PythonValue,
} from "../python-values.js";
import { regexOf } from "../rules.js";
import { fastMcpNames } from "../tool-name-rules.js";
import { nameOf } from "./openapi-mcp-generator.js";

type Arguments = ReadonlyMap<string, PythonValue>;

/** Returns the literal that a bare name stands for, or else the value itself. */
type Resolve = (value: PythonValue | undefined) => PythonValue | undefined;

const ways: Readonly<Record<string, string>> = {
  route_map_fn: "a function decides there; write its decisions as rules of the route map.",
  mcp_component_fn:
    "a function changes components there; write its changes as settings of rules, or override methods.",
  mcp_names: "some names are made by code, so they were not read.",
  validate_output: "not needed: an answer that breaks its schema reaches the model with a note.",
  tags: "tags for all components have no counterpart beyond `defaults: { tags: [...] }` of the route map.",
};

/** Reads the call of `FastMCP.from_openapi` or `OpenAPIProvider` in a Python program, and its route maps. */
export function fromFastMcp({ text = "" }: MigrationSource): Migration {
  const [call] = pythonCalls(text, /from_openapi|OpenAPIProvider|from_fastapi/);
  if (!call) {
    throw new MigrationFault(
      "There is no call of FastMCP.from_openapi or OpenAPIProvider. Give the Python file that has it.",
    );
  }
  const resolve: Resolve = (value) =>
    isName(value) && !value.args && /^\w+$/.test(value.name)
      ? (pythonVariable(text, value.name) ?? value)
      : value;
  const notes: string[] = [];
  const maps = routeMaps(resolve(call.get("route_maps")), resolve, text, notes);
  const rules = maps.flatMap((args) => ruleOf(args, resolve, notes));
  const names = resolve(call.get("mcp_names"));
  const given = isDict(names) ? stringsOf(names.dict) : {};
  for (const [argument, way] of Object.entries(ways)) {
    const isRead = argument === "mcp_names" && isDict(names);
    if (call.has(argument) && !isRead) notes.push(`${argument}: ${way}`);
  }
  const base = pythonCalls(text, /AsyncClient/)
    .map((each) => each.get("base_url"))
    .find(isText);
  if (base !== undefined) {
    notes.push(
      `base_url: ${base} is used if it is the document's server; otherwise start the server with --base-url.`,
    );
  }
  if (pythonCalls(text, /AsyncClient/).some((each) => each.has("headers") || each.has("auth"))) {
    notes.push(
      "headers and auth of the HTTP client: set the variables of the document's security schemes, which the README of the project lists.",
    );
  }
  const name = call.get("name");
  const document = documentOf(text);
  return {
    ...defined({ document }),
    settings: defined({ name: isText(name) ? nameOf(name) : undefined }),
    rules,
    names: fastMcpNames(given),
    notes,
  };
}

/** Returns a path or URL of the document that the program opens. */
function documentOf(text: string): string | undefined {
  return /["']([^"'\n]*\.(?:json|ya?ml))["']/.exec(text)?.[1];
}

/** Returns the arguments of each route map. */
function routeMaps(
  value: PythonValue | undefined,
  resolve: Resolve,
  text: string,
  notes: string[],
): readonly Arguments[] {
  const list = Array.isArray(value) ? (value as readonly PythonValue[]) : undefined;
  if (value !== undefined && value !== null && !list) {
    notes.push(
      "route_maps: the list is made by code; the route maps in the file are taken in their order.",
    );
  }
  if (!list) return value === undefined || value === null ? [] : pythonCalls(text, /RouteMap/);
  const calls = list.map(resolve).flatMap((each) => (isName(each) && each.args ? [each.args] : []));
  const lost = list.length - calls.length;
  if (lost > 0) {
    const entries = lost === 1 ? "one of its entries" : `${lost} of its entries`;
    notes.push(`route_maps: ${entries} could not be read and ${leftOut(lost, undefined)}`);
  }
  return calls;
}

/** Says that rules are missing. What FastMCP hides by one of them is a tool here, which must not go unnoticed. */
function leftOut(count: number, expose: Expose | undefined): string {
  const left = count === 1 ? "was left out" : "were left out";
  if (expose !== undefined && expose !== "exclude") return `${left}.`;
  const what = expose === undefined ? "what it may exclude" : "what it excludes";
  return `${left}: ${what} IS EXPOSED until the route map has a rule with \`expose: exclude\` for it.`;
}

const exposed: Readonly<Record<string, Expose>> = {
  TOOL: "tool",
  RESOURCE: "resource",
  RESOURCE_TEMPLATE: "template",
  EXCLUDE: "exclude",
  IGNORE: "exclude",
};

function ruleOf(args: Arguments, resolve: Resolve, notes: string[]): readonly MigratedRule[] {
  const call = `RouteMap(${[...args.keys()].join(", ")})`;
  const type = resolve(args.get("mcp_type") ?? args.get("route_type"));
  const expose = isName(type) ? exposed[type.name.split(".").pop() ?? ""] : undefined;
  const conditions = conditionsOf(args, resolve);
  const unread = [...conditions.unread, ...(expose ? [] : ["mcp_type"])];
  if (!expose || unread.length > 0) {
    const what = unread.join(" and ");
    notes.push(`${call}: its ${what} could not be read, so it ${leftOut(1, expose)}`);
    return [];
  }
  const { source, regex, methods, tags } = conditions;
  const mcpTags = textsOf(args.get("mcp_tags") ?? [], resolve);
  if (!mcpTags) notes.push(`${call}: its mcp_tags could not be read, so its tools have none.`);
  // It matches no method.
  if (methods.length === 0) return [];
  return [
    {
      matches: (operation) =>
        (methods.includes("*") || methods.includes(operation.method)) &&
        regex.test(operation.path) &&
        tags.every((tag) => operation.tags.includes(tag)),
      // Several tags must all match there, and any of them here.
      ...(tags.length <= 1 && { match: matchOf(source, methods, tags) }),
      expose,
      ...(args.has("mcp_tags") && mcpTags && { tags: mcpTags }),
    },
  ];
}

interface Conditions {
  readonly source: string;
  readonly regex: RegExp;
  readonly methods: readonly string[];
  readonly tags: readonly string[];
  /** Names of the arguments that could not be read. */
  readonly unread: readonly string[];
}

function conditionsOf(args: Arguments, resolve: Resolve): Conditions {
  const source = patternOf(args.get("pattern") ?? ".*", resolve);
  const regex = source === undefined ? undefined : regexOf(source);
  const methods = textsOf(args.get("methods") ?? "*", resolve);
  const tags = textsOf(args.get("tags") ?? [], resolve);
  const read = Object.entries({ pattern: regex, methods, tags });
  // These are `**settings`, or values of any argument.
  const isUnnamed = [...args.keys()].some((key) => /^\d/.test(key));
  return {
    source: source ?? "",
    regex: regex ?? /(?!)/,
    methods: (methods ?? []).map((each) => each.toUpperCase()),
    tags: tags ?? [],
    unread: isUnnamed
      ? ["arguments without a name"]
      : read.flatMap(([name, value]) => (value ? [] : [name])),
  };
}

function matchOf(
  source: string,
  methods: readonly string[],
  tags: readonly string[],
): NonNullable<MigratedRule["match"]> {
  const isEvery = methods.includes("*");
  const isNeeded = source !== ".*" || (isEvery && tags.length === 0);
  return {
    ...(isEvery ? {} : { method: methods }),
    ...(isNeeded ? { pathRegex: source } : {}),
    ...(tags.length > 0 ? { tag: tags } : {}),
  };
}

/** Returns the text of a pattern or of a compiled one; undefined for one that means something else here. */
function patternOf(given: PythonValue, resolve: Resolve): string | undefined {
  const value = resolve(given);
  const isCompiled = isCall(value) && /(?:^|\.)compile$/.test(value.name);
  // A second argument has flags.
  if (isCompiled && (value.args.size !== 1 || !value.args.has("0"))) return undefined;
  const source = isCompiled ? resolve(value.args.get("0")) : value;
  // The anchors `\A` and `\Z` would be letters.
  return isText(source) && !/(?<!\\)(?:\\\\)*\\[AZz]/.test(source) ? source : undefined;
}

function isName(value: PythonValue | undefined): value is PythonName {
  return typeof value === "object" && value !== null && "name" in value;
}

function isDict(
  value: PythonValue | undefined,
): value is { dict: ReadonlyMap<string, PythonValue> } {
  return typeof value === "object" && value !== null && "dict" in value;
}

function isText(value: PythonValue | undefined): value is string {
  return typeof value === "string";
}

function isCall(value: PythonValue | undefined): value is Required<PythonName> {
  return isName(value) && value.args !== undefined;
}

/** Returns a text, or those of a list, a tuple or a set; undefined if one of them can't be read. */
function textsOf(given: PythonValue, resolve: Resolve): readonly string[] | undefined {
  const value = resolve(given);
  if (isText(value)) return [value];
  const isMade = isCall(value) && /^(?:set|frozenset|list|tuple)$/.test(value.name);
  if (isMade && value.args.size > 1) return undefined;
  const items = isMade ? resolve(value.args.get("0") ?? []) : value;
  if (!Array.isArray(items)) return undefined;
  const texts = (items as readonly PythonValue[]).map(resolve);
  return texts.every(isText) ? texts : undefined;
}

function stringsOf(map: Arguments): Record<string, string> {
  return Object.fromEntries([...map].filter((each): each is [string, string] => isText(each[1])));
}
