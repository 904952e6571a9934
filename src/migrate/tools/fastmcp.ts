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
  const resolve = (name: string): PythonValue | undefined => {
    const value = call.get(name);
    return isName(value) && !value.args && /^\w+$/.test(value.name)
      ? (pythonVariable(text, value.name) ?? value)
      : value;
  };
  const notes: string[] = [];
  const rules = routeMaps(resolve("route_maps"), text, notes);
  const names = resolve("mcp_names");
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

function routeMaps(
  value: PythonValue | undefined,
  text: string,
  notes: string[],
): readonly MigratedRule[] {
  const list = Array.isArray(value) ? (value as readonly PythonValue[]) : undefined;
  if (value !== undefined && value !== null && !list) {
    notes.push(
      "route_maps: the list is made by code; the route maps in the file are taken in their order.",
    );
  }
  const calls = list
    ? list.flatMap((each) => (isName(each) && each.args ? [each.args] : []))
    : value === undefined || value === null
      ? []
      : pythonCalls(text, /RouteMap/);
  return calls.flatMap((args) => ruleOf(args, notes));
}

const exposed: Readonly<Record<string, Expose>> = {
  TOOL: "tool",
  RESOURCE: "resource",
  RESOURCE_TEMPLATE: "template",
  EXCLUDE: "exclude",
  IGNORE: "exclude",
};

function ruleOf(args: Arguments, notes: string[]): readonly MigratedRule[] {
  const type = args.get("mcp_type") ?? args.get("route_type");
  const expose = isName(type) ? exposed[type.name.split(".").pop() ?? ""] : undefined;
  const pattern = args.get("pattern") ?? ".*";
  const source = isName(pattern) ? pattern.args?.get("0") : pattern;
  const regex = isText(source) ? regexOf(source) : undefined;
  if (!expose || !regex || !isText(source)) {
    notes.push(
      `RouteMap(${[...args.keys()].join(", ")}): its pattern or type could not be read, so it was left out.`,
    );
    return [];
  }
  const methods = textsOf(args.get("methods")).map((each) => each.toUpperCase());
  const tags = textsOf(args.get("tags"));
  const isAny = source === ".*";
  return [
    {
      matches: (operation) =>
        (methods.length === 0 || methods.includes("*") || methods.includes(operation.method)) &&
        regex.test(operation.path) &&
        tags.every((tag) => operation.tags.includes(tag)),
      // Several tags must all match there, and any of them here.
      ...(tags.length <= 1 && {
        match: {
          ...(methods.length > 0 && !methods.includes("*") ? { method: methods } : {}),
          ...(!isAny || (methods.length === 0 && tags.length === 0) ? { pathRegex: source } : {}),
          ...(tags.length > 0 ? { tag: tags } : {}),
        },
      }),
      expose,
      ...(args.has("mcp_tags") && { tags: textsOf(args.get("mcp_tags")) }),
    },
  ];
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

function textsOf(value: PythonValue | undefined): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly PythonValue[]) : [value];
  return list.filter(isText);
}

function stringsOf(map: Arguments): Record<string, string> {
  return Object.fromEntries([...map].filter((each): each is [string, string] => isText(each[1])));
}
